#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "framework/core/expression/residual_nodes.hpp"

namespace assay {

// Builds ResidualNodes in a normal form, so that parts of expressions that have the same value for
// all values of their slots are mostly one node. The value of a node is exactly the result of
// Expression::evaluate for its part: constants are folded by the operators of the evaluation, real
// arithmetic keeps its order, integers are rearranged only where no order overflows, and `and` and
// `or` keep every term that decides whether there is a value at all.
class ResidualAlgebra {
 public:
  using Id = ResidualNodes::Id;
  using Term = ResidualNodes::Term;
  // Three nodes that always exist: the values 0 and 1, and the part that has no value.
  static constexpr Id no = 0;
  static constexpr Id yes = 1;
  static constexpr Id failure = 2;

  ResidualAlgebra();

  [[nodiscard]] const ResidualNodes& nodes() const { return nodes_; }

  // Applies an operator to known values; nothing if there is no result. b is ignored if there is
  // only one operand.
  static std::optional<Scalar> apply(Opcode opcode, const Scalar& a, const Scalar& b);

  Id constant(const Scalar& value);
  Id integer(std::int64_t value) { return constant(Scalar::of(value)); }
  // The node of an unknown slot that will have one of the `values`. `reads` is one bit.
  Id slot(std::size_t number, std::span<const Scalar> values, std::uint64_t reads);
  // Applies a unary operator, an opcode from negate to truth.
  Id unary(Opcode opcode, Id a);
  // Applies a binary operator, an opcode from add to greater_equal.
  Id binary(Opcode opcode, Id a, Id b);
  // 1 if the value of `a` counts as true, else 0.
  Id truth(Id a);
  // Combines terms that are 0 or 1 by and_then or or_else.
  Id logic(Opcode opcode, std::span<const Id> terms);
  // `then` or `otherwise`, by a condition that is 1 or 0.
  Id choice(Id condition, Id then, Id otherwise);
  // The node with `terms` in place of its own terms, which differ only by slots that have become
  // known.
  Id with_terms(Id node, std::span<const Id> terms);

 private:
  // A sum: `constant` plus the terms, each multiplied by its factor.
  struct Linear {
    std::vector<Term> terms;
    std::int64_t constant = 0;
  };

  Id insert(ResidualNode::Op op, Opcode opcode, const Scalar& scalar, std::span<const Term> terms);
  Id operation(Opcode opcode, std::span<const Term> terms);
  Id folded(Opcode opcode, Id a, Id b);
  Id integer_binary(Opcode opcode, Id a, Id b);
  [[nodiscard]] bool is_total(Id id) const { return nodes_[id].total; }

  // Sums and products of integers; nothing if combining the terms could overflow.
  [[nodiscard]] double weight(const Term& term) const;
  [[nodiscard]] std::optional<Linear> linear(std::span<const Term> terms,
                                             std::int64_t constant) const;
  void normalize(Linear& sum) const;
  Id sum_node(const Linear& sum);
  std::optional<Id> try_sum(std::span<const Term> terms);
  Id sum(std::span<const Term> terms, std::int64_t constant);
  std::optional<Id> product(std::span<const Id> factors, bool checked);
  Id extreme(Opcode opcode, std::span<const Id> terms);
  Id reduced(Id a, std::int64_t modulus);

  // Comparisons and logic.
  Id comparison(Opcode opcode, Id a, Id b);
  std::optional<Id> real_threshold(Opcode opcode, Id a, double threshold);
  Id compare_to_zero(Opcode opcode, Linear difference);
  Id threshold(Opcode opcode, Id a, std::int64_t threshold);
  std::optional<Id> extreme_threshold(const Term& extreme, std::int64_t threshold);
  Id negation(Id a);
  [[nodiscard]] std::vector<Id> flattened(Opcode opcode, std::span<const Id> terms) const;

  ResidualNodes nodes_;
};

}  // namespace assay
