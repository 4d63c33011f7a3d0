// Kernel files for dispatchers' pairs, and dispatchers of them alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/dispatch/dispatcher.hpp"
#include "framework/dispatch/pair_kernel.hpp"
#include "framework/kernel_file/kernel.hpp"

namespace assay::test {

inline Formula formula(const std::string& text) { return {text, "s.toml:1:1"}; }

inline std::vector<Formula> formulas(const std::vector<std::string>& texts) {
  std::vector<Formula> all;
  for (const std::string& text : texts) all.push_back(formula(text));
  return all;
}

// A launch in work items, with arguments in local memory.
inline KernelStep made_launch(const std::string& function, const std::vector<std::string>& group,
                              const std::vector<std::string>& extent,
                              const std::vector<std::string>& local = {}) {
  KernelStep step;
  KernelLaunch& launch = step.launch.emplace();
  launch.function = {function, "s.toml:2:1"};
  launch.group = formulas(group);
  launch.extent = formulas(extent);
  launch.in_items = true;
  for (const std::string& bytes : local) {
    KernelArgument& argument = launch.arguments.emplace_back();
    argument.kind = KernelArgument::Kind::local;
    argument.value = formula(bytes);
  }
  return step;
}

// The same in groups.
inline KernelStep made_launch_of_groups(const std::string& function,
                                        const std::vector<std::string>& group,
                                        const std::vector<std::string>& extent) {
  KernelStep step = made_launch(function, group, extent);
  step.launch->in_items = false;
  return step;
}

inline KernelStep made_loop(const std::string& repeat, const std::string& index,
                            std::vector<KernelStep> steps) {
  KernelStep step;
  step.repeat = formula(repeat);
  step.index = index;
  step.steps = std::move(steps);
  return step;
}

inline KernelStep when(const std::string& condition, KernelStep step) {
  step.when = formula(condition);
  return step;
}

inline KernelDescription made_kernel(std::vector<KernelStep> steps,
                                     const std::vector<Parameter>& parameters = {}) {
  KernelDescription kernel;
  kernel.name = "made.opencl";
  kernel.source = {"made.cl", "s.toml:2:1"};
  kernel.steps = std::move(steps);
  kernel.parameters = parameters;
  return kernel;
}

// The parameter T, which is 64.
inline std::vector<Parameter> tile() { return {{"T", "", {}, std::int64_t{64}, ""}}; }

// Chooses the first of pairs, one for each of the kernels, in whatever way they are configured.
inline dispatch::Dispatcher made_dispatcher(
    const std::vector<decision::Feature>& features,
    std::vector<std::optional<dispatch::PairKernel>> kernels) {
  const decision::FeatureRange all{0, 1e15};
  dispatch::Dispatcher dispatcher{
      {"made", features, {}, {}, {{{{0}}}, {}, std::vector(features.size(), all)}},
      "s.toml",
      {},
      {},
      {},
      {},
      {},
      {},
      "machine",
      {},
      "0"};
  for (std::size_t j = 0; j < kernels.size(); ++j) {
    dispatcher.pairs.push_back({"made.opencl", "opencl:0", {}});
    dispatcher.builds.emplace_back("b");
    dispatcher.defines.emplace_back("");
    dispatcher.cover.push_back(0);
  }
  dispatcher.kernels = std::move(kernels);
  return dispatcher;
}

}  // namespace assay::test
