#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "framework/core/expression/residual_nodes.hpp"

namespace assay {

// Builds ResidualNodes in a normal form, so that parts of expressions that have the same value
// whatever becomes of their slots are mostly one node. What a node stands for is exactly what
// Expression::evaluate makes of the part: constants are folded by its own operators, real
// arithmetic keeps its order, integers are only moved about where no order overflows, and of `and`
// and `or` nothing is dropped that decides whether there is a value at all.
class ResidualAlgebra {
 public:
  using Id = ResidualNodes::Id;
  using Term = ResidualNodes::Term;
  // Three nodes that are always there.
  static constexpr Id no = 0;
  static constexpr Id yes = 1;
  static constexpr Id failure = 2;

  ResidualAlgebra();

  [[nodiscard]] const ResidualNodes& nodes() const { return nodes_; }

  // What an operator makes of known values, nothing if there is no result; of one operand, b is
  // ignored.
  static std::optional<Scalar> apply(Opcode opcode, const Scalar& a, const Scalar& b);

  Id constant(const Scalar& value);
  Id integer(std::int64_t value) { return constant(Scalar::of(value)); }
  // One that will have one of the `values`. `reads` is one bit.
  Id slot(std::size_t number, std::span<const Scalar> values, std::uint64_t reads);
  // Opcodes from negate to truth.
  Id unary(Opcode opcode, Id a);
  // Opcodes from add to greater_equal.
  Id binary(Opcode opcode, Id a, Id b);
  // Of what counts as true, 1, else 0.
  Id truth(Id a);
  // and_then or or_else of terms that are 0 or 1.
  Id logic(Opcode opcode, std::span<const Id> terms);
  // `condition` is 0 or 1.
  Id choice(Id condition, Id then, Id otherwise);
  // The node with other terms in place of its own, which are the same but for slots that have
  // become known.
  Id with_terms(Id node, std::span<const Id> terms);

 private:
  // constant + the terms by their factors.
  struct Linear {
    std::vector<Term> terms;
    std::int64_t constant = 0;
  };

  Id insert(ResidualNode::Op op, Opcode opcode, const Scalar& scalar, std::span<const Term> terms);
  Id operation(Opcode opcode, std::span<const Term> terms);
  Id folded(Opcode opcode, Id a, Id b);
  Id integer_binary(Opcode opcode, Id a, Id b);
  [[nodiscard]] bool is_total(Id id) const { return nodes_[id].total; }

  // Sums and products of integers, nothing where they may not be put together.
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
