#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "framework/core/expression/expression.hpp"
#include "framework/core/expression/residual_algebra.hpp"
#include "framework/core/expression/residual_columns.hpp"
#include "framework/core/expression/residual_tables.hpp"

namespace assay {

// The residuals of an expression whose variables become known one after the other, in any order:
// what is left of it after partial evaluation ("Partial Evaluation and Automatic Program
// Generation", Jones, Gomard and Sestoft 1993) and simplification. Each residual has a number, and
// equal residuals share one: after a = 3, b = 4 and after a = 5, b = 2 the same is left of a + b +
// c + d == 20. Equality is that of a normal form, so it is detected often but not always. Once the
// unknown variables have few combinations of values, the residual is the table of its results:
// then all equal residuals are one, and to bind another variable is to take a part of the table.
//
// If the bounds of the unknown variables decide the result, the state is final before all variables
// are known. A final state is the result of Expression::holds for all values that the unknown
// variables may have.
//
// Memory grows with the number of states that occur. Not safe for use by several threads at once.
class Residuals {
 public:
  using State = std::uint32_t;
  static constexpr State no = ResidualAlgebra::no;
  static constexpr State yes = ResidualAlgebra::yes;
  static constexpr State failed = ResidualAlgebra::failure;  // evaluation throws

  // A value of a variable for which the expression counts as true, provided that it has a value at
  // all.
  struct Exemption {
    std::size_t variable;
    std::uint32_t index;
  };

  // Slot k of the expression is variable k, whose values are values[k]; slots from values.size() on
  // are constants, taken from `slots`. The expression and `values` are borrowed.
  Residuals(const Expression& expression, const std::vector<std::vector<Scalar>>& values,
            std::span<const Scalar> slots, std::optional<Exemption> exemption = std::nullopt);
  Residuals(const Residuals&) = delete;
  Residuals& operator=(const Residuals&) = delete;

  [[nodiscard]] State start() const { return start_; }

  // A conjunct of the expression, which holds where all of its parts hold. All parts but the last
  // have a value everywhere; the expression has none where the others hold and the last has none.
  struct Part {
    State start;
    std::vector<std::size_t> variables;  // that the part depends on, ascending
  };
  [[nodiscard]] std::vector<Part> parts();

  // The residual of `state` when the variable has its value number `index`. Throws usage Error if
  // the states become too many.
  State bind(State state, std::size_t variable, std::uint32_t index);
  // The final state of a part, given the indices of its variables' values; the same as from
  // repeated calls of bind, but faster.
  [[nodiscard]] State finish(const Part& part, std::span<const std::uint32_t> indices);
  // The number of all nodes ever stored, the measure of memory.
  [[nodiscard]] std::size_t nodes() const { return algebra_.nodes().size(); }

 private:
  using Id = ResidualAlgebra::Id;
  // States up to here are numbers of nodes, those from here on `first_table` plus that of a table.
  static constexpr State first_table = State{1} << 31;
  static constexpr State unknown = std::numeric_limits<State>::max();
  struct Reading;

  Id read(const ExpressionCode& code, std::span<const Scalar> slots);
  void collect_variables(Id node, std::vector<bool>& seen, std::vector<std::size_t>& found) const;
  [[nodiscard]] std::size_t variable_of(const ResidualNode& slot) const;
  void know(std::size_t variable, std::uint32_t index);
  Id substitute(Id node, std::size_t variable);
  State tabulated(Id node);
  [[nodiscard]] bool can_tabulate(Id node, std::span<const std::size_t> variables);
  void tabulate(Id node, std::span<const std::size_t> variables);
  static State state_of(const ResidualTables::Function& function);
  // Evaluate a node all of whose slots are known; `failed`, or nothing, if it has no value.
  [[nodiscard]] State final_state(State state) const;
  [[nodiscard]] std::optional<Scalar> value(Id id) const;
  [[nodiscard]] std::optional<Scalar> value_of_integers(Id id) const;

  const std::vector<std::vector<Scalar>>& values_;
  ResidualAlgebra algebra_;
  std::optional<Exemption> exemption_;
  std::vector<Scalar> exempt_;  // values of the additional slot that stands for the exemption
  ResidualColumns columns_;
  ResidualTables tables_;
  std::vector<State> tabulated_;  // for each node: the state that takes its place, or `unknown`
  std::vector<std::uint8_t> results_;  // scratch of tabulated
  State start_ = no;
  std::vector<Scalar> known_;  // scratch: the value of each known slot
  // Scratch of bind: for each node, the call that last replaced it, and its replacement.
  std::vector<std::pair<std::uint32_t, Id>> bound_;
  std::uint32_t call_ = 0;
};

}  // namespace assay
