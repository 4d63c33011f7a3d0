#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "framework/core/expression/expression.hpp"
#include "framework/core/expression/residual_algebra.hpp"

namespace assay {

// What is left of an expression while its variables become known one after the other, in any
// order: partially evaluated ("Partial Evaluation and Automatic Program Generation", Jones, Gomard
// and Sestoft 1993) and simplified. Each such residual has a number, and equal ones have one
// number: after a = 3, b = 4 and after a = 5, b = 2 the same is left of a + b + c + d == 20.
// Equality is that of a normal form, so it is found often but not always.
//
// Where the bounds of what is still unknown decide, the state is final before all is known. A final
// state is what Expression::holds comes to for all values that the rest may have.
//
// Memory grows with the states met. Not safe for use by several threads at once.
class Residuals {
 public:
  using State = std::uint32_t;
  static constexpr State no = ResidualAlgebra::no;
  static constexpr State yes = ResidualAlgebra::yes;
  static constexpr State failed = ResidualAlgebra::failure;  // evaluation throws

  // Where a variable has a value by which the expression counts as true, if it has a value at all.
  struct Exemption {
    std::size_t variable;
    std::uint32_t index;
  };

  // Slot k of the expression is variable k with the values[k], which are borrowed like the
  // expression; slots from values.size() on are constants, as in `slots`.
  Residuals(const Expression& expression, const std::vector<std::vector<Scalar>>& values,
            std::span<const Scalar> slots, std::optional<Exemption> exemption = std::nullopt);

  [[nodiscard]] State start() const { return start_; }

  // The expression holds where all of its parts do. All but the last have a value everywhere, and
  // it has none where the others hold and the last has none.
  struct Part {
    State start;
    std::vector<std::size_t> variables;  // it depends on, ascending
  };
  [[nodiscard]] std::vector<Part> parts();

  // What is left of `state` if the variable has its value of that index. Throws usage Error where
  // the states become too many.
  State bind(State state, std::size_t variable, std::uint32_t index);
  // The final state of a part with these indices of its variables; as from bind, and sooner.
  [[nodiscard]] State finish(const Part& part, std::span<const std::uint32_t> indices);
  // All that was ever kept; the measure of memory.
  [[nodiscard]] std::size_t nodes() const { return algebra_.nodes().size(); }

 private:
  using Id = ResidualAlgebra::Id;
  struct Reading;

  Id read(const ExpressionCode& code, std::span<const Scalar> slots);
  void collect_variables(Id node, std::vector<bool>& seen, std::vector<std::size_t>& found) const;
  [[nodiscard]] std::size_t variable_of(const ResidualNode& slot) const;
  void know(std::size_t variable, std::uint32_t index);
  Id substitute(Id node, std::size_t variable);
  // Of nodes all of whose slots are known; nothing where there is no value.
  [[nodiscard]] State final_state(State state) const;
  [[nodiscard]] std::optional<Scalar> value(Id id) const;
  [[nodiscard]] std::optional<Scalar> value_of_integers(Id id) const;

  const std::vector<std::vector<Scalar>>& values_;
  ResidualAlgebra algebra_;
  std::optional<Exemption> exemption_;
  std::vector<Scalar> exempt_;  // the values of one slot more, which stands for it
  State start_ = no;
  std::vector<Scalar> known_;  // scratch: of each slot
  // Scratch of bind: what nodes have become, and in which call.
  std::vector<std::pair<std::uint32_t, Id>> bound_;
  std::uint32_t call_ = 0;
};

}  // namespace assay
