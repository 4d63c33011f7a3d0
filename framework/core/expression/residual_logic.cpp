// Comparisons in ResidualAlgebra, and the logic that combines their results.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

#include "framework/core/expression/residual_algebra.hpp"

namespace assay {
namespace {

using Op = ResidualNode::Op;

bool is_equality(Opcode opcode) { return opcode == Opcode::equal || opcode == Opcode::not_equal; }

// The opcode of the same comparison with its sides exchanged.
Opcode mirrored(Opcode opcode) {
  switch (opcode) {
    case Opcode::less:
      return Opcode::greater;
    case Opcode::less_equal:
      return Opcode::greater_equal;
    case Opcode::greater:
      return Opcode::less;
    case Opcode::greater_equal:
      return Opcode::less_equal;
    default:
      return opcode;
  }
}

std::int64_t floor_quotient(std::int64_t a, std::int64_t divisor) {
  return a / divisor - (a % divisor < 0 ? 1 : 0);
}

}  // namespace

ResidualAlgebra::Id ResidualAlgebra::comparison(Opcode opcode, Id a, Id b) {
  const ResidualNode x = nodes_[a];
  const ResidualNode y = nodes_[b];
  if (is_equality(opcode)) {
    if ((x.is_text() && !y.may_be_text()) || (y.is_text() && !x.may_be_text())) return failure;
  } else if (x.is_text() || y.is_text()) {
    return failure;
  }
  std::optional<Id> known;
  if (x.is_integer() && y.is_integer()) {
    const Term difference[] = {{1, a}, {-1, b}};
    if (const auto light = linear(difference, 0)) return compare_to_zero(opcode, *light);
  } else if (x.is_integer() && y.op == Op::constant && y.kinds == ResidualNode::real) {
    known = real_threshold(opcode, a, y.scalar.real);
  } else if (y.is_integer() && x.op == Op::constant && x.kinds == ResidualNode::real) {
    known = real_threshold(mirrored(opcode), b, x.scalar.real);
  }
  return known ? *known : operation(opcode, {{{1, a}, {1, b}}});
}

// Turns the comparison of an integer with a real number into one of two integers, if the integer's
// range is exact in double precision.
std::optional<ResidualAlgebra::Id> ResidualAlgebra::real_threshold(Opcode opcode, Id a,
                                                                   double threshold) {
  const ResidualNode node = nodes_[a];
  if (!node.total || node.range.magnitude() > 0x1p53) return std::nullopt;
  if (std::isnan(threshold)) return opcode == Opcode::not_equal ? yes : no;
  if (is_equality(opcode) && threshold != std::floor(threshold)) {
    return opcode == Opcode::not_equal ? yes : no;
  }
  const bool down = opcode == Opcode::less_equal || opcode == Opcode::greater;
  const double whole = down ? std::floor(threshold) : std::ceil(threshold);
  return comparison(opcode, a,
                    integer(static_cast<std::int64_t>(std::clamp(whole, -0x1p54, 0x1p54))));
}

// The node for `difference` `opcode` 0 in normal form: the constant on the other side, <=, == or !=
// as the operator, and the smallest factors.
ResidualAlgebra::Id ResidualAlgebra::compare_to_zero(Opcode opcode, Linear difference) {
  auto& terms = difference.terms;
  std::int64_t& constant = difference.constant;
  const auto negate = [&] {
    constant = -constant;
    for (Term& term : terms) term.factor = -term.factor;
  };
  if (opcode == Opcode::greater || opcode == Opcode::greater_equal) {
    negate();
    opcode = mirrored(opcode);
  }
  if (opcode == Opcode::less) {
    ++constant;
    opcode = Opcode::less_equal;
  }
  std::int64_t divisor = 0;
  for (const Term& term : terms) divisor = std::gcd(divisor, term.factor);
  if (is_equality(opcode)) {
    const auto first = std::ranges::find_if(terms, [](const Term& t) { return t.factor != 0; });
    if (first != terms.end() && first->factor < 0) negate();
    const bool never = divisor > 1 && constant % divisor != 0;
    const bool certain =
        std::ranges::all_of(terms, [&](const Term& t) { return is_total(t.node); });
    if (never && certain) return opcode == Opcode::not_equal ? yes : no;
    if (never) divisor = 1;
  }
  std::int64_t limit = -constant;
  constant = 0;
  if (divisor > 1) {
    for (Term& term : terms) term.factor /= divisor;
    limit = floor_quotient(limit, divisor);
  }
  return threshold(opcode, sum_node(difference), limit);
}

// The node for `a` <=, == or != `threshold`; `a` is the sum in the form that compare_to_zero makes.
ResidualAlgebra::Id ResidualAlgebra::threshold(Opcode opcode, Id a, std::int64_t threshold) {
  const ResidualNode node = nodes_[a];
  const auto& [low, high] = node.range;
  const bool unequal = opcode == Opcode::not_equal;
  const bool contains = node.range.contains(threshold);
  if (node.total && opcode == Opcode::less_equal && (high <= threshold || low > threshold)) {
    return high <= threshold ? yes : no;
  }
  if (node.total && is_equality(opcode) && (!contains || low == high)) {
    return contains != unequal ? yes : no;
  }
  if (node.is_zero_or_one() && contains) {
    if (is_equality(opcode)) return (threshold == 1) != unequal ? a : negation(a);
    if (threshold == 0) return negation(a);
  }
  if (opcode == Opcode::less_equal) {
    const bool multiple = node.op == Op::sum && node.terms == 1;
    const Term inner = multiple ? nodes_.terms(a).front() : Term{1, a};
    const ResidualNode& negated = nodes_[inner.node];
    if (inner.factor == -1 && threshold == -1 && negated.is_zero_or_one()) return inner.node;
    if (nodes_[inner.node].op == Op::extreme) {
      if (const auto split = extreme_threshold(inner, threshold)) return *split;
    }
  }
  return insert(Op::comparison, opcode, Scalar::of(threshold), {{{1, a}}});
}

// Splits "factor * minimum or maximum <= threshold" into one comparison for each term.
std::optional<ResidualAlgebra::Id> ResidualAlgebra::extreme_threshold(const Term& extreme,
                                                                      std::int64_t threshold) {
  const bool signs = extreme.factor == 1 || extreme.factor == -1;
  if (!signs || !is_total(extreme.node)) return std::nullopt;
  const auto parts = nodes_.terms(extreme.node);
  std::vector<Linear> differences;
  for (const Term& part : parts) {
    const Term term{extreme.factor, part.node};
    auto difference = linear({&term, 1}, -threshold);
    if (!difference) return std::nullopt;
    differences.push_back(std::move(*difference));
  }
  const bool all = (nodes_[extreme.node].opcode == Opcode::maximum) == (extreme.factor == 1);
  std::vector<Id> terms;
  for (auto& difference : differences) {
    terms.push_back(compare_to_zero(Opcode::less_equal, std::move(difference)));
  }
  return logic(all ? Opcode::and_then : Opcode::or_else, terms);
}

ResidualAlgebra::Id ResidualAlgebra::truth(Id a) {
  const ResidualNode node = nodes_[a];
  if (node.op == Op::failure || node.is_text()) return failure;
  if (node.op == Op::constant) return folded(Opcode::truth, a, a);
  return node.is_zero_or_one() ? a : comparison(Opcode::not_equal, a, no);
}

// The negation of a node that is 0 or 1.
ResidualAlgebra::Id ResidualAlgebra::negation(Id a) {
  const ResidualNode node = nodes_[a];
  const auto span = nodes_.terms(a);
  const std::vector<Term> terms(span.begin(), span.end());
  const Opcode opposite = node.opcode == Opcode::equal ? Opcode::not_equal : Opcode::equal;
  switch (node.op) {
    case Op::failure:
      return failure;
    case Op::constant:
      return folded(Opcode::negation, a, a);
    case Op::comparison:
      if (is_equality(node.opcode)) return threshold(opposite, terms[0].node, node.scalar.integer);
      if (auto difference = linear(terms, -node.scalar.integer)) {
        return compare_to_zero(Opcode::greater, std::move(*difference));
      }
      break;
    case Op::operation:
      if (is_equality(node.opcode)) return operation(opposite, terms);
      break;
    case Op::logic: {
      std::vector<Id> negations;
      for (const Term& term : terms) negations.push_back(negation(term.node));
      return logic(node.opcode == Opcode::and_then ? Opcode::or_else : Opcode::and_then, negations);
    }
    default:
      break;
  }
  return insert(Op::comparison, Opcode::equal, Scalar::of(std::int64_t{0}), {{{1, a}}});
}

// The terms, with each nested node of the same logic replaced by its own terms.
std::vector<ResidualAlgebra::Id> ResidualAlgebra::flattened(Opcode opcode,
                                                            std::span<const Id> terms) const {
  std::vector<Id> result;
  for (const Id id : terms) {
    if (nodes_[id].op == Op::logic && nodes_[id].opcode == opcode) {
      for (const Term& term : nodes_.terms(id)) result.push_back(term.node);
    } else {
      result.push_back(id);
    }
  }
  return result;
}

ResidualAlgebra::Id ResidualAlgebra::logic(Opcode opcode, std::span<const Id> terms) {
  const Id neutral = opcode == Opcode::and_then ? yes : no;
  const Id decisive = opcode == Opcode::and_then ? no : yes;
  std::vector<Id> kept;
  std::unordered_set<Id> seen;
  for (const Id id : flattened(opcode, terms)) {
    if (id == neutral || !seen.insert(id).second) continue;
    kept.push_back(id);
    if (id == decisive || id == failure) break;  // no term after it is ever evaluated
  }
  if (kept.empty()) return neutral;
  // Terms before a decisive one matter only if they may have no value.
  if (kept.back() == decisive) {
    while (kept.size() > 1 && is_total(kept[kept.size() - 2])) kept.erase(kept.end() - 2);
  }
  // The order of adjacent terms has no effect as long as all of them have values, so they are
  // sorted.
  const auto total = [&](Id id) { return is_total(id); };
  for (auto at = kept.begin(); at != kept.end();) {
    const auto end = std::find_if_not(at, kept.end(), total);
    std::sort(at, end);
    at = std::find_if(end, kept.end(), total);
  }
  if (kept.size() == 1) return kept.front();
  std::vector<Term> nodes;
  for (const Id id : kept) nodes.push_back({1, id});
  return insert(Op::logic, opcode, {}, nodes);
}

ResidualAlgebra::Id ResidualAlgebra::choice(Id condition, Id then, Id otherwise) {
  if (condition == failure) return failure;
  if (condition == yes || condition == no) return condition == yes ? then : otherwise;
  const bool either_way = then == otherwise && (is_total(condition) || then == failure);
  if (either_way) return then;
  return insert(Op::choice, Opcode::jump_if_false, {},
                {{{1, condition}, {1, then}, {1, otherwise}}});
}

}  // namespace assay
