#include "framework/kernel_file/built_program.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "framework/device/cuda/cubin.hpp"
#include "framework/kernel_file/compile_options.hpp"
#include "framework/kernel_file/compiled_constraints.hpp"
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
  const auto options = compile_options(kernel, set.constants, names);
  if (kernel.linked.empty()) return {host, sources, options, views};
  return sdk::Program::linked(host, sources, 1 + kernel.linked.size(), options, views);
}

BuiltProgram build(const KernelDescription& kernel, const LaunchSet& set, const FormulaNames& names,
                   const sdk::Host& host) {
  if (!kernel.image.empty()) return {{host, image_bytes(kernel.image)}, set.launches, {}};
  if (!is_for_nvcc(kernel)) return {build_source(kernel, set, names, host), set.launches, {}};
  NvccCode code = compile_by_nvcc(kernel, set, names, host);
  return {{host, code.cubin}, set.launches, std::move(code.symbols)};
}

// The value of a fact of a compiled function, where it is known without loading the code.
using FactOfFunction =
    std::function<std::optional<double>(const std::string& function, const std::string& fact)>;

FactOfFunction compiled(const KernelDescription& kernel, const LaunchSet& set,
                        const FormulaNames& names, const sdk::Host& host) {
  if (is_for_nvcc(kernel)) {
    const auto code = std::make_shared<const NvccCode>(compile_by_nvcc(kernel, set, names, host));
    return [code](const std::string& function, const std::string& name) -> std::optional<double> {
      const auto facts = device::cuda::facts_of_cubin(code->cubin, code->symbols.at(function));
      const auto fact = std::ranges::find(facts, name, &Fact::name);
      return fact == facts.end() ? std::nullopt : std::optional(fact->value);
    };
  }
  const auto built = std::make_shared<const BuiltProgram>(build(kernel, set, names, host));
  return [built](const std::string& function, const std::string& name) {
    return built->program.fact(function.c_str(), name.c_str());
  };
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

std::vector<std::string> compile_sources(const KernelDescription& kernel,
                                         const std::vector<PlannedRounds>& plan,
                                         const FormulaNames& names, const sdk::Host& host) {
  std::vector<std::string> unchecked;
  for (const LaunchSet& set : launch_sets(kernel, plan, names)) {
    const auto facts = compiled(kernel, set, names, host);
    std::set<std::string> checked;
    for (const KernelLaunch* launch : set.launches) {
      const std::string function = function_name(*launch, names);
      if (!checked.insert(function).second) continue;
      for (std::string& each :
           unchecked_constraints(kernel, names, host, function,
                                 [&](const std::string& fact) { return facts(function, fact); })) {
        unchecked.push_back(std::move(each));
      }
    }
  }
  return unchecked;
}

}  // namespace assay
