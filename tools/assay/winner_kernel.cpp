#include "tools/assay/winner_kernel.hpp"

#include <algorithm>
#include <string>

#include "framework/core/error.hpp"
#include "framework/kernel_file/compile_options.hpp"
#include "framework/kernel_file/description.hpp"
#include "framework/kernel_file/launch_plan.hpp"
#include "framework/kernel_file/limits.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

// The kernel of that name in the last of the recorded scenarios that have it.
const KernelDescription* recorded_kernel(const std::vector<Scenario>& recorded,
                                         const std::string& name, const std::string& problem) {
  const KernelDescription* found = nullptr;
  for (const Scenario& scenario : recorded) {
    const KernelDescription* kernel = find_kernel(scenario.kernels, name, problem);
    if (kernel != nullptr) found = kernel;
  }
  return found;
}

std::vector<std::string> texts_of(const std::vector<Formula>& formulas) {
  std::vector<std::string> texts;
  for (const Formula& formula : formulas) texts.push_back(formula.text);
  return texts;
}

WinnerLaunch launch_of(const PlannedLaunch& plan, const FormulaNames& names) {
  WinnerLaunch launch;
  launch.function = function_name(*plan.description, names);
  launch.block = plan.local;
  for (std::size_t k = 0; k < plan.local.size(); ++k) {
    launch.grid.push_back(plan.global[k] / plan.local[k]);
  }
  launch.block_texts = texts_of(plan.description->group);
  launch.extent_texts = texts_of(plan.description->extent);
  launch.in_items = plan.description->in_items;
  for (const PlannedArgument& argument : plan.arguments) launch.local_bytes += argument.local_bytes;
  return launch;
}

// Each launch of the description once, as it comes first.
std::vector<WinnerLaunch> launches_of(const std::vector<PlannedRounds>& plan,
                                      const FormulaNames& names) {
  std::vector<WinnerLaunch> launches;
  std::vector<const KernelLaunch*> descriptions;
  for (const PlannedRounds& part : plan) {
    for (const auto& round : part.rounds) {
      for (const PlannedLaunch& each : round) {
        const auto known = std::ranges::find(descriptions, each.description);
        if (known == descriptions.end()) {
          descriptions.push_back(each.description);
          launches.push_back(launch_of(each, names));
        } else {
          ++launches[static_cast<std::size_t>(known - descriptions.begin())].times;
        }
      }
    }
  }
  return launches;
}

}  // namespace

FormulaNames names_of(const Winner& winner, const KernelDescription& kernel) {
  return formula_names(kernel, winner.entry->best->configuration,
                       winner.instance->record.arguments);
}

std::optional<WinnerKernel> winner_kernel(const std::vector<Scenario>& recorded,
                                          const Winner& winner, const VariantDescription& variant) {
  const auto* kernel = recorded_kernel(recorded, variant.name, variant.problem);
  if (kernel == nullptr) return std::nullopt;
  if (has_own_constants(*kernel)) {
    tell(
        "note: what {} was compiled and launched with is left out: its launches have 'defines' of "
        "their own, which one header cannot hold\n",
        variant.name);
    return std::nullopt;
  }
  const FormulaNames names = names_of(winner, *kernel);
  try {
    return WinnerKernel{
        kernel->source.text, compile_constants(*kernel, names), with_values(kernel->options, names),
        launches_of(plan_launches(*kernel, names), names), limits_of(*kernel, names)};
  } catch (const Error& error) {
    tell("note: what {} was launched with is left out: {}\n", variant.name, error.what());
    return std::nullopt;
  }
}

}  // namespace assay::command
