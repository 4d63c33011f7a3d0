#include "framework/core/space/requirements.hpp"

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/space/rule_table.hpp"

namespace assay {
namespace {

std::string reason_of(const Constraint& constraint) {
  return constraint.reason.empty() ? "" : fmt::format(", because {}", constraint.reason);
}

}  // namespace

SpaceRequirements::SpaceRequirements(const ParameterValues& values) : values_(values) {
  const auto& parameters = values_.parameters();
  for (const auto& parameter : parameters) {
    auto& scalars = scalars_.emplace_back();
    for (const auto& value : parameter.values) scalars.push_back(Scalar::of(value));
  }
  slots_.resize(parameters.size());
}

SpaceRequirements::SpaceRequirements(const ParameterValues& values,
                                     const std::vector<Constraint>& constraints,
                                     std::map<std::string, Value> constants)
    : SpaceRequirements(values) {
  const auto& parameters = values_.parameters();
  const Scope scope = scope_of(parameters, 0, std::move(constants));
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    if (!parameters[k].condition.empty()) add_condition(k, parameters[k].condition, scope);
  }
  first_constraint_ = requirements_.size();
  add_constraints(constraints, scope);
}

SpaceRequirements::SpaceRequirements(const ParameterValues& values, std::vector<SpacePart> parts)
    : SpaceRequirements(values) {
  std::vector<Scope> scopes;
  std::size_t parameter = 1;  // after the choice
  for (SpacePart& part : parts) {
    Scope& scope =
        scopes.emplace_back(scope_of(part.parameters, parameter, std::move(part.constants)));
    scope.chosen = part.name;
    for (const Parameter& own : part.parameters) {
      add_condition(parameter++, own.condition.empty() ? "true" : own.condition, scope);
    }
  }
  first_constraint_ = requirements_.size();
  for (std::size_t k = 0; k < parts.size(); ++k) add_constraints(parts[k].constraints, scopes[k]);
}

// The scope of parameters whose first one is number `first` of the space. A parameter hides a
// constant of its name.
SpaceRequirements::Scope SpaceRequirements::scope_of(const std::vector<Parameter>& parameters,
                                                     std::size_t first,
                                                     std::map<std::string, Value> constants) {
  Scope scope;
  for (const auto& parameter : parameters) {
    scope.names.push_back(parameter.name);
    scope.slots.push_back(first++);
  }
  for (auto& constant : constants) {
    scope.names.push_back(constant.first);
    scope.slots.push_back(slots_.size());
    slots_.push_back(Scalar::of(constants_.emplace_back(std::move(constant)).second));
  }
  return scope;
}

void SpaceRequirements::add_condition(std::size_t parameter, const std::string& text,
                                      const Scope& scope) {
  const Parameter& conditional = values_.parameters()[parameter];
  auto& requirement = add(fmt::format("the condition '{}' of the parameter '{}'",
                                      quotable(conditional.condition), conditional.name),
                          text, scope, false);
  requirement.conditional = parameter;
  requirement.default_index = values_.default_index(parameter);
  auto& variables = requirement.variables;
  if (std::find(variables.begin(), variables.end(), parameter) == variables.end()) {
    variables.push_back(parameter);
  }
}

void SpaceRequirements::add_constraints(const std::vector<Constraint>& constraints,
                                        const Scope& scope) {
  for (const auto& constraint : constraints) {
    const std::string reason =
        constraint.reason.empty() ? "" : fmt::format(" ({})", constraint.reason);
    add(fmt::format("the constraint '{}'{}", quotable(constraint.expression), reason),
        constraint.expression, scope, true);
    constraints_.push_back(constraint);
  }
}

// Adds the requirement that an expression holds; where its part is not chosen, it is
// `unless_chosen` instead.
SpaceRequirements::Requirement& SpaceRequirements::add(const std::string& title,
                                                       const std::string& text, const Scope& scope,
                                                       bool unless_chosen) {
  try {
    Expression expression = Expression::parse(text, scope.names, scope.slots);
    if (scope.chosen) expression = expression.only_where(0, *scope.chosen, unless_chosen);
    Requirement requirement{title, std::move(expression), {}, 0, {}};
    for (const std::size_t slot : requirement.expression.slots()) {
      if (slot < scalars_.size()) requirement.variables.push_back(slot);
    }
    return requirements_.emplace_back(std::move(requirement));
  } catch (const Error& error) {
    throw usage_error("in {}: {}", title, error.what());
  }
}

