#include "framework/standalone/builds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/split.hpp"
#include "framework/device/sources.hpp"
#include "framework/kernel_file/compile_options.hpp"
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

ProgramBuild build_of(const KernelDescription& kernel, const LaunchSet& set,
                      const FormulaNames& names) {
  ProgramBuild build;
  for (const auto& [name, value] : set.constants) {
    build.constants.emplace_back(name, constant_text(value));
  }
  for (const KernelLaunch* launch : set.launches) {
    std::string name = function_name(*launch, names);
    if (std::ranges::find(build.functions, name) != build.functions.end()) continue;
    build.functions.push_back(std::move(name));
  }
  if (!is_for_nvcc(kernel)) return build;
  const CompilerCommand command = use_of_nvcc(kernel, set, names, kernel.sources, "$ARCH");
  build.command = command.text;
  build.unit = command.files.back();
  build.output = command.output;
  build.expressions = function_expressions(set.launches, names);
  return build;
}

}  // namespace

void require_source(const KernelDescription& kernel) {
  if (kernel.backend == ASSAY_CPU) {
    throw error_at(kernel.place, fmt::format("'{}' is code of the host, which needs no program to "
                                             "launch it: call the function of {} yourself",
                                             kernel.name, kernel.source.text));
  }
  if (!kernel.generator.text.empty()) {
    throw error_at(kernel.generator.place,
                   fmt::format("a command prints the source of '{}': keep what it prints for the "
                               "best configuration in a file, name that as 'source', and tune it",
                               kernel.name));
  }
  if (!kernel.image.empty()) {
    throw error_at(kernel.source.place,
                   fmt::format("'{}' has no source, only what another compiler made of it: name "
                               "its source in the scenario",
                               kernel.name));
  }
}

std::map<const KernelLaunch*, std::size_t> add_builds(const KernelDescription& kernel,
                                                      const std::vector<PlannedRounds>& plan,
                                                      const FormulaNames& names, Program& program) {
  if (is_for_nvcc(kernel)) {
    program.files = kernel.sources;
  } else {
    program.source = flat_source(kernel);
    program.options = split_words(with_values(kernel.options, names));
  }
  std::map<const KernelLaunch*, std::size_t> positions;
  for (const LaunchSet& set : launch_sets(kernel, plan, names)) {
    for (const KernelLaunch* launch : set.launches) {
      positions[launch] = program.builds.size();
      program.by_expression = program.by_expression || launch->by_expression;
    }
    program.builds.push_back(build_of(kernel, set, names));
  }
  return positions;
}

}  // namespace assay::standalone
