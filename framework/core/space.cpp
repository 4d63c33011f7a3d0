#include "framework/core/space.hpp"

#include <algorithm>
#include <set>

#include "framework/core/assignment_graph.hpp"
#include "framework/core/error.hpp"
#include "framework/core/expression.hpp"
#include "framework/core/names.hpp"
#include "framework/core/sorted_assignments.hpp"

namespace assay {
namespace {

using Rule = AssignmentGraph::Rule;

void check_parameter(const Parameter& parameter) {
  if (parameter.values.empty()) {
    throw usage_error("the parameter '{}' has no values", parameter.name);
  }
  std::set<Value> seen;
  for (const auto& value : parameter.values) {
    if (!seen.insert(value).second) {
      throw usage_error("the parameter '{}' lists the value {} twice", parameter.name,
                        to_string(value));
    }
  }
  if (!seen.contains(parameter.default_value)) {
    throw usage_error("the default {} of the parameter '{}' is not one of its values",
                      to_string(parameter.default_value), parameter.name);
  }
}

std::optional<std::uint32_t> index_of_value(const Parameter& parameter, const Value& value) {
  const auto at = std::find(parameter.values.begin(), parameter.values.end(), value);
  if (at == parameter.values.end()) return std::nullopt;
  return static_cast<std::uint32_t>(at - parameter.values.begin());
}

std::string value_list(const std::vector<Value>& values) {
  std::vector<std::string> texts;
  for (const auto& value : values) texts.push_back(to_string(value));
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

// Slot k of every expression is parameter k, then come the constants.
struct SearchSpace::Impl {
  // A condition or constraint with what its evaluation has met.
  struct Requirement {
    std::string title;  // "the constraint 'a <= b'", for messages
    Expression expression;
    // Of a condition: its parameter, which is at its default where the expression is false.
    std::optional<std::size_t> conditional;
    std::uint32_t default_index = 0;
    std::vector<std::size_t> variables;  // parameters it depends on
    bool failed = false;                 // an evaluation threw
  };

  Impl(std::vector<Parameter> given, std::vector<Constraint> given_constraints,
       std::map<std::string, Value> given_constants)
      : parameters(std::move(given)),
        constraints(std::move(given_constraints)),
        constants(std::move(given_constants)) {
    bind_names();
    add_conditions();
    for (const auto& constraint : constraints) {
      add(fmt::format("the constraint '{}'", constraint.expression), constraint.expression);
    }
    graph.emplace(sizes, rules(requirements.size()));
    for (auto& requirement : requirements) {
      if (requirement.failed) report_failure(requirement);
    }
    if (graph->size() == 0) throw_empty();
  }

  Impl(std::vector<Parameter> given, const std::vector<std::vector<std::uint32_t>>& assignments)
      : parameters(std::move(given)), listed(true) {
    bind_names();
    add_conditions();
    check_list(assignments);
    const SortedAssignments list(sizes, assignments);
    if (const auto twins = list.duplicate()) {
      throw usage_error("the configurations {} and {} of the list are the same: {}", twins->first,
                        twins->second, to_string(bindings(assignments[twins->first])));
    }
    graph.emplace(list);
  }

  void check_list(const std::vector<std::vector<std::uint32_t>>& assignments) {
    if (assignments.empty()) throw usage_error("no configuration is listed");
    for (std::size_t row = 0; row < assignments.size(); ++row) {
      const auto& assignment = assignments[row];
      if (assignment.size() != sizes.size()) {
        throw usage_error("the configuration {} of the list has {} indices for {} parameters", row,
                          assignment.size(), sizes.size());
      }
      for (std::size_t k = 0; k < sizes.size(); ++k) {
        if (assignment[k] < sizes[k]) continue;
        throw usage_error(
            "the configuration {} of the list has the index {} for the parameter '{}', which has "
            "{} values",
            row, assignment[k], parameters[k].name, sizes[k]);
      }
      if (requirements.empty()) continue;
      const std::string excluded = why_excluded(assignment);
      if (!excluded.empty()) {
        throw usage_error("the configuration {} of the list is {}", row, excluded);
      }
    }
  }

  void bind_names() {
    for (const auto& parameter : parameters) {
      check_parameter(parameter);
      if (std::find(names.begin(), names.end(), parameter.name) != names.end()) {
        throw usage_error("there are two parameters named '{}'", parameter.name);
      }
      names.push_back(parameter.name);
      sizes.push_back(static_cast<std::uint32_t>(parameter.values.size()));
      auto& scalars = values.emplace_back();
      for (const auto& value : parameter.values) scalars.push_back(Scalar::of(value));
    }
    slots.resize(parameters.size());
    for (const auto& [name, value] : constants) {
      names.push_back(name);
      slots.push_back(Scalar::of(value));
    }
  }

  void add_conditions() {
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      if (!parameters[k].condition.empty()) add_condition(k);
    }
    first_constraint = requirements.size();
  }

  void add_condition(std::size_t k) {
    const Parameter& parameter = parameters[k];
    auto& requirement = add(fmt::format("the condition '{}' of the parameter '{}'",
                                        parameter.condition, parameter.name),
                            parameter.condition);
    requirement.conditional = k;
    requirement.default_index = *index_of_value(parameter, parameter.default_value);
    auto& variables = requirement.variables;
    if (std::find(variables.begin(), variables.end(), k) == variables.end()) {
      variables.push_back(k);
    }
  }

  Requirement& add(const std::string& title, const std::string& text) {
    try {
      Requirement requirement{title, Expression::parse(text, names), {}, 0, {}};
      for (const std::size_t slot : requirement.expression.slots()) {
        if (slot < parameters.size()) requirement.variables.push_back(slot);
      }
      return requirements.emplace_back(std::move(requirement));
    } catch (const Error& error) {
      throw usage_error("in {}: {}", title, error.what());
    }
  }

  // `indices` belong to requirement.variables.
  bool meets(const Requirement& requirement, std::span<const std::uint32_t> indices) {
    for (std::size_t k = 0; k < indices.size(); ++k) {
      const std::size_t variable = requirement.variables[k];
      slots[variable] = values[variable][indices[k]];
      if (requirement.conditional == variable && indices[k] == requirement.default_index) {
        return true;
      }
    }
    return requirement.expression.holds(slots);
  }

  // The first `count` requirements as rules. Where one cannot be evaluated it admits, for another
  // may exclude the place (b != 0 beside a % b == 0); report_failure looks at what is left.
  std::vector<Rule> rules(std::size_t count) {
    std::vector<Rule> result;
    for (std::size_t k = 0; k < count; ++k) {
      auto& requirement = requirements[k];
      result.push_back({requirement.variables, [this, &requirement](auto indices) {
                          try {
                            return meets(requirement, indices);
                          } catch (const Error&) {
                            return requirement.failed = true;
                          }
                        }});
    }
    return result;
  }

  // Throws if a configuration that all requirements admit is one where this one has no value.
  void report_failure(const Requirement& requirement) {
    auto all = rules(requirements.size());
    all.push_back({requirement.variables, [&](auto indices) {
                     try {
                       (void)meets(requirement, indices);
                       return false;
                     } catch (const Error&) {
                       return true;
                     }
                   }});
    const AssignmentGraph failing(sizes, all);
    if (failing.size() == 0) return;
    const auto assignment = failing.at(0);
    std::vector<std::uint32_t> indices;
    for (const std::size_t variable : requirement.variables) {
      indices.push_back(assignment[variable]);
    }
    try {
      (void)meets(requirement, indices);
    } catch (const Error& error) {
      throw usage_error("{} cannot be evaluated for {}: {}", requirement.title,
                        to_string(bindings(assignment)), error.what());
    }
  }

  // Names the constraint that leaves nothing of what those before it admit.
  [[noreturn]] void throw_empty() {
    std::uint64_t before = 0;
    std::size_t culprit = first_constraint;
    for (std::size_t count = first_constraint;; ++count) {
      const std::uint64_t left = AssignmentGraph(sizes, rules(count)).size();
      if (left == 0) break;
      before = left;
      culprit = count;
    }
    const Constraint& constraint = constraints[culprit - first_constraint];
    throw usage_error(
        "no configuration is left: the constraint '{}' excludes all {} that {} admit{}{}",
        constraint.expression, before,
        culprit == first_constraint ? "the parameter values" : "the constraints before it",
        constants_of(requirements[culprit]), reason_of(constraint));
  }

  static std::string reason_of(const Constraint& constraint) {
    return constraint.reason.empty() ? "" : fmt::format(", because {}", constraint.reason);
  }

  // " (with cores = 2)": what the user cannot see in the expression.
  [[nodiscard]] std::string constants_of(const Requirement& requirement) const {
    std::vector<std::string> texts;
    for (const std::size_t slot : requirement.expression.slots()) {
      if (slot < parameters.size()) continue;
      texts.push_back(fmt::format("{} = {}", names[slot], to_string(constants.at(names[slot]))));
    }
    return texts.empty() ? "" : fmt::format(" (with {})", fmt::join(texts, ", "));
  }

  // The parameters that count in an assignment: those whose condition is not false.
  Bindings bindings(const std::vector<std::uint32_t>& assignment) {
    for (std::size_t k = 0; k < assignment.size(); ++k) slots[k] = values[k][assignment[k]];
    std::vector<bool> counts(assignment.size(), true);
    for (std::size_t r = 0; r < first_constraint; ++r) {
      const Requirement& condition = requirements[r];
      counts[*condition.conditional] = condition.expression.holds(slots);
    }
    Bindings result;
    for (std::size_t k = 0; k < assignment.size(); ++k) {
      if (!counts[k]) continue;
      result.emplace_back(parameters[k].name, parameters[k].values[assignment[k]]);
    }
    return result;
  }

  // The value that a configuration has for a parameter: where it leaves a conditional one out, the
  // default; nullptr where it leaves out another.
  static const Value* value_in(const Bindings& configuration, const Parameter& parameter) {
    const Value* value = find(configuration, parameter.name);
    return value != nullptr || parameter.condition.empty() ? value : &parameter.default_value;
  }

  // The value indices of a configuration; nothing if it is malformed.
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> assignment(
      const Bindings& configuration) const {
    if (!why_malformed(configuration).empty()) return std::nullopt;
    std::vector<std::uint32_t> result;
    for (const auto& parameter : parameters) {
      result.push_back(*index_of_value(parameter, *value_in(configuration, parameter)));
    }
    return result;
  }

  // What is wrong with the names and values of a configuration, before any constraint.
  [[nodiscard]] std::string why_malformed(const Bindings& configuration) const {
    const std::vector<std::string> known(
        names.begin(), names.begin() + static_cast<std::ptrdiff_t>(parameters.size()));
    std::set<std::string> seen;
    for (const auto& [name, value] : configuration) {
      if (!seen.insert(name).second) return fmt::format("'{}' is bound twice", name);
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        return fmt::format("there is no parameter '{}'; {}", name, did_you_mean(name, known));
      }
    }
    for (const auto& parameter : parameters) {
      const Value* value = value_in(configuration, parameter);
      if (value == nullptr) return fmt::format("the parameter '{}' is not bound", parameter.name);
      if (!index_of_value(parameter, *value)) {
        return fmt::format("{} is not a value of '{}', which are {}", to_string(*value),
                           parameter.name, value_list(parameter.values));
      }
    }
    return {};
  }

