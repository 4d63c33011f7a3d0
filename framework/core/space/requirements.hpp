#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/core/expression/residuals.hpp"
#include "framework/core/space/assignment_graph.hpp"
#include "framework/core/space/parameter_values.hpp"
#include "framework/core/space/space_part.hpp"

namespace assay {

// The usage Error for constraints that admit no configuration. The text names the constraint that
// excluded the last ones.
class EmptySpace : public Error {
 public:
  explicit EmptySpace(const std::string& message) : Error(ErrorKind::usage, message) {}
};

// The requirements that the conditions and constraints of a search space make on assignments to its
// parameters. Not safe for use by several threads at once.
class SpaceRequirements {
 public:
  // `values` must outlive this object. Throws usage Error for an unknown name or a bad expression.
  SpaceRequirements(const ParameterValues& values, const std::vector<Constraint>& constraints,
                    std::map<std::string, Value> constants);
  // The requirements of a joint space, whose `values` are those of joint_parameters.
  SpaceRequirements(const ParameterValues& values, std::vector<SpacePart> parts);

  [[nodiscard]] bool empty() const { return requirements_.empty(); }
  // The graph of all assignments that meet the requirements. Throws EmptySpace if there are none,
  // and usage Error if a requirement has no value for an assignment that all others admit.
  [[nodiscard]] AssignmentGraph graph();
  // For each parameter, whether it counts in an assignment: all do whose condition is not false.
  // Throws usage Error if a condition has no value.
  [[nodiscard]] std::vector<bool> counting(std::span<const std::uint32_t> assignment);
  // The reason "excluded because ..." for the first requirement that an assignment does not meet;
  // empty if it meets all.
  [[nodiscard]] std::string why_excluded(std::span<const std::uint32_t> assignment);

 private:
  // A condition or constraint, and the state of its evaluation.
  struct Requirement {
    std::string title;  // "the constraint 'a <= b'", for messages
    Expression expression;
    // The parameter of a condition, which has its default where the expression is false.
    std::optional<std::size_t> conditional;
    std::uint32_t default_index = 0;
    std::vector<std::size_t> variables;  // parameters that it depends on
    bool failed = false;                 // an evaluation threw
    // Set while graphs are built, if the requirement is over too many combinations to be tabulated.
    std::unique_ptr<Residuals> residuals = nullptr;

    [[nodiscard]] std::vector<std::uint32_t> arguments(
        std::span<const std::uint32_t> assignment) const;
  };

  // The names that the expressions of a part may refer to, and where their values stand.
  struct Scope {
    std::vector<std::string> names;
    std::vector<std::size_t> slots;
    std::optional<Value> chosen;  // the value of the choice for which they count; nothing: always
  };

  explicit SpaceRequirements(const ParameterValues& values);
  Scope scope_of(const std::vector<Parameter>& parameters, std::size_t first,
                 std::map<std::string, Value> constants);
  void add_condition(std::size_t parameter, const std::string& text, const Scope& scope);
  void add_constraints(const std::vector<Constraint>& constraints, const Scope& scope);
  Requirement& add(const std::string& title, const std::string& text, const Scope& scope,
                   bool unless_chosen);
  bool meets(const Requirement& requirement, std::span<const std::uint32_t> arguments);
  Residuals& residuals(Requirement& requirement);
  std::vector<AssignmentGraph::Rule> rules(std::size_t count);
  AssignmentGraph::Rule rule_of(Requirement& requirement, Residuals::Part part);
  AssignmentGraph::Rule failure_of(Requirement& requirement);
  void report_failure(Requirement& requirement);
  [[noreturn]] void throw_empty();
  [[nodiscard]] std::string constants_of(const Requirement& requirement) const;

  const ParameterValues& values_;
  std::vector<Constraint> constraints_;
  // Slot k of every expression is parameter k; the slots of the constants follow.
  std::deque<std::pair<std::string, Value>> constants_;
  std::vector<Scalar> slots_;                 // scratch for the parameters
  std::vector<std::vector<Scalar>> scalars_;  // the values of each parameter
  std::vector<Requirement> requirements_;     // conditions, then constraints
  std::size_t first_constraint_ = 0;
};

// The reason "excluded because ..." for the first constraint or condition that one configuration
// does not meet; empty if it meets all. Parameters that it leaves out have their defaults, and hide
// constants of their name. Which values are allowed is not looked at: no space is made, however
// large it would be. Throws usage Error for an unknown name or a bad expression.
[[nodiscard]] std::string why_excluded(const Bindings& configuration,
                                       std::vector<Parameter> parameters,
                                       const std::vector<Constraint>& constraints,
                                       std::map<std::string, Value> constants);

}  // namespace assay
