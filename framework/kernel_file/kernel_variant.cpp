#include "framework/kernel_file/kernel_variant.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "framework/kernel_file/kernel_trial.hpp"
#include "framework/kernel_file/launch_space.hpp"
#include "framework/kernel_file/plugin_values.hpp"

namespace assay {

sdk::VariantDescription kernel_variant(KernelDescription description) {
  const auto shared = std::make_shared<const KernelDescription>(std::move(description));
  sdk::VariantDescription variant;
  variant.name = shared->name;
  variant.problem = shared->problem;
  variant.doc = fmt::format("{} of {}.", shared->function.text, shared->source.text);
  variant.backend = shared->backend;
  for (const Parameter& parameter : shared->parameters) {
    variant.parameters.push_back(plugin_parameter(parameter));
  }
  variant.constraints = plugin_constraints(launch_constraints(*shared));
  variant.prepare = [shared](const sdk::Task& task) {
    return std::make_unique<KernelTrial>(*shared, task);
  };
  variant.compile = [shared](const sdk::Task& task) {
    static_cast<void>(build_kernel(*shared, task));
  };
  return variant;
}

}  // namespace assay