  std::string why_excluded(const std::vector<std::uint32_t>& assignment) {
    for (std::size_t k = 0; k < requirements.size(); ++k) {
      const auto& requirement = requirements[k];
      std::vector<std::uint32_t> indices;
      for (const std::size_t variable : requirement.variables) {
        indices.push_back(assignment[variable]);
      }
      if (meets(requirement, indices)) continue;
      if (requirement.conditional) {
        const Parameter& parameter = parameters[*requirement.conditional];
        return fmt::format("excluded because '{}' must keep its default {} where '{}' is false",
                           parameter.name, to_string(parameter.default_value), parameter.condition);
      }
      const Constraint& constraint = constraints[k - first_constraint];
      const std::string reason =
          constraint.reason.empty() ? "it violates" : constraint.reason + ":";
      return fmt::format("excluded because {} {}{}", reason, constraint.expression,
                         constants_of(requirement));
    }
    if (listed && graph && !graph->number_of(assignment)) {
      return "excluded because it is not among the configurations listed";
    }
    return {};
  }

  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
  std::map<std::string, Value> constants;
  std::vector<std::string> names;
  std::vector<std::uint32_t> sizes;
  std::vector<std::vector<Scalar>> values;  // of each parameter
  std::vector<Scalar> slots;                // scratch for the parameters, fixed for the constants
  std::vector<Requirement> requirements;    // conditions, then constraints
  std::size_t first_constraint = 0;
  bool listed = false;  // the space is a list, not what requirements admit
  std::optional<AssignmentGraph> graph;
};

SearchSpace::SearchSpace(std::vector<Parameter> parameters, std::vector<Constraint> constraints,
                         std::map<std::string, Value> constants)
    : impl_(std::make_unique<Impl>(std::move(parameters), std::move(constraints),
                                   std::move(constants))) {}
SearchSpace::SearchSpace(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SearchSpace SearchSpace::from_configurations(std::vector<Parameter> parameters,
                                             std::vector<std::vector<std::uint32_t>> assignments) {
  return SearchSpace(std::make_unique<Impl>(std::move(parameters), assignments));
}
SearchSpace::~SearchSpace() = default;
SearchSpace::SearchSpace(SearchSpace&&) noexcept = default;
SearchSpace& SearchSpace::operator=(SearchSpace&&) noexcept = default;

std::uint64_t SearchSpace::size() const { return impl_->graph->size(); }

double SearchSpace::product_size() const {
  double product = 1;
  for (const std::uint32_t size : impl_->sizes) product *= size;
  return product;
}

const std::vector<Parameter>& SearchSpace::parameters() const { return impl_->parameters; }

Bindings SearchSpace::at(std::uint64_t index) const {
  if (index >= size()) {
    throw internal_error("configuration {} of a space of {} was asked for", index, size());
  }
  return impl_->bindings(impl_->graph->at(index));
}

std::optional<std::uint64_t> SearchSpace::index_of(const Bindings& configuration) const {
  const auto assignment = impl_->assignment(configuration);
  return assignment ? impl_->graph->number_of(*assignment) : std::nullopt;
}

std::optional<std::uint64_t> SearchSpace::nearest(const Bindings& given) const {
  std::vector<std::uint32_t> wanted;
  std::vector<bool> fixed;
  std::size_t known = 0;
  for (const auto& parameter : parameters()) {
    const Value* value = find(given, parameter.name);
    const auto index =
        index_of_value(parameter, value == nullptr ? parameter.default_value : *value);
    if (!index) return std::nullopt;
    wanted.push_back(*index);
    fixed.push_back(value != nullptr);
    known += value != nullptr ? 1 : 0;
  }
  if (known != given.size()) return std::nullopt;
  return impl_->graph->nearest(wanted, fixed);
}

std::uint64_t SearchSpace::default_index() const { return *nearest({}); }

std::string SearchSpace::why_excluded(const Bindings& configuration) const {
  std::string malformed = impl_->why_malformed(configuration);
  if (!malformed.empty()) return malformed;
  return impl_->why_excluded(*impl_->assignment(configuration));
}

}  // namespace assay