AssignmentGraph SpaceRequirements::graph() {
  AssignmentGraph graph(values_.sizes(), rules(requirements_.size()));
  for (auto& requirement : requirements_) {
    if (requirement.failed) report_failure(requirement);
  }
  if (graph.size() == 0) throw_empty();
  for (auto& requirement : requirements_) requirement.residuals.reset();
  return graph;
}

std::vector<std::uint32_t> SpaceRequirements::Requirement::arguments(
    std::span<const std::uint32_t> assignment) const {
  std::vector<std::uint32_t> result;
  for (const std::size_t variable : variables) result.push_back(assignment[variable]);
  return result;
}

// Whether the requirement is met; `arguments` are the indices of requirement.variables.
bool SpaceRequirements::meets(const Requirement& requirement,
                              std::span<const std::uint32_t> arguments) {
  bool at_default = false;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const std::size_t variable = requirement.variables[k];
    slots_[variable] = scalars_[variable][arguments[k]];
    at_default |= requirement.conditional == variable && arguments[k] == requirement.default_index;
  }
  // The expression is evaluated even at the default, because it must be known whether the parameter
  // counts there.
  return requirement.expression.holds(slots_) || at_default;
}

// The residuals of the requirement while its variables are bound; created on first use.
Residuals& SpaceRequirements::residuals(Requirement& requirement) {
  if (!requirement.residuals) {
    std::optional<Residuals::Exemption> at_default;
    if (requirement.conditional) at_default = {*requirement.conditional, requirement.default_index};
    requirement.residuals =
        std::make_unique<Residuals>(requirement.expression, scalars_, slots_, at_default);
  }
  return *requirement.residuals;
}

// The first `count` requirements as rules. Where a requirement cannot be evaluated, its rule
// admits, because another may exclude the assignment (b != 0 alongside a % b == 0); report_failure
// examines those that are left.
std::vector<AssignmentGraph::Rule> SpaceRequirements::rules(std::size_t count) {
  std::vector<AssignmentGraph::Rule> result;
  for (std::size_t k = 0; k < count; ++k) {
    auto& requirement = requirements_[k];
    if (!can_tabulate(values_.sizes(), requirement.variables)) {
      for (auto& part : residuals(requirement).parts()) {
        result.push_back(rule_of(requirement, std::move(part)));
      }
      continue;
    }
    result.push_back({requirement.variables, [this, &requirement](auto arguments) {
                        try {
                          return meets(requirement, arguments);
                        } catch (const Error&) {
                          return requirement.failed = true;
                        }
                      }});
  }
  return result;
}

// The rule for a part of a requirement over many variables. Residuals distinguish fewer cases than
// the values of the variables bound so far.
AssignmentGraph::Rule SpaceRequirements::rule_of(Requirement& requirement, Residuals::Part part) {
  using State = Residuals::State;
  Residuals& residuals = *requirement.residuals;
  const auto admitted = [&requirement](State state) {
    if (state != Residuals::failed) return state;
    requirement.failed = true;
    return Residuals::yes;
  };
  return {part.variables,
          [=, &residuals](auto indices) {
            return admitted(residuals.finish(part, indices)) == Residuals::yes;
          },
          [=, &residuals](auto state, auto variable, auto index) -> std::optional<State> {
            const State next =
                admitted(residuals.bind(state.value_or(part.start), variable, index));
            return next == Residuals::no ? std::nullopt : std::optional(next);
          }};
}

// The rule that, of the assignments that all other rules admit, admits those for which the
// requirement has no value.
AssignmentGraph::Rule SpaceRequirements::failure_of(Requirement& requirement) {
  if (!requirement.residuals) {
    return {requirement.variables, [this, &requirement](auto arguments) {
              try {
                (void)meets(requirement, arguments);
                return false;
              } catch (const Error&) {
                return true;
              }
            }};
  }
  using State = Residuals::State;
  Residuals& residuals = *requirement.residuals;
  const Residuals::Part part = residuals.parts().back();
  return {part.variables,
          [=, &residuals](auto indices) {
            return residuals.finish(part, indices) == Residuals::failed;
          },
          [=, &residuals](auto state, auto variable, auto index) -> std::optional<State> {
            const State next = residuals.bind(state.value_or(part.start), variable, index);
            const bool has_value = next == Residuals::no || next == Residuals::yes;
            return has_value ? std::nullopt : std::optional(next);
          }};
}

