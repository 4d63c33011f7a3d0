// Programs in Python.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <ostream>
#include <string_view>

#include "framework/core/error.hpp"
#include "framework/standalone/image_text.hpp"
#include "framework/standalone/python_images.hpp"
#include "framework/standalone/python_nvcc.hpp"
#include "framework/standalone/python_runtime.hpp"
#include "framework/standalone/python_source.hpp"
#include "framework/standalone/python_values.hpp"
#include "framework/standalone/text.hpp"
#include "framework/standalone/writers.hpp"

namespace assay::standalone {
namespace python {
namespace {

bool needs_small_types(const Program& program) {
  const auto needs = [](const ProgramArray& array) {
    return is_bits(array.element) && array.fill.rule != "none" && array.fill.rule != "file";
  };
  return std::ranges::any_of(program.arrays, [&](const ProgramArray& array) {
    return needs(array) || std::ranges::any_of(array.members, needs);
  });
}

std::string argument_text(const Program& program, const ProgramArgument& argument) {
  switch (argument.kind) {
    case KernelArgument::Kind::array:
      return fmt::format("on_device[{}]", quoted(program.arrays[argument.array].name));
    case KernelArgument::Kind::value:
      return value_text(argument, program.backend);
    case KernelArgument::Kind::local:
      return fmt::format("cl.LocalMemory({})", argument.bytes);
    case KernelArgument::Kind::image:
    case KernelArgument::Kind::sampler:
    case KernelArgument::Kind::texture:
    case KernelArgument::Kind::surface:
      return fmt::format("on_device[{}]", quoted(image_name(program, argument)));
  }
  throw internal_error("an argument of unknown kind");
}

void write_launch(const Program& program, const ProgramLaunch& launch, const std::string& indent,
                  std::ostream& out) {
  const bool cuda = program.backend == ASSAY_CUDA;
  const auto tuple = [](const std::vector<std::size_t>& sizes) {
    return fmt::format("({},)", sizes_of(sizes));
  };
  out << fmt::format("{0}# {1}\n{0}kernels[{2}][{3}](\n", indent, one_comment(launch.sizes_text),
                     launch.build, quoted(launch.function));
  const std::string inner = indent + "    ";
  out << inner << (cuda ? "" : "queue, ") << tuple(extents_of(program, launch)) << ", "
      << tuple(launch.local) << "," << (cuda ? " (" : "") << '\n';
  for (const ProgramArgument& argument : launch.arguments) {
    if (cuda && argument.kind == KernelArgument::Kind::local) continue;
    out << inner << (cuda ? "    " : "") << argument_text(program, argument) << ",";
    if (!argument.text.empty()) out << "  # " << one_comment(argument.text);
    out << '\n';
  }
  if (cuda) out << inner << "),\n";
  const std::size_t shared = shared_bytes(launch);
  if (cuda && shared > 0) out << inner << "shared_mem=" << shared << ",\n";
  out << indent << ")\n";
}

void write_loop(const Program& program, const ProgramLoop& loop, std::ostream& out) {
  std::string indent = "    ";
  if (loop.times != 1 || loop.until) {
    out << fmt::format("{}for _ in range({}):\n", indent, loop.times);
    indent += "    ";
  }
  for (const auto& round : loop.rounds) {
    for (const std::size_t launch : round) {
      write_launch(program, program.launches[launch], indent, out);
    }
    if (!loop.until) continue;
    const ProgramArray& flag = program.arrays[*loop.until];
    out << fmt::format("{0}if first_element({1}on_device[{2}]{3}) != 0:\n{0}    break\n", indent,
                       program.backend == ASSAY_CUDA ? "" : "queue, ", quoted(flag.name),
                       program.backend == ASSAY_CUDA ? "" : ", " + numpy_type(flag.element));
  }
}

void write_arrays(const Program& program, std::ostream& out) {
  const bool any_structs = std::ranges::any_of(
      program.arrays, [](const ProgramArray& array) { return !array.members.empty(); });
  if (any_structs) out << structs << "\n\n";
  out << make_arrays_begin;
  for (const ProgramArray& array : program.arrays) {
    std::string comment = array.shape_text.empty() ? "" : "[" + array.shape_text + "]";
    if (array.output) comment += comment.empty() ? "output" : ", output";
    out << fmt::format("    arrays[{}] = {}{}{}\n", quoted(array.name), array_text(array),
                       comment.empty() ? "" : "  # ", one_comment(comment));
  }
  out << "    return arrays\n\n\n";
}

// A list of the names of some arrays.
template <class Is>
std::string names_of(const Program& program, const Is& is) {
  std::vector<std::string> names;
  for (const ProgramArray& array : program.arrays) {
    if (is(array)) names.push_back(quoted(array.name));
  }
  return fmt::format("[{}]", fmt::join(names, ", "));
}

void write_variables(const Program& program, std::ostream& out) {
  std::vector<std::string> pairs;
  for (const ProgramArray& array : program.arrays) {
    for (const std::string& variable : array.variables) {
      pairs.push_back(fmt::format("{}: {}", quoted(variable), quoted(array.name)));
    }
  }
  out << fmt::format("VARIABLES = {{{}}}  # variables of the source, and the arrays in them\n",
                     fmt::join(pairs, ", "));
}

void write_imports(const Program& program, std::ostream& out) {
  const bool cuda = program.backend == ASSAY_CUDA;
  const bool nvcc = !program.files.empty();
  std::vector<const char*> modules = {"os", "statistics", "struct", "sys", "time"};
  if (cuda) modules.push_back("tempfile");
  if (nvcc) modules.insert(modules.end(), {"re", "subprocess"});
  std::ranges::sort(modules, std::less<std::string_view>());
  for (const char* module : modules) out << "import " << module << '\n';
  out << '\n';
  if (cuda) out << "import cupy as cp\n";
  if (needs_small_types(program)) out << "import ml_dtypes\n";
  out << "import numpy as np\n";
  if (!cuda) out << "import pyopencl as cl\n";
  if (cuda && has_images(program)) out << "from cupy.cuda import runtime, texture\n";
}

void write_compilation(const Program& program, std::ostream& out) {
  if (program.backend != ASSAY_CUDA) {
    out << opencl_compile << "\n\n";
    return;
  }
  out << (program.files.empty() ? cuda_compile : nvcc_compile) << "\n\n" << cuda_load << "\n\n";
}

void write_program(const Program& program, std::ostream& out) {
  const bool cuda = program.backend == ASSAY_CUDA;
  out << "#!/usr/bin/env python3\n#\n";
  for (const std::string& line : program.head) {
    out << (line.empty() ? "#" : "# ") << one_comment(line) << '\n';
  }
  out << "#\n" << (cuda ? cuda_usage : opencl_usage);
  if (!program.files.empty()) out << nvcc_usage;
  out << '\n';
  write_imports(program, out);
  out << '\n';
  write_source(program, out);
  out << "ON_DEVICE = " << names_of(program, [](const auto& array) { return array.launched; })
      << "\nRESTORED = " << names_of(program, [](const auto& array) { return array.restored; })
      << "  # before each repetition\nOUTPUTS = "
      << names_of(program, [](const auto& array) { return array.output; }) << '\n';
  if (cuda) write_variables(program, out);
  write_images(program, out);
  out << "\n\n";
  write_compilation(program, out);
  write_arrays(program, out);
  out << (has_images(program) ? image_functions(program)
          : cuda              ? cuda_memory
                              : opencl_memory)
      << "\n\n";
  const bool waits = std::ranges::any_of(
      program.loops, [](const ProgramLoop& loop) { return loop.until.has_value(); });
  if (waits) out << (cuda ? cuda_first_element : opencl_first_element) << "\n\n";
  out << (cuda ? "def launch(kernels, on_device):\n" : "def launch(queue, kernels, on_device):\n")
      << "    \"\"\"Launches everything once, without waiting for the end.\"\"\"\n";
  for (const ProgramLoop& loop : program.loops) write_loop(program, loop, out);
  if (program.loops.empty()) out << "    pass\n";
  out << "\n\n" << (cuda ? cuda_main : opencl_main) << main_end;
}

}  // namespace
}  // namespace python

void write_python(const Program& program, std::ostream& out) {
  python::write_program(program, out);
}

}  // namespace assay::standalone
