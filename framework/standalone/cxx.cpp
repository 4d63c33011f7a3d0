// Programs in C++.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <ostream>
#include <string_view>

#include "framework/core/error.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/standalone/cxx_images.hpp"
#include "framework/standalone/cxx_runtime.hpp"
#include "framework/standalone/cxx_source.hpp"
#include "framework/standalone/cxx_values.hpp"
#include "framework/standalone/image_text.hpp"
#include "framework/standalone/text.hpp"
#include "framework/standalone/writers.hpp"

namespace assay::standalone {
namespace cxx {
namespace {

// Whether any array, or member of its structs, is such a one.
template <class Is>
bool any_array(const Program& program, const Is& is) {
  return std::ranges::any_of(program.arrays, [&](const ProgramArray& array) {
    return is(array) || std::ranges::any_of(array.members, is);
  });
}

// The elements of an array as a vector of C++.
std::string elements_of(const ProgramArray& array) {
  const ArrayFill& fill = array.fill;
  const std::string type = cxx_type(part_of(array.element));
  const std::size_t count = array.count() * parts_in(array.element);
  const auto call = [&](const char* function, const std::string& numbers) {
    return fmt::format("{}<{}>({}, {})", function, type, count, numbers);
  };
  if (fill.rule == "none") return fmt::format("std::vector<{}>({})", type, count);
  if (fill.rule == "members") {
    std::vector<std::string> members;
    for (const ProgramArray& member : array.members) {
      members.push_back(fmt::format("{{{}, bytes_of({})}}", member.offset, elements_of(member)));
    }
    return fmt::format("structs({}, {}, {{{}}})", count, array.shape.back(),
                       fmt::join(members, ", "));
  }
  if (fill.rule == "file") {
    return fmt::format("from_file<{}>({}, {})", type, quoted(fill.file), count);
  }
  if (array.element == ASSAY_F8_E4M3 || array.element == ASSAY_F8_E5M2) {
    if (fill.rule != "constant") {
      throw usage_error(
          "array '{}': C++ has no {} to compute its elements: write a program in Python, or fill "
          "it "
          "from a file",
          array.name, name_of(array.element));
    }
    return fmt::format("std::vector<std::uint8_t>({}, {})", count,
                       decimal(bytes_of(fill.first, array.element), array.element));
  }
  if (fill.rule == "constant") return call("filled", cxx_real(fill.first));
  return call(fill.rule == "index" ? "counting" : fill.rule.c_str(),
              fmt::format("{}, {}", cxx_real(fill.first), cxx_real(fill.second)));
}

// The functions that fill the arrays, as far as there are any.
void write_fills(const Program& program, std::ostream& out) {
  const auto any = [&](const char* rule) {
    return any_array(program, [&](const ProgramArray& each) { return each.fill.rule == rule; });
  };
  if (any_array(program, [](const ProgramArray& each) { return each.element == ASSAY_BF16; })) {
    out << bfloat16 << '\n';
  }
  if (any("constant")) out << filled << '\n';
  if (any("index")) out << counting << '\n';
  if (any("uniform") || any("normal")) out << random_bits << '\n';
  if (any("uniform")) out << uniform << '\n';
  if (any("normal")) out << normal << '\n';
  if (any("file")) out << read_file << '\n';
  if (any("members")) out << structs << '\n';
}

void write_arrays(const Program& program, std::ostream& out) {
  out << "// The arrays: put your own here. Random ones are distributed as those that were "
         "measured, "
         "but hold\n// other numbers.\nArrays make_arrays(const Device& device) {\n  Arrays "
         "arrays;\n";
  for (const ProgramArray& array : program.arrays) {
    std::string comment = array.shape_text.empty() ? "" : "[" + array.shape_text + "]";
    if (array.output) comment += comment.empty() ? "output" : ", output";
    if (!comment.empty()) out << "  // " << one_comment(comment) << '\n';
    out << fmt::format("  arrays[{}] = array(\"{}\", {{{}}}, {});\n", quoted(array.name),
                       numpy_descr(array.element), fmt::join(array.shape, ", "),
                       elements_of(array));
    if (array.launched) write_upload(array, program.backend, out);
  }
  out << "  return arrays;\n}\n\n";
}

std::string argument_text(const Program& program, const ProgramArgument& argument,
                          std::size_t number) {
  switch (argument.kind) {
    case KernelArgument::Kind::array:
      return fmt::format("memory({})", quoted(program.arrays[argument.array].name));
    case KernelArgument::Kind::value:
      return argument.is_number() ? cxx_scalar(argument) : fmt::format("value_{}", number);
    case KernelArgument::Kind::local:
      return fmt::format("Local{{{}}}", argument.bytes);
    case KernelArgument::Kind::image:
    case KernelArgument::Kind::sampler:
    case KernelArgument::Kind::texture:
    case KernelArgument::Kind::surface:
      return image_argument(program, argument);
  }
  throw internal_error("an argument of unknown kind");
}

// The arguments of start() that say how many groups a launch has, and of what. The host has none.
std::string launch_sizes(const Program& program, const ProgramLaunch& launch) {
  if (program.backend == ASSAY_CPU) return "";
  return fmt::format(
      ", {{{}}}, {{{}}}{}", sizes_of(extents_of(program, launch)), sizes_of(launch.local),
      program.backend == ASSAY_CUDA ? fmt::format(", {}", shared_bytes(launch)) : "");
}

void write_launch(const Program& program, const ProgramLaunch& launch, const std::string& indent,
                  std::ostream& out) {
  std::string structs;
  std::string arguments;
  std::string comment;  // of the argument before
  for (std::size_t k = 0; k < launch.arguments.size(); ++k) {
    const ProgramArgument& argument = launch.arguments[k];
    if (program.backend == ASSAY_CUDA && argument.kind == KernelArgument::Kind::local) continue;
    if (argument.kind == KernelArgument::Kind::value && !argument.is_number()) {
      structs += cxx_struct(argument, fmt::format("value_{}", k), indent + "  ");
    }
    arguments +=
        fmt::format(",{}\n{}        {}", comment, indent, argument_text(program, argument, k));
    comment = argument.text.empty() ? "" : "  // " + one_comment(argument.text);
  }
  // Structs of several launches stay apart.
  const bool braces = !structs.empty();
  out << indent << "// " << one_comment(launch.comment) << '\n';
  if (braces) out << indent << "{\n" << structs;
  out << fmt::format("{}start({}programs[{}].kernels.at({}){}{});{}\n",
                     indent + (braces ? "  " : ""),
                     program.backend == ASSAY_OPENCL ? "device, " : "", launch.build,
                     quoted(launch.function), launch_sizes(program, launch), arguments, comment);
  if (braces) out << indent << "}\n";
}

void write_loop(const Program& program, const ProgramLoop& loop, std::ostream& out) {
  std::string indent = "  ";
  const bool loops = loop.times != 1 || loop.until;
  if (loops) {
    out << fmt::format("{}for (int k = 0; k < {}; ++k) {{\n", indent, loop.times);
    indent += "  ";
  }
  for (const auto& round : loop.rounds) {
    for (const std::size_t launch : round) {
      write_launch(program, program.launches[launch], indent, out);
    }
    if (!loop.until) continue;
    const ProgramArray& flag = program.arrays[*loop.until];
    out << fmt::format("{}if (is_set(device, arrays.at({}), {})) break;\n", indent,
                       quoted(flag.name), flag_bytes(flag));
  }
  if (loops) out << "  }\n";
}

constexpr const char* is_set_function =
    R"(// Whether the first element of an array on the device is not 0.
bool is_set(const Device& device, const Array& array, std::size_t bytes) {
  Array first;
  first.device = array.device;
  first.host.resize(bytes);
  first = read(device, first);
  return std::any_of(first.host.begin(), first.host.end(),
                     [](unsigned char byte) { return byte != 0; });
}

)";

void write_launches(const Program& program, std::ostream& out) {
  if (std::ranges::any_of(program.loops,
                          [](const ProgramLoop& loop) { return loop.until.has_value(); })) {
    out << is_set_function;
  }
  out << "// Launches everything once, without waiting for the end.\n"
         "void launch([[maybe_unused]] const Device& device, const std::vector<Program>& "
         "programs,\n"
         "            const Arrays& arrays) {\n"
         "  [[maybe_unused]] const auto memory = [&](const char* name) { return "
         "arrays.at(name).device; };\n";
  write_image_getters(program, out);
  for (const ProgramLoop& loop : program.loops) write_loop(program, loop, out);
  out << "}\n\n";
}

// The function that times a repetition, and the one that shows what it wrote.
void write_repetition(const Program& program, std::ostream& out) {
  out << "// The time of one repetition.\n"
         "double seconds(const Device& device, const std::vector<Program>& programs, const Arrays& "
         "arrays) {\n";
  for (const ProgramArray& array : program.arrays) {
    if (array.restored && array.launched) {
      out << fmt::format("  write{}(device, arrays.at({}));\n", is_in_image(array) ? "_image" : "",
                         quoted(array.name));
    }
    for (const std::string& variable : array.variables) {
      out << fmt::format(
          "  for (const Program& program : programs) {{\n    write_variable(program, {}, "
          "arrays.at({}));\n  }}\n",
          quoted(variable), quoted(array.name));
    }
  }
  out << "  wait(device);\n"
         "  const auto begin = std::chrono::steady_clock::now();\n"
         "  launch(device, programs, arrays);\n"
         "  wait(device);\n"
         "  return std::chrono::duration<double>(std::chrono::steady_clock::now() - "
         "begin).count();\n"
         "}\n\n"
         "void show_outputs(const Device& device, const Arrays& arrays, const std::string& folder) "
         "{\n";
  for (const ProgramArray& array : program.arrays) {
    if (!array.output || !array.launched) continue;
    out << fmt::format("  show<{0}>({1}, read{2}(device, arrays.at({1})), folder);\n",
                       shown_type(array.element), quoted(array.name),
                       is_in_image(array) ? "_image" : "");
  }
  out << "}\n";
}

void write_includes(const Program& program, const Runtime& runtime, std::ostream& out) {
  std::vector<const char*> headers = {
      "algorithm", "chrono", "cmath",  "cstdint",   "cstdio", "cstdlib",     "cstring", "exception",
      "fstream",   "map",    "random", "stdexcept", "string", "type_traits", "utility", "vector"};
  headers.insert(headers.end(), runtime.headers.begin(), runtime.headers.end());
  if (std::ranges::any_of(program.launches, uses_complex)) headers.push_back("complex");
  std::ranges::sort(headers, std::less<std::string_view>());
  out << runtime.includes;
  for (const char* name : headers) out << "#include <" << name << ">\n";
}

const Runtime& runtime_of(const Program& program) {
  if (program.backend == ASSAY_CPU) return host_runtime;
  if (program.backend == ASSAY_OPENCL) return opencl_runtime;
  return program.files.empty() ? cuda_runtime : nvcc_runtime;
}

void write_program(const Program& program, std::ostream& out) {
  const Runtime& runtime = runtime_of(program);
  const bool images = has_images(program);
  for (const std::string& line : program.head) {
    out << (line.empty() ? "//" : "// ") << one_comment(line) << '\n';
  }
  out << "//\n" << runtime.usage;
  write_includes(program, runtime, out);
  out << "\nnamespace {\n\n";
  write_source(program, out);
  out << '\n' << runtime.device << '\n' << array_begin;
  if (images) out << image_members(program.backend);
  out << array_end << '\n';
  write_fills(program, out);
  for (const char* part : {runtime.command, runtime.code}) {
    if (*part != '\0') out << part << '\n';
  }
  out << runtime.compile << '\n' << runtime.memory << '\n';
  if (images) out << image_functions(program.backend) << '\n';
  out << runtime.start << '\n' << outputs << '\n';
  write_arrays(program, out);
  write_launches(program, out);
  write_repetition(program, out);
  out << main;
}

}  // namespace
}  // namespace cxx

void write_cxx(const Program& program, std::ostream& out) { cxx::write_program(program, out); }

}  // namespace assay::standalone
