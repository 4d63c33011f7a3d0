// Programs in Python.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <ostream>
#include <string_view>

#include "framework/standalone/image_text.hpp"
#include "framework/standalone/python_images.hpp"
#include "framework/standalone/python_launches.hpp"
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

const Runtime& runtime_of(const Program& program) {
  if (program.backend == ASSAY_CPU) return host_runtime;
  if (program.backend == ASSAY_OPENCL) return opencl_runtime;
  return program.files.empty() ? cuda_runtime : nvcc_runtime;
}

void write_imports(const Program& program, const Runtime& runtime, std::ostream& out) {
  std::vector<const char*> modules = {"os", "statistics", "struct", "sys", "time"};
  modules.insert(modules.end(), runtime.modules.begin(), runtime.modules.end());
  std::vector<const char*> packages = {"numpy as np"};
  packages.insert(packages.end(), runtime.packages.begin(), runtime.packages.end());
  if (needs_small_types(program)) packages.push_back("ml_dtypes");
  for (auto* names : {&modules, &packages}) {
    std::ranges::sort(*names, std::less<std::string_view>());
    for (const char* name : *names) out << "import " << name << '\n';
    if (names == &modules) out << '\n';
  }
  if (program.backend == ASSAY_CUDA && has_images(program)) {
    out << "from cupy.cuda import runtime, texture\n";
  }
}

// Writes the lists of the arrays' names by the use that the program makes of them.
void write_lists(const Program& program, std::ostream& out) {
  out << "ON_DEVICE = " << names_of(program, [](const auto& array) { return array.launched; })
      << "\nRESTORED = " << names_of(program, [](const auto& array) { return array.restored; })
      << "  # before each repetition\nOUTPUTS = "
      << names_of(program, [](const auto& array) { return array.output; }) << '\n';
  if (program.backend == ASSAY_CUDA) write_variables(program, out);
  write_images(program, out);
}

void write_program(const Program& program, std::ostream& out) {
  const Runtime& runtime = runtime_of(program);
  const auto write_part = [&](const char* part) {
    if (*part != '\0') out << part << "\n\n";
  };
  out << "#!/usr/bin/env python3\n#\n";
  for (const std::string& line : program.head) {
    out << (line.empty() ? "#" : "# ") << one_comment(line) << '\n';
  }
  out << "#\n" << runtime.usage << '\n';
  write_imports(program, runtime, out);
  out << '\n';
  write_source(program, out);
  write_lists(program, out);
  out << "\n\n";
  for (const char* part : {runtime.command, runtime.code, runtime.compile}) write_part(part);
  write_arrays(program, out);
  write_part(has_images(program) ? image_functions(program) : runtime.memory);
  const bool waits = std::ranges::any_of(
      program.loops, [](const ProgramLoop& loop) { return loop.until.has_value(); });
  if (waits) write_part(runtime.first_element);
  write_part(runtime.call);
  write_launches(program, out);
  out << "\n\n" << runtime.main << main_end;
}

}  // namespace
}  // namespace python

void write_python(const Program& program, std::ostream& out) {
  python::write_program(program, out);
}

}  // namespace assay::standalone
