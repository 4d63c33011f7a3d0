#include "framework/core/expression/residual_columns.hpp"

#include <algorithm>
#include <functional>
#include <type_traits>

#include "framework/core/expression/residual_algebra.hpp"

namespace assay {
namespace {

using Op = ResidualNode::Op;

// How many numbers are kept: about as many as fit into a processor's cache.
constexpr std::size_t max_numbers = std::size_t{1} << 17;

// The values of a binary operator. Comparisons and the four operations that always have a result
// have loops of their own; all others are applied as in any evaluation.
template <class Result, class A, class B>
std::vector<Result> combined(Opcode opcode, const std::vector<A>& a, const std::vector<B>& b) {
  constexpr bool are_integers = std::is_same_v<A, std::int64_t> && std::is_same_v<B, std::int64_t>;
  using Number = std::conditional_t<are_integers, std::int64_t, double>;
  std::vector<Result> result(a.size());
  const auto by = [&](const auto& apply) {
    for (std::size_t k = 0; k < a.size(); ++k) {
      result[k] = static_cast<Result>(apply(static_cast<Number>(a[k]), static_cast<Number>(b[k])));
    }
    return result;
  };
  switch (opcode) {
    case Opcode::equal:
      return by(std::equal_to<>());
    case Opcode::not_equal:
      return by(std::not_equal_to<>());
    case Opcode::less:
      return by(std::less<>());
    case Opcode::less_equal:
      return by(std::less_equal<>());
    case Opcode::greater:
      return by(std::greater<>());
    case Opcode::greater_equal:
      return by(std::greater_equal<>());
    case Opcode::add:
      return by(std::plus<>());
    case Opcode::subtract:
      return by(std::minus<>());
    case Opcode::multiply:
      return by(std::multiplies<>());
    case Opcode::divide:
      return by([](auto x, auto y) { return static_cast<double>(x) / static_cast<double>(y); });
    default:
      break;
  }
  return by([&](auto x, auto y) {
    const Scalar value = *ResidualAlgebra::apply(opcode, Scalar::of(x), Scalar::of(y));
    return value.kind == Scalar::Kind::real ? static_cast<Result>(value.real)
                                            : static_cast<Result>(value.integer);
  });
}

// Writes 1 where a comparison with a constant holds and 0 where it does not.
template <class Result>
void compare(const ResidualNode& comparison, const std::vector<std::int64_t>& values,
             std::vector<Result>& results) {
  const std::int64_t limit = comparison.scalar.integer;
  const auto by = [&](const auto& holds) {
    for (std::size_t k = 0; k < values.size(); ++k) results[k] = holds(values[k], limit) ? 1 : 0;
  };
  if (comparison.opcode == Opcode::less_equal) {
    by(std::less_equal<>());
  } else if (comparison.opcode == Opcode::equal) {
    by(std::equal_to<>());
  } else {
    by(std::not_equal_to<>());
  }
}

}  // namespace

bool ResidualColumns::can_evaluate(Id id) {
  if (can_evaluate_.size() <= id) can_evaluate_.resize(nodes_.size(), 0);
  if (can_evaluate_[id] != 0) return can_evaluate_[id] > 0;
  const ResidualNode& node = nodes_[id];
  bool can = node.total && (node.is_integer() || node.kinds == ResidualNode::real);
  for (const Term& term : nodes_.terms(id)) can = can && can_evaluate(term.node);
  can_evaluate_[id] = can ? 1 : -1;
  return can;
}

void ResidualColumns::evaluate(Id id, std::span<const std::size_t> variables,
                               std::vector<std::uint8_t>& results) {
  if (columns_.size() * rows_ > max_numbers || !std::ranges::equal(variables, variables_)) {
    begin(variables);
  }
  results.resize(rows_);
  const ResidualNode& node = nodes_[id];
  if (node.op == Op::comparison) {
    compare(node, integers(nodes_.terms(id).front().node), results);
  } else {
    std::ranges::transform(std::get<Integers>(compute(id)), results.begin(),
                           [](std::int64_t value) { return static_cast<std::uint8_t>(value); });
  }
}

void ResidualColumns::begin(std::span<const std::size_t> variables) {
  columns_.clear();
  variables_.assign(variables.begin(), variables.end());
  rows_ = 1;
  for (const std::size_t variable : variables_) rows_ *= size_of(variable);
}

std::size_t ResidualColumns::size_of(std::size_t variable) const {
  return slots_[variable].values.size();
}

const ResidualColumns::Column& ResidualColumns::column(Id id) {
  const auto known = columns_.find(id);
  return known != columns_.end() ? known->second : columns_.emplace(id, compute(id)).first->second;
}

ResidualColumns::Column ResidualColumns::compute(Id id) {
  const ResidualNode& node = nodes_[id];
  const auto terms = nodes_.terms(id);
  switch (node.op) {
    case Op::constant:
      return constant(node.scalar);
    case Op::slot:
      return slot(slots_[static_cast<std::size_t>(node.scalar.integer)]);
    case Op::sum:
      return sum(node, terms);
    case Op::comparison: {
      Integers result(rows_);
      compare(node, integers(terms.front().node), result);
      return result;
    }
    case Op::operation:
      return operation(node, column(terms.front().node), column(terms.back().node));
    case Op::choice:
      return choice(terms);
    default:
      return folded(node, terms);
  }
}

ResidualColumns::Column ResidualColumns::constant(const Scalar& value) const {
  if (value.kind == Scalar::Kind::real) return Reals(rows_, value.real);
  return Integers(rows_, value.integer);
}

ResidualColumns::Column ResidualColumns::slot(const Slot& slot) const {
  std::size_t stride = 1;  // rows from one index of the variable to the next
  for (std::size_t k = variables_.size(); variables_[--k] != slot.variable;) {
    stride *= size_of(variables_[k]);
  }
  const auto repeated = [&](auto column, const auto& number) {
    column.reserve(rows_);
    while (column.size() < rows_) {
      for (const Scalar& value : slot.values) column.insert(column.end(), stride, number(value));
    }
    return column;
  };
  if (slot.values.front().kind == Scalar::Kind::real) {
    return repeated(Reals(), [](const Scalar& value) { return value.real; });
  }
  return repeated(Integers(), [](const Scalar& value) { return value.integer; });
}

ResidualColumns::Integers ResidualColumns::sum(const ResidualNode& node,
                                               std::span<const Term> terms) {
  Integers result(rows_, node.scalar.integer);
  for (const Term& term : terms) {
    const Integers& values = integers(term.node);
    for (std::size_t k = 0; k < rows_; ++k) result[k] += term.factor * values[k];
  }
  return result;
}

// A product, an extreme, or a logic of terms that are 0 or 1: the terms combined one by one.
ResidualColumns::Integers ResidualColumns::folded(const ResidualNode& node,
                                                  std::span<const Term> terms) {
  Integers result = integers(terms.front().node);
  const auto by = [&](const auto& apply) {
    for (const Term& term : terms.subspan(1)) {
      const Integers& values = integers(term.node);
      for (std::size_t k = 0; k < rows_; ++k) result[k] = apply(result[k], values[k]);
    }
  };
  if (node.op == Op::product) {
    by(std::multiplies<>());
  } else if (node.opcode == Opcode::minimum || node.opcode == Opcode::and_then) {
    by([](auto a, auto b) { return std::min(a, b); });
  } else {
    by([](auto a, auto b) { return std::max(a, b); });
  }
  return result;
}

// The values of an operator; b is a if there is only one operand.
ResidualColumns::Column ResidualColumns::operation(const ResidualNode& node, const Column& a,
                                                   const Column& b) const {
  return std::visit(
      [&](const auto& x, const auto& y) -> Column {
        if (node.is_integer()) return combined<std::int64_t>(node.opcode, x, y);
        return combined<double>(node.opcode, x, y);
      },
      a, b);
}

ResidualColumns::Column ResidualColumns::choice(std::span<const Term> terms) {
  const Integers& condition = integers(terms[0].node);
  const Column& then = column(terms[1].node);
  Column result = column(terms[2].node);
  std::visit(
      [&](auto& values) {
        const auto& others = std::get<std::decay_t<decltype(values)>>(then);
        for (std::size_t k = 0; k < rows_; ++k) {
          if (condition[k] != 0) values[k] = others[k];
        }
      },
      result);
  return result;
}

}  // namespace assay
