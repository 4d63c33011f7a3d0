#include "framework/core/expression/residual_algebra.hpp"

#include <string>

#include "framework/core/error.hpp"
#include "framework/core/expression/arithmetic.hpp"

namespace assay {
namespace {

using Op = ResidualNode::Op;

}  // namespace

ResidualAlgebra::ResidualAlgebra() {
  (void)integer(0);
  (void)integer(1);
  (void)nodes_.insert({}, {});
}

ResidualAlgebra::Id ResidualAlgebra::constant(const Scalar& value) {
  return insert(Op::constant, Opcode::literal, value, {});
}

ResidualAlgebra::Id ResidualAlgebra::slot(std::size_t number, std::span<const Scalar> values,
                                          std::uint64_t reads) {
  if (values.size() == 1) return constant(values.front());
  ResidualNode node;
  node.op = Op::slot;
  node.scalar = Scalar::of(static_cast<std::int64_t>(number));
  node.reads = reads;
  bool first = true;
  for (const Scalar& value : values) {
    if (value.kind == Scalar::Kind::text) {
      node.kinds |= ResidualNode::text;
    } else if (value.kind == Scalar::Kind::real) {
      node.kinds |= ResidualNode::real;
    } else {
      const IntegerRange range{value.integer, value.integer};
      node.range = first ? range : node.range.hull(range);
      node.kinds |= ResidualNode::integer;
      first = false;
    }
  }
  return nodes_.insert(node, {});
}

// Inserts the node with these parts, or the constant if that is the only value the node can have.
ResidualAlgebra::Id ResidualAlgebra::insert(Op op, Opcode opcode, const Scalar& scalar,
                                            std::span<const Term> terms) {
  ResidualNode node;
  node.op = op;
  node.opcode = opcode;
  node.scalar = scalar;
  const Id id = nodes_.insert(node, terms);
  const ResidualNode& made = nodes_[id];
  const bool known = made.total && made.is_integer() && made.range.low == made.range.high;
  return op != Op::constant && known ? integer(made.range.low) : id;
}

ResidualAlgebra::Id ResidualAlgebra::operation(Opcode opcode, std::span<const Term> terms) {
  return insert(Op::operation, opcode, {}, terms);
}

std::optional<Scalar> ResidualAlgebra::apply(Opcode opcode, const Scalar& a, const Scalar& b) {
  static const std::string no_text;
  const ExpressionArithmetic arithmetic(no_text);
  try {
    return opcode >= Opcode::negate ? arithmetic.unary({opcode}, a)
                                    : arithmetic.binary({opcode}, a, b);
  } catch (const Error&) {
    return std::nullopt;
  }
}

// Folds an operator of constants; b is ignored if there is only one operand.
ResidualAlgebra::Id ResidualAlgebra::folded(Opcode opcode, Id a, Id b) {
  const auto result = apply(opcode, nodes_[a].scalar, nodes_[b].scalar);
  return result ? constant(*result) : failure;
}

ResidualAlgebra::Id ResidualAlgebra::unary(Opcode opcode, Id a) {
  const ResidualNode node = nodes_[a];
  if (node.op == Op::failure || node.is_text()) return failure;
  if (opcode == Opcode::truth) return truth(a);
  if (opcode == Opcode::negation) return negation(truth(a));
  if (node.op == Op::constant) return folded(opcode, a, a);
  if (node.is_integer() && opcode == Opcode::absolute && node.range.low >= 0) return a;
  const bool negates =
      opcode == Opcode::negate || (opcode == Opcode::absolute && node.range.high <= 0);
  if (node.is_integer() && negates) {
    if (const auto negated = try_sum({{{-1, a}}})) return *negated;
  }
  return operation(opcode, {{{1, a}}});
}

ResidualAlgebra::Id ResidualAlgebra::binary(Opcode opcode, Id a, Id b) {
  const ResidualNode x = nodes_[a];
  const ResidualNode y = nodes_[b];
  if (x.op == Op::failure || y.op == Op::failure) return failure;
  if (x.op == Op::constant && y.op == Op::constant) return folded(opcode, a, b);
  if (opcode >= Opcode::equal) return comparison(opcode, a, b);
  if (x.is_text() || y.is_text()) return failure;
  if (x.is_integer() && y.is_integer()) return integer_binary(opcode, a, b);
  return operation(opcode, {{{1, a}, {1, b}}});
}

ResidualAlgebra::Id ResidualAlgebra::integer_binary(Opcode opcode, Id a, Id b) {
  if (opcode == Opcode::minimum || opcode == Opcode::maximum) return extreme(opcode, {{a, b}});
  std::optional<Id> moved;
  if (opcode == Opcode::add) moved = try_sum({{{1, a}, {1, b}}});
  if (opcode == Opcode::subtract) moved = try_sum({{{1, a}, {-1, b}}});
  if (opcode == Opcode::multiply) moved = product({{a, b}}, true);
  if (moved) return *moved;
  const ResidualNode y = nodes_[b];
  if (opcode == Opcode::modulo && y.op == Op::constant && y.scalar.integer > 0) {
    a = reduced(a, y.scalar.integer);
    if (nodes_[a].op == Op::constant) return folded(opcode, a, b);
    if (nodes_[a].range.within(0, y.scalar.integer - 1)) return a;
  }
  return operation(opcode, {{{1, a}, {1, b}}});
}

ResidualAlgebra::Id ResidualAlgebra::with_terms(Id node, std::span<const Id> terms) {
  const ResidualNode old = nodes_[node];
  switch (old.op) {
    case Op::sum:
    case Op::comparison: {
      const auto before = nodes_.terms(node);
      std::vector<Term> changed(before.begin(), before.end());
      for (std::size_t k = 0; k < changed.size(); ++k) changed[k].node = terms[k];
      if (old.op == Op::sum) return sum(changed, old.scalar.integer);
      if (terms[0] == failure) return failure;
      const auto difference = linear(changed, -old.scalar.integer);
      return compare_to_zero(old.opcode,
                             difference ? *difference : Linear{changed, -old.scalar.integer});
    }
    case Op::product:
      return *product(terms, false);
    case Op::extreme:
      return extreme(old.opcode, terms);
    case Op::operation:
      return terms.size() == 1 ? unary(old.opcode, terms[0])
                               : binary(old.opcode, terms[0], terms[1]);
    case Op::logic:
      return logic(old.opcode, terms);
    case Op::choice:
      return choice(terms[0], terms[1], terms[2]);
    default:
      return node;
  }
}

}  // namespace assay
