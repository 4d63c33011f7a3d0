#include "framework/core/residual_algebra.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/expression_arithmetic.hpp"

namespace assay {
namespace {

using Op = ResidualNode::Op;

// Sums and products up to here are moved about: no partial one, and no constant that comes of it,
// needs more than 62 bits, even by the rounded arithmetic that weighs them.
constexpr double heaviest = 0x1p61;

std::int64_t floor_modulo(std::int64_t a, std::int64_t modulus) {
  const std::int64_t rest = a % modulus;
  return rest < 0 ? rest + modulus : rest;
}

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

// A node by its parts, or the constant that it can only be.
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

// An operator of constants; of one operand, b is ignored.
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
  if (node.is_integer() && (opcode == Opcode::negate || opcode == Opcode::absolute)) {
    if (opcode == Opcode::absolute && node.range.low >= 0) return a;
    const bool negative = opcode == Opcode::negate || node.range.high <= 0;
    const bool total = range_of_unary(opcode, node.range).total;
    if (const auto negated = negative && total ? try_sum({{{-1, a}}}) : std::nullopt) {
      return *negated;
    }
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
  const ResidualNode x = nodes_[a];
  const ResidualNode y = nodes_[b];
  if (opcode == Opcode::minimum || opcode == Opcode::maximum) return extreme(opcode, {{a, b}});
  const bool total = opcode != Opcode::divide && combine_ranges(opcode, x.range, y.range).total;
  std::optional<Id> moved;
  if (opcode == Opcode::add && total) moved = try_sum({{{1, a}, {1, b}}});
  if (opcode == Opcode::subtract && total) moved = try_sum({{{1, a}, {-1, b}}});
  if (opcode == Opcode::multiply && total) moved = product({{a, b}}, true);
  if (moved) return *moved;
  if (opcode == Opcode::modulo && y.op == Op::constant && y.scalar.integer > 0) {
    a = reduced(a, y.scalar.integer);
    if (nodes_[a].op == Op::constant) return folded(opcode, a, b);
    if (nodes_[a].range.within(0, y.scalar.integer - 1)) return a;
  }
  return operation(opcode, {{{1, a}, {1, b}}});
}

double ResidualAlgebra::weight(const Term& term) const {
  return std::abs(static_cast<double>(term.factor)) * nodes_[term.node].weight;
}

// The sum, those among its terms taken apart.
std::optional<ResidualAlgebra::Linear> ResidualAlgebra::linear(std::span<const Term> terms,
                                                               std::int64_t constant) const {
  double heavy = std::abs(static_cast<double>(constant));
  for (const Term& term : terms) heavy += weight(term);
  if (!(heavy <= heaviest)) return std::nullopt;
  Linear result{{}, constant};
  for (const auto& [factor, id] : terms) {
    const ResidualNode& node = nodes_[id];
    if (node.op == Op::constant) {
      result.constant += factor * node.scalar.integer;
    } else if (node.op == Op::sum) {
      result.constant += factor * node.scalar.integer;
      for (const auto& inner : nodes_.terms(id)) {
        result.terms.push_back({factor * inner.factor, inner.node});
      }
    } else {
      result.terms.push_back({factor, id});
    }
  }
  normalize(result);
  return result;
}

// Sorts the terms and combines equal ones. One that is left 0 times stays if it may have no value.
void ResidualAlgebra::normalize(Linear& sum) const {
  auto& terms = sum.terms;
  std::sort(terms.begin(), terms.end(),
            [](const Term& a, const Term& b) { return a.node < b.node; });
  std::vector<Term> kept;
  for (const Term& term : terms) {
    if (!kept.empty() && kept.back().node == term.node) {
      kept.back().factor += term.factor;
    } else {
      kept.push_back(term);
    }
  }
  std::erase_if(kept, [&](const Term& term) { return term.factor == 0 && is_total(term.node); });
  terms = std::move(kept);
}

ResidualAlgebra::Id ResidualAlgebra::sum_node(const Linear& sum) {
  if (sum.terms.empty()) return integer(sum.constant);
  const bool plain = sum.terms.size() == 1 && sum.terms[0].factor == 1 && sum.constant == 0;
  if (plain) return sum.terms[0].node;
  return insert(Op::sum, Opcode::add, Scalar::of(sum.constant), sum.terms);
}

std::optional<ResidualAlgebra::Id> ResidualAlgebra::try_sum(std::span<const Term> terms) {
  const auto sum = linear(terms, 0);
  return sum ? std::optional(sum_node(*sum)) : std::nullopt;
}

// A sum that is known not to overflow. Where it is too heavy to be taken apart, it stays as it is:
// its terms are still within what they were when it was found light enough.
ResidualAlgebra::Id ResidualAlgebra::sum(std::span<const Term> terms, std::int64_t constant) {
  for (const Term& term : terms) {
    if (term.node == failure) return failure;
  }
  if (const auto light = linear(terms, constant)) return sum_node(*light);
  Linear whole{{}, constant};
  for (const auto& [factor, id] : terms) {
    if (nodes_[id].op == Op::constant) {
      whole.constant += factor * nodes_[id].scalar.integer;
    } else {
      whole.terms.push_back({factor, id});
    }
  }
  normalize(whole);
  return sum_node(whole);
}

// With `checked`, nothing where partial products might overflow; without, that is known not to be.
std::optional<ResidualAlgebra::Id> ResidualAlgebra::product(std::span<const Id> factors,
                                                            bool checked) {
  std::vector<Term> parts;
  double heavy = 1;
  for (const Id id : factors) {
    if (id == failure) return failure;
    // A multiple counts as its factor and what that multiplies.
    const ResidualNode& node = nodes_[id];
    const bool multiple = node.op == Op::sum && node.scalar.integer == 0 && node.terms == 1;
    const Term part = multiple ? nodes_.terms(id).front() : Term{1, id};
    heavy *= std::max(1.0, weight(part));
    parts.push_back(part);
  }
  if (checked && !(heavy <= heaviest)) return std::nullopt;
  std::int64_t factor = 1;
  std::vector<Term> kept;
  for (const Term& part : parts) {
    const ResidualNode& node = nodes_[part.node];
    factor *= part.factor;
    if (node.op == Op::constant) {
      factor *= node.scalar.integer;
    } else if (node.op == Op::product && heavy <= heaviest) {
      std::ranges::copy(nodes_.terms(part.node), std::back_inserter(kept));
    } else {
      kept.push_back({1, part.node});
    }
  }
  if (kept.empty()) return integer(factor);
  std::sort(kept.begin(), kept.end(), [](const Term& a, const Term& b) { return a.node < b.node; });
  const Id rest =
      kept.size() == 1 ? kept.front().node : insert(Op::product, Opcode::multiply, {}, kept);
  return sum({{{factor, rest}}}, 0);
}

ResidualAlgebra::Id ResidualAlgebra::extreme(Opcode opcode, std::span<const Id> terms) {
  std::vector<Term> parts;
  for (const Id id : terms) {
    if (id == failure) return failure;
    const ResidualNode& node = nodes_[id];
    if (node.op == Op::extreme && node.opcode == opcode) {
      std::ranges::copy(nodes_.terms(id), std::back_inserter(parts));
    } else {
      parts.push_back({1, id});
    }
  }
  // Higher is nearer to the extreme: of the rest, only what may be beyond the least of the best
  // term counts, or what may have no value.
  const auto reach = [&](const Term& term) {
    const IntegerRange& range = nodes_[term.node].range;
    return opcode == Opcode::maximum ? std::pair(range.low, range.high)
                                     : std::pair(-1 - range.high, -1 - range.low);
  };
  std::sort(parts.begin(), parts.end(),
            [](const Term& a, const Term& b) { return a.node < b.node; });
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  const Term best = *std::max_element(
      parts.begin(), parts.end(),
      [&](const auto& a, const auto& b) { return reach(a).first < reach(b).first; });
  const std::int64_t least = reach(best).first;
  std::erase_if(parts, [&](const Term& term) {
    return !(term == best) && is_total(term.node) && reach(term).second <= least;
  });
  return parts.size() == 1 ? parts.front().node : insert(Op::extreme, opcode, {}, parts);
}

// Something that leaves the same rest, from as few multiples as there are.
ResidualAlgebra::Id ResidualAlgebra::reduced(Id a, std::int64_t modulus) {
  if (nodes_[a].op != Op::sum) return a;
  const auto before = nodes_.terms(a);
  std::vector<Term> terms(before.begin(), before.end());
  for (Term& term : terms) term.factor = floor_modulo(term.factor, modulus);
  const auto sum = linear(terms, floor_modulo(nodes_[a].scalar.integer, modulus));
  return sum ? sum_node(*sum) : a;
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
