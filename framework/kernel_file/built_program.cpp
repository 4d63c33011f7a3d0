#include "framework/kernel_file/built_program.hpp"

#include <utility>

#include "framework/kernel_file/compile_options.hpp"
#include "framework/kernel_file/generated_source.hpp"
#include "framework/kernel_file/nvcc_code.hpp"
#include "framework/kernel_file/sources.hpp"

namespace assay {
namespace {

sdk::Program build_source(const KernelDescription& kernel, const LaunchSet& set,
                          const FormulaNames& names, const sdk::Host& host) {
  const auto files = configured_sources(kernel, names, host);
  std::vector<assay_source> sources;
  for (const SourceFile& file : files) {
    sources.push_back({file.name.c_str(), file.text.c_str()});
  }
  const auto expressions = function_expressions(set.launches, names);
  std::vector<const char*> views;
  for (const std::string& expression : expressions) views.push_back(expression.c_str());
  return {host, sources, compile_options(kernel, set.constants, names), views};
}

BuiltProgram build(const KernelDescription& kernel, const LaunchSet& set, const FormulaNames& names,
                   const sdk::Host& host) {
  if (!kernel.image.empty()) return {{host, image_bytes(kernel.image)}, set.launches, {}};
  if (!is_for_nvcc(kernel)) return {build_source(kernel, set, names, host), set.launches, {}};
  NvccCode code = compile_by_nvcc(kernel, set, names, host);
  return {{host, code.cubin}, set.launches, std::move(code.symbols)};
}

}  // namespace

sdk::Kernel BuiltProgram::function(const std::string& name) const {
  const auto symbol = symbols.find(name);
  return program.kernel((symbol == symbols.end() ? name : symbol->second).c_str());
}

std::vector<BuiltProgram> build_programs(const KernelDescription& kernel,
                                         const std::vector<PlannedRounds>& plan,
                                         const FormulaNames& names, const sdk::Host& host) {
  std::vector<BuiltProgram> programs;
  for (const LaunchSet& set : launch_sets(kernel, plan, names)) {
    programs.push_back(build(kernel, set, names, host));
  }
  return programs;
}

void compile_sources(const KernelDescription& kernel, const std::vector<PlannedRounds>& plan,
                     const FormulaNames& names, const sdk::Host& host) {
  for (const LaunchSet& set : launch_sets(kernel, plan, names)) {
    if (is_for_nvcc(kernel)) {
      static_cast<void>(compile_by_nvcc(kernel, set, names, host));
    } else {
      static_cast<void>(build(kernel, set, names, host));
    }
  }
}

}  // namespace assay
