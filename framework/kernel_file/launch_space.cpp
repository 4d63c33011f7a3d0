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

// A launch whose sizes the parameters alone determine, with the condition under which it takes
// place: "" if it always does. Sizes that change from loop to loop are checked when they are known.
struct ForeseenLaunch {
  const KernelLaunch& launch;
  std::string condition;
};

bool names_any(const Formula& formula, const std::vector<const KernelStep*>& loops) {
  std::vector<std::string> names;
  static_cast<void>(Expression::parse_collecting(formula.text, names));
  return std::ranges::any_of(loops, [&](const KernelStep* loop) {
    return std::ranges::find(names, loop->index) != names.end();
  });
}

std::vector<ForeseenLaunch> foreseen_launches(const KernelDescription& kernel) {
  std::vector<ForeseenLaunch> foreseen;
  for_each_launch(kernel.steps, [&](const KernelLaunch& launch, const KernelStep& step,
                                    const std::vector<const KernelStep*>& loops) {
    const auto changes = [&](const Formula& formula) { return names_any(formula, loops); };
    if (std::ranges::any_of(launch.group, changes)) return;
    for (const KernelArgument& argument : launch.arguments) {
      if (argument.kind == KernelArgument::Kind::local && changes(argument.value)) return;
    }
    std::string condition;
    auto steps = loops;
    steps.push_back(&step);
    for (const KernelStep* each : steps) {
      if (!each->when) continue;
      if (changes(*each->when)) return;
      condition += fmt::format("{}({})", condition.empty() ? "" : " and ", each->when->text);
    }
    foreseen.push_back({launch, condition});
  });
  return foreseen;
}

std::string where(const ForeseenLaunch& foreseen, const std::string& expression) {
  if (foreseen.condition.empty()) return expression;
  return fmt::format("not ({}) or {}", foreseen.condition, expression);
}

void add_limits_of_groups(const ForeseenLaunch& foreseen, std::vector<Constraint>& constraints) {
  const auto& group = foreseen.launch.group;
  std::string items;
  for (std::size_t k = 0; k < group.size(); ++k) {
    const Formula& size = group[k];
    items += fmt::format("{}({})", k == 0 ? "" : " * ", size.text);
    constraints.push_back({where(foreseen, fmt::format("({}) <= max_work_item_{}", size.text, k)),
                           fmt::format("the device allows fewer work items of a group in dimension "
                                       "{} than {} asks for",
                                       k, size.place)});
  }
  constraints.push_back(
      {where(foreseen, items + " <= max_work_group_size"),
       fmt::format("the device allows fewer work items in a group than {} asks for",
                   group.front().place)});
}

void add_limit_of_local_memory(const ForeseenLaunch& foreseen,
                               std::vector<Constraint>& constraints) {
  std::string bytes;
  for (const KernelArgument& argument : foreseen.launch.arguments) {
    if (argument.kind != KernelArgument::Kind::local) continue;
    bytes += fmt::format("{}({})", bytes.empty() ? "" : " + ", argument.value.text);
  }
  if (bytes.empty()) return;
  constraints.push_back({where(foreseen, bytes + " <= local_memory_bytes"),
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
  if (kernel.backend == ASSAY_CPU) return constraints;  // host code has no groups
  for (const ForeseenLaunch& foreseen : foreseen_launches(kernel)) {
    add_limits_of_groups(foreseen, constraints);
    add_limit_of_local_memory(foreseen, constraints);
  }
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
