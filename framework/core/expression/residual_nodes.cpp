#include "framework/core/expression/residual_nodes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "framework/core/error.hpp"

namespace assay {
namespace {

using Op = ResidualNode::Op;

// Limits of about 1 GiB for the nodes with their table, and 0.5 GiB for the terms.
constexpr std::size_t max_nodes = std::size_t{1} << 23;
constexpr std::size_t max_terms = std::size_t{1} << 25;

std::uint64_t bits_of(const Scalar& scalar) {
  switch (scalar.kind) {
    case Scalar::Kind::real:
      return std::bit_cast<std::uint64_t>(scalar.real);
    case Scalar::Kind::text:
      return std::bit_cast<std::uintptr_t>(scalar.text);
    default:
      return static_cast<std::uint64_t>(scalar.integer);
  }
}

bool same_scalar(const Scalar& a, const Scalar& b) {
  return a.kind == b.kind && bits_of(a) == bits_of(b);
}

std::uint8_t kinds_of(const Scalar& scalar) {
  switch (scalar.kind) {
    case Scalar::Kind::real:
      return ResidualNode::real;
    case Scalar::Kind::text:
      return ResidualNode::text;
    default:
      return ResidualNode::integer;
  }
}

bool is_nonzero_constant(const ResidualNode& node) {
  return node.op == Op::constant && node.scalar.kind == Scalar::Kind::real && node.scalar.real != 0;
}

}  // namespace

ResidualNodes::Id ResidualNodes::insert(ResidualNode node, std::span<const Term> terms) {
  if (node.scalar.kind == Scalar::Kind::boolean) node.scalar = Scalar::of(node.scalar.integer);
  if (node.scalar.kind == Scalar::Kind::text) {
    node.scalar.text = texts_.try_emplace(*node.scalar.text, node.scalar.text).first->second;
  }
  const std::size_t known = size();
  const Id id = numbers_.number(hash(node, terms), [&](Id other) {
    const ResidualNode& candidate = nodes_[other];
    return candidate.op == node.op && candidate.opcode == node.opcode &&
           same_scalar(candidate.scalar, node.scalar) &&
           std::ranges::equal(this->terms(other), terms);
  });
  if (id < known) return id;
  if (known >= max_nodes || terms_.size() + terms.size() > max_terms) {
    throw usage_error(
        "the constraints tie so many parameters together that the space cannot be built: with some "
        "of its parameters known, a constraint leaves too many different cases; give the "
        "parameters fewer values or constrain fewer of them at once");
  }
  describe(node, terms);
  node.first_term = static_cast<std::uint32_t>(terms_.size());
  node.terms = static_cast<std::uint32_t>(terms.size());
  terms_.insert(terms_.end(), terms.begin(), terms.end());
  nodes_.push_back(node);
  return id;
}

std::uint64_t ResidualNodes::hash(const ResidualNode& node, std::span<const Term> terms) {
  words_.clear();
  const auto add = [&](std::uint64_t word) {
    words_.push_back(static_cast<std::uint32_t>(word));
    words_.push_back(static_cast<std::uint32_t>(word >> 32));
  };
  words_.push_back(static_cast<std::uint32_t>(node.op) << 16 |
                   static_cast<std::uint32_t>(node.opcode) << 8 |
                   static_cast<std::uint32_t>(node.scalar.kind));
  add(bits_of(node.scalar));
  for (const Term& term : terms) {
    add(static_cast<std::uint64_t>(term.factor));
    words_.push_back(term.node);
  }
  return NumberTable::hash(words_.data(), words_.size());
}

// Derives what is known about the node's value.
void ResidualNodes::describe(ResidualNode& node, std::span<const Term> terms) const {
  for (const Term& term : terms) node.reads |= nodes_[term.node].reads;
  node.total = std::all_of(terms.begin(), terms.end(),
                           [&](const Term& term) { return nodes_[term.node].total; });
  switch (node.op) {
    case Op::failure:
      node.total = false;
      return;
    case Op::slot:
      break;
    case Op::constant:
      node.kinds = kinds_of(node.scalar);
      if (node.is_integer()) node.range = {node.scalar.integer, node.scalar.integer};
      break;
    case Op::choice:
      for (const Term& term : terms.subspan(1)) {
        const ResidualNode& branch = nodes_[term.node];
        if (branch.kinds == 0) continue;
        node.range = node.kinds == 0 ? branch.range : node.range.hull(branch.range);
        node.kinds |= branch.kinds;
      }
      break;
    case Op::operation:
      describe_operation(node, terms);
      break;
    default:
      node.kinds = ResidualNode::integer;
      describe_combination(node, terms);
  }
  node.weight = std::max({1.0, node.weight, node.range.magnitude()});
}

void ResidualNodes::describe_combination(ResidualNode& node, std::span<const Term> terms) const {
  switch (node.op) {
    case Op::sum:
      node.range = {node.scalar.integer, node.scalar.integer};
      node.weight = std::abs(static_cast<double>(node.scalar.integer));
      for (const auto& [factor, term] : terms) {
        node.weight += std::abs(static_cast<double>(factor)) * nodes_[term].weight;
        const auto scaled =
            combine_ranges(Opcode::multiply, {factor, factor}, nodes_[term].range).range;
        node.range = combine_ranges(Opcode::add, node.range, scaled).range;
      }
      return;
    case Op::product:
      for (const Term& term : terms) node.weight *= nodes_[term.node].weight;
      [[fallthrough]];
    case Op::extreme: {
      const Opcode opcode = node.op == Op::product ? Opcode::multiply : node.opcode;
      node.range = nodes_[terms.front().node].range;
      for (const Term& term : terms.subspan(1)) {
        node.range = combine_ranges(opcode, node.range, nodes_[term.node].range).range;
      }
      return;
    }
    default:
      node.range = {0, 1};
  }
}

void ResidualNodes::describe_operation(ResidualNode& node, std::span<const Term> terms) const {
  const ResidualNode& a = nodes_[terms.front().node];
  const ResidualNode& b = nodes_[terms.back().node];
  node.kinds = ResidualNode::integer;
  switch (node.opcode) {
    case Opcode::equal:
    case Opcode::not_equal:
      node.range = {0, 1};
      // Texts are compared with texts only.
      node.total &= (a.is_text() && b.is_text()) || (!a.may_be_text() && !b.may_be_text());
      return;
    case Opcode::less:
    case Opcode::less_equal:
    case Opcode::greater:
    case Opcode::greater_equal:
    case Opcode::power_of_two:
      node.range = {0, 1};
      break;
    case Opcode::logarithm:
      node.kinds = ResidualNode::real;
      node.total &= a.is_integer() && a.range.low > 0;
      break;
    case Opcode::divide:
      node.kinds = ResidualNode::real;
      node.total &= is_nonzero_constant(b) || (b.is_integer() && !b.range.contains(0));
      break;
    default:
      describe_arithmetic(node, a, b);
  }
  node.total &= !a.may_be_text() && !b.may_be_text();
}

// Describes operators whose result is an integer if their operands are integers; a is b if there is
// only one operand.
void ResidualNodes::describe_arithmetic(ResidualNode& node, const ResidualNode& a,
                                        const ResidualNode& b) const {
  const bool unary = node.opcode >= Opcode::negate;
  if (a.is_integer() && b.is_integer()) {
    const auto [range, total] = unary ? range_of_unary(node.opcode, a.range)
                                      : combine_ranges(node.opcode, a.range, b.range);
    node.range = range;
    node.total &= total;
    return;
  }
  const bool is_real = a.kinds == ResidualNode::real || b.kinds == ResidualNode::real;
  const bool divides = node.opcode == Opcode::floor_divide || node.opcode == Opcode::ceil_divide ||
                       node.opcode == Opcode::modulo;
  node.kinds = is_real ? ResidualNode::real : ResidualNode::integer | ResidualNode::real;
  node.range = {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  // If the result may be an integer, too little is known about it to exclude an overflow.
  const bool may_fail = node.opcode >= Opcode::power && node.opcode <= Opcode::shift_right;
  node.total &= is_real && !may_fail &&
                (!divides || is_nonzero_constant(b) || (b.is_integer() && !b.range.contains(0)));
}

}  // namespace assay
