#include "framework/kernel_file/kernel_variant.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "framework/kernel_file/kernel_trial.hpp"
#include "framework/kernel_file/plugin_values.hpp"

namespace assay {
namespace {

sdk::Parameter parameter_of(const Parameter& parameter) {
  sdk::Parameter result{parameter.name,
                        parameter.doc,
                        {},
                        plugin_value(parameter.default_value),
                        parameter.condition};
  for (const Value& value : parameter.values) result.values.push_back(plugin_value(value));
  return result;
}

void add_limits_of_groups(const KernelDescription& kernel,
                          std::vector<sdk::Constraint>& constraints) {
  std::string items;
  for (std::size_t k = 0; k < kernel.group.size(); ++k) {
    const Formula& size = kernel.group[k];
    items += fmt::format("{}({})", k == 0 ? "" : " * ", size.text);
    constraints.push_back({fmt::format("({}) <= max_work_item_{}", size.text, k),
                           fmt::format("the device allows fewer work items of a group in dimension "
                                       "{} than {} asks for",
                                       k, size.place)});
  }
  constraints.push_back(
      {items + " <= max_work_group_size",
       fmt::format("the device allows fewer work items in a group than {} asks for",
                   kernel.group.front().place)});
}

void add_limit_of_local_memory(const KernelDescription& kernel,
                               std::vector<sdk::Constraint>& constraints) {
  std::string bytes;
  for (const KernelArgument& argument : kernel.arguments) {
    if (argument.kind != KernelArgument::Kind::local) continue;
    bytes += fmt::format("{}({})", bytes.empty() ? "" : " + ", argument.value.text);
  }
  if (bytes.empty()) return;
  constraints.push_back({bytes + " <= local_memory_bytes",
                         "the device has less local memory than the kernel is given"});
}

}  // namespace

sdk::VariantDescription kernel_variant(KernelDescription description) {
  const auto shared = std::make_shared<const KernelDescription>(std::move(description));
  sdk::VariantDescription variant;
  variant.name = shared->name;
  variant.problem = shared->problem;
  variant.doc = fmt::format("{} of {}.", shared->function.text, shared->source.text);
  variant.backend = shared->backend;
  for (const Parameter& parameter : shared->parameters) {
    variant.parameters.push_back(parameter_of(parameter));
  }
  for (const Constraint& constraint : shared->constraints) {
    variant.constraints.push_back({constraint.expression, constraint.reason});
  }
  add_limits_of_groups(*shared, variant.constraints);
  add_limit_of_local_memory(*shared, variant.constraints);
  variant.prepare = [shared](const sdk::Task& task) {
    return std::make_unique<KernelTrial>(*shared, task);
  };
  variant.compile = [shared](const sdk::Task& task) {
    static_cast<void>(build_kernel(*shared, task));
  };
  return variant;
}

}  // namespace assay
