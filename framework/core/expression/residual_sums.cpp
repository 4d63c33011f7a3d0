// Sums, products, minima and maxima of integers.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "framework/core/expression/residual_algebra.hpp"

namespace assay {
namespace {

using Op = ResidualNode::Op;

// The weight up to which sums and products are rearranged: no partial result, and no constant
// derived from it, needs more than 62 bits, even though weights are rounded.
constexpr double heaviest = 0x1p61;

std::int64_t floor_modulo(std::int64_t a, std::int64_t modulus) {
  const std::int64_t rest = a % modulus;
  return rest < 0 ? rest + modulus : rest;
}

}  // namespace

double ResidualAlgebra::weight(const Term& term) const {
  return std::abs(static_cast<double>(term.factor)) * nodes_[term.node].weight;
}

// The sum with nested sums replaced by their terms; nothing if it is too heavy for that.
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

// Sorts the terms and combines equal ones. A term whose factor becomes 0 stays if it may have no
// value.
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

// A sum that is known not to overflow. If it is too heavy for nested sums to be replaced by their
// terms, they stay: the terms are still within the bounds they had when the sum was found light
// enough.
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

// The product of the factors. With `checked`, nothing if partial products might overflow; without
// it, they are known not to overflow.
std::optional<ResidualAlgebra::Id> ResidualAlgebra::product(std::span<const Id> factors,
                                                            bool checked) {
  std::vector<Term> parts;
  double heavy = 1;
  for (const Id id : factors) {
    if (id == failure) return failure;
    // A multiple (a sum of one term, without a constant) counts as its factor and its term.
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
  // Maps a term's range to a scale on which higher is nearer to the extreme. Apart from the best
  // term, only terms matter that may exceed the best term's least value or that may have no value.
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

// A node with the same remainder modulo `modulus` as `a`, with the factors of its sum reduced.
ResidualAlgebra::Id ResidualAlgebra::reduced(Id a, std::int64_t modulus) {
  if (nodes_[a].op != Op::sum) return a;
  const auto before = nodes_.terms(a);
  std::vector<Term> terms(before.begin(), before.end());
  for (Term& term : terms) term.factor = floor_modulo(term.factor, modulus);
  const auto sum = linear(terms, floor_modulo(nodes_[a].scalar.integer, modulus));
  return sum ? sum_node(*sum) : a;
}

}  // namespace assay