// Throws usage Error if there is a configuration that all requirements admit although this one has
// no value for it.
void SpaceRequirements::report_failure(Requirement& requirement) {
  auto all = rules(requirements_.size());
  all.push_back(failure_of(requirement));
  const AssignmentGraph failing(values_.sizes(), all);
  if (failing.size() == 0) return;
  const auto assignment = failing.at(0);
  try {
    (void)meets(requirement, requirement.arguments(assignment));
  } catch (const Error& error) {
    const std::vector<bool> everything(assignment.size(), true);
    throw usage_error("{} cannot be evaluated for {}: {}", requirement.title,
                      to_string(values_.bindings(assignment, everything)), error.what());
  }
}

// Throws EmptySpace, naming the constraint that excludes everything that those before it admit.
void SpaceRequirements::throw_empty() {
  std::uint64_t before = 0;
  std::size_t culprit = first_constraint_;
  for (std::size_t count = first_constraint_;; ++count) {
    const std::uint64_t left = AssignmentGraph(values_.sizes(), rules(count)).size();
    if (left == 0) break;
    before = left;
    culprit = count;
  }
  const Constraint& constraint = constraints_[culprit - first_constraint_];
  throw EmptySpace(fmt::format(
      "no configuration is left: the constraint '{}' excludes all {} that {} admit{}{}",
      quotable(constraint.expression), before,
      culprit == first_constraint_ ? "the parameter values" : "the constraints before it",
      constants_of(requirements_[culprit]), reason_of(constraint)));
}

// The constants that a requirement uses, " (with cores = 2)": the user cannot see their values in
// the expression.
std::string SpaceRequirements::constants_of(const Requirement& requirement) const {
  std::vector<std::string> texts;
  for (const std::size_t slot : requirement.expression.slots()) {
    if (slot < scalars_.size()) continue;
    const auto& [name, value] = constants_[slot - scalars_.size()];
    texts.push_back(fmt::format("{} = {}", name, to_string(value)));
  }
  return texts.empty() ? "" : fmt::format(" (with {})", fmt::join(texts, ", "));
}

std::vector<bool> SpaceRequirements::counting(std::span<const std::uint32_t> assignment) {
  std::vector<bool> counts(assignment.size(), true);
  if (first_constraint_ == 0) return counts;
  for (std::size_t k = 0; k < assignment.size(); ++k) slots_[k] = scalars_[k][assignment[k]];
  for (std::size_t r = 0; r < first_constraint_; ++r) {
    const Requirement& condition = requirements_[r];
    counts[*condition.conditional] = condition.expression.holds(slots_);
  }
  return counts;
}

std::string SpaceRequirements::why_excluded(std::span<const std::uint32_t> assignment) {
  for (std::size_t r = 0; r < requirements_.size(); ++r) {
    const auto& requirement = requirements_[r];
    if (meets(requirement, requirement.arguments(assignment))) continue;
    if (requirement.conditional) {
      const Parameter& parameter = values_.parameters()[*requirement.conditional];
      return fmt::format("excluded because '{}' must keep its default {} where '{}' is false",
                         parameter.name, to_string(parameter.default_value), parameter.condition);
    }
    const Constraint& constraint = constraints_[r - first_constraint_];
    const std::string reason = constraint.reason.empty() ? "it violates" : constraint.reason + ":";
    return fmt::format("excluded because {} {}{}", reason, quotable(constraint.expression),
                       constants_of(requirement));
  }
  return {};
}

std::string why_excluded(const Bindings& configuration, std::vector<Parameter> parameters,
                         const std::vector<Constraint>& constraints,
                         std::map<std::string, Value> constants) {
  for (Parameter& parameter : parameters) {
    if (const Value* value = find(configuration, parameter.name)) parameter.default_value = *value;
    parameter.values = {parameter.default_value};
    constants.erase(parameter.name);
  }
  const ParameterValues values(std::move(parameters));
  SpaceRequirements requirements(values, constraints, std::move(constants));
  return requirements.why_excluded(std::vector<std::uint32_t>(values.sizes().size(), 0));
}

}  // namespace assay
