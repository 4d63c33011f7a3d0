#include "framework/standalone/builds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/split.hpp"
#include "framework/device/sources.hpp"
#include "framework/kernel_file/compile_options.hpp"
#include "framework/kernel_file/compiler_command.hpp"
#include "framework/kernel_file/host_code.hpp"
#include "framework/kernel_file/host_wrapper.hpp"
#include "framework/kernel_file/nvcc_code.hpp"

namespace assay::standalone {
namespace {

std::string flat_source(const KernelDescription& kernel) {
  std::vector<assay_source> sources;
  for (const SourceFile& file : kernel.sources) {
    sources.push_back({file.name.c_str(), file.text.c_str()});
  }
  return device::flatten(sources, {}).text;
}

// The name by which launches find their function in a build.
std::string built_name(const KernelDescription& kernel, const KernelLaunch& launch,
                       const FormulaNames& names) {
  if (kernel.backend != ASSAY_CPU) return function_name(launch, names);
  return wrapper_name(launch_numbers(kernel).at(&launch));
}

void add_command(const CompilerCommand& command, ProgramBuild& build) {
  build.command = command.text;
  build.unit = command.files.back();
  build.output = command.output;
}

ProgramBuild build_of(const KernelDescription& kernel, const LaunchSet& set,
                      const FormulaNames& names) {
  ProgramBuild build;
  for (const auto& [name, value] : set.constants) {
    build.constants.emplace_back(name, constant_text(value));
  }
  for (const KernelLaunch* launch : set.launches) {
    std::string name = built_name(kernel, *launch, names);
    if (std::ranges::find(build.functions, name) != build.functions.end()) continue;
    build.functions.push_back(std::move(name));
  }
  if (is_for_nvcc(kernel)) {
    add_command(use_of_nvcc(kernel, set, names, kernel.sources, "$ARCH"), build);
    build.expressions = function_expressions(set.launches, names);
  } else if (kernel.backend == ASSAY_CPU) {
    add_command(use_of_host_compiler(kernel, names, kernel.sources), build);
  }
  return build;
}

}  // namespace

void require_source(const KernelDescription& kernel) {
  if (kernel.image.empty()) return;
  throw error_at(kernel.source.place,
                 fmt::format("'{}' has no source, only what another compiler made of it: name "
                             "its source in the scenario",
                             kernel.name));
}

std::map<const KernelLaunch*, BuiltFunction> add_builds(const KernelDescription& kernel,
                                                        const std::vector<PlannedRounds>& plan,
                                                        const FormulaNames& names,
                                                        Program& program) {
  if (is_for_nvcc(kernel) || kernel.backend == ASSAY_CPU) {
    program.files = kernel.sources;
  } else {
    program.source = flat_source(kernel);
    program.options = split_words(with_values(kernel.options, names));
  }
  std::map<const KernelLaunch*, BuiltFunction> functions;
  for (const LaunchSet& set : launch_sets(kernel, plan, names)) {
    for (const KernelLaunch* launch : set.launches) {
      functions[launch] = {program.builds.size(), built_name(kernel, *launch, names)};
      program.by_expression = program.by_expression || launch->by_expression;
    }
    program.builds.push_back(build_of(kernel, set, names));
  }
  return functions;
}

}  // namespace assay::standalone
