#include "framework/kernel_file/launch_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/core/published.hpp"
#include "framework/core/space/space.hpp"

namespace assay {
namespace {

void add_limits_of_groups(const KernelDescription& kernel, std::vector<Constraint>& constraints) {
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
                               std::vector<Constraint>& constraints) {
  std::string bytes;
  for (const KernelArgument& argument : kernel.arguments) {
    if (argument.kind != KernelArgument::Kind::local) continue;
    bytes += fmt::format("{}({})", bytes.empty() ? "" : " + ", argument.value.text);
  }
  if (bytes.empty()) return;
  constraints.push_back({bytes + " <= local_memory_bytes",
                         "the device has less local memory than the kernel is given"});
}

std::map<std::string, Value> constants_of(const std::vector<Constraint>& constraints,
                                          const ConstantOf& constant_of) {
  std::vector<std::string> names;
  for (const Constraint& constraint : constraints) {
    static_cast<void>(Expression::parse_collecting(constraint.expression, names));
  }
  std::map<std::string, Value> constants;
  for (const std::string& name : names) {
    if (const auto value = constant_of(name)) constants.emplace(name, *value);
  }
  return constants;
}

}  // namespace

std::vector<Constraint> launch_constraints(const KernelDescription& kernel) {
  std::vector<Constraint> constraints = kernel.constraints;
  add_limits_of_groups(kernel, constraints);
  add_limit_of_local_memory(kernel, constraints);
  return constraints;
}

Bindings launchable(const KernelDescription& kernel, const Bindings& wanted,
                    const ConstantOf& constant_of) {
  Bindings chosen;
  for (const Parameter& parameter : kernel.parameters) {
    const Value* value = find(wanted, parameter.name);
    if (value != nullptr && !same_value(*value, parameter.default_value)) {
      chosen.emplace_back(parameter.name, *value);
    }
  }
  Bindings result = wanted;
  try {
    const auto constraints = launch_constraints(kernel);
    const SearchSpace space(kernel.parameters, constraints, constants_of(constraints, constant_of));
    if (space.index_of(wanted)) return wanted;
    const auto nearest = space.nearest(chosen);
    if (!nearest) return wanted;
    // Inactive parameters keep their values.
    for (const auto& [name, value] : space.at(*nearest)) {
      std::ranges::find(result, name, &std::pair<std::string, Value>::first)->second = value;
    }
  } catch (const Error&) {
    return wanted;  // the error is reported when the kernel's space is built
  }
  return result;
}

}  // namespace assay
