#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/core/expression/residuals.hpp"
#include "framework/core/space/assignment_graph.hpp"
#include "framework/core/space/parameter_values.hpp"

namespace assay {

// A usage Error: the constraints admit nothing. The text names the one that left nothing.
class EmptySpace : public Error {
 public:
  explicit EmptySpace(const std::string& message) : Error(ErrorKind::usage, message) {}
};

// What the conditions and constraints of a search space ask of assignments to its parameters.
// Not safe for use by several threads at once.
class SpaceRequirements {
 public:
  // `values` must outlive it. Throws usage Error for an unknown name or a bad expression.
  SpaceRequirements(const ParameterValues& values, std::vector<Constraint> constraints,
                    std::map<std::string, Value> constants);

  [[nodiscard]] bool empty() const { return requirements_.empty(); }
  // All assignments that meet them. Throws EmptySpace if there are none, and usage Error for a
  // requirement without value where all others admit.
  [[nodiscard]] AssignmentGraph graph();
  // Which parameters count in an assignment: those whose condition is not false. Throws usage Error
  // where a condition has no value.
  [[nodiscard]] std::vector<bool> counting(std::span<const std::uint32_t> assignment);
  // "excluded because ..." of the first requirement that an assignment does not meet; empty if it
  // meets all.
  [[nodiscard]] std::string why_excluded(std::span<const std::uint32_t> assignment);

 private:
  // A condition or constraint with what its evaluation has met.
  struct Requirement {
    std::string title;  // "the constraint 'a <= b'", for messages
    Expression expression;
    // Of a condition: its parameter, which is at its default where the expression is false.
    std::optional<std::size_t> conditional;
    std::uint32_t default_index = 0;
    std::vector<std::size_t> variables;  // parameters it depends on
    bool failed = false;                 // an evaluation threw
    // Of one over too many variables to be tabulated, while graphs are built.
    std::unique_ptr<Residuals> residuals = nullptr;

    [[nodiscard]] std::vector<std::uint32_t> arguments(
        std::span<const std::uint32_t> assignment) const;
  };

  void add_condition(std::size_t parameter);
  Requirement& add(const std::string& title, const std::string& text);
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
  std::map<std::string, Value> constants_;
  // Slot k of every expression is parameter k, then come the constants.
  std::vector<std::string> names_;
  std::vector<Scalar> slots_;                 // scratch for the parameters
  std::vector<std::vector<Scalar>> scalars_;  // the values of each parameter
  std::vector<Requirement> requirements_;     // conditions, then constraints
  std::size_t first_constraint_ = 0;
};

}  // namespace assay
