#include "framework/core/expression/residuals.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace assay {
namespace {

using Op = ResidualNode::Op;

std::uint64_t reads_bit(std::size_t variable) { return std::uint64_t{1} << (variable % 64); }
constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

using Values = std::vector<std::vector<Scalar>>;
using Exemption = std::optional<Residuals::Exemption>;

// The values of the slot that stands for the exemption.
std::vector<Scalar> exempt_values(const Values& values, const Exemption& exemption) {
  if (!exemption) return {};
  std::vector<Scalar> result(values[exemption->variable].size(), Scalar::of(false));
  result[exemption->index] = Scalar::of(true);
  return result;
}

std::vector<ResidualColumns::Slot> slots_of(const Values& values, const Exemption& exemption,
                                            std::span<const Scalar> exempt) {
  std::vector<ResidualColumns::Slot> slots;
  for (std::size_t v = 0; v < values.size(); ++v) slots.push_back({v, values[v]});
  if (exemption) slots.push_back({exemption->variable, exempt});
  return slots;
}

std::vector<std::uint32_t> sizes_of(const Values& values) {
  std::vector<std::uint32_t> sizes;
  for (const auto& each : values) sizes.push_back(static_cast<std::uint32_t>(each.size()));
  return sizes;
}

}  // namespace

// The evaluation of code with nodes in place of values. At a conditional jump both branches are
// followed, one after the other; `joins` are the places where branches meet again.
struct Residuals::Reading {
  struct Join {
    std::size_t at;  // index of an instruction
    Opcode opcode;   // or_else, and_then, or jump for a choice
    Id first;        // the left operand, or a choice's condition
    Id second = 0;   // a choice's value if the condition holds
  };

  Id pop() {
    const Id top = stack.back();
    stack.pop_back();
    return top;
  }

  // Combines the results of branches that meet at instruction `at`.
  void join(std::size_t at, ResidualAlgebra& algebra) {
    while (!joins.empty() && joins.back().at == at) {
      const Opcode opcode = joins.back().opcode;
      if (opcode == Opcode::jump) {
        const Join choice = joins.back();
        joins.pop_back();
        stack.back() = algebra.choice(choice.first, choice.second, stack.back());
        continue;
      }
      // A chain of the same operator is combined at once, because it may be long.
      std::vector<Id> operands = {pop()};
      for (; !joins.empty() && joins.back().at == at && joins.back().opcode == opcode;
           joins.pop_back()) {
        operands.push_back(joins.back().first);
      }
      std::reverse(operands.begin(), operands.end());
      stack.push_back(algebra.logic(opcode, operands));
    }
  }

  std::vector<Id> stack;
  std::vector<Join> joins;
};

Residuals::Residuals(const Expression& expression, const std::vector<std::vector<Scalar>>& values,
                     std::span<const Scalar> slots, std::optional<Exemption> exemption)
    : values_(values),
      exemption_(exemption),
      exempt_(exempt_values(values, exemption)),
      columns_(algebra_.nodes(), slots_of(values, exemption, exempt_)),
      tables_(sizes_of(values)),
      known_(values.size() + 1) {
  start_ = algebra_.truth(read(expression.code(), slots));
  if (!exemption) return;
  const Id exempt = algebra_.slot(values.size(), exempt_, reads_bit(exemption->variable));
  start_ = algebra_.logic(Opcode::or_else, {{start_, exempt}});
}

ResidualAlgebra::Id Residuals::read(const ExpressionCode& code, std::span<const Scalar> slots) {
  Reading reading;
  auto& stack = reading.stack;
  for (std::size_t at = 0; at < code.instructions.size(); ++at) {
    reading.join(at, algebra_);
    const auto [opcode, argument, place] = code.instructions[at];
    const std::size_t target = at + 1 + argument;
    switch (opcode) {
      case Opcode::literal:
        stack.push_back(algebra_.constant(Scalar::of(code.literals[argument])));
        break;
      case Opcode::slot:
        stack.push_back(argument < values_.size()
                            ? algebra_.slot(argument, values_[argument], reads_bit(argument))
                            : algebra_.constant(slots[argument]));
        break;
      case Opcode::jump_if_false:
        // The jump at the end of the first branch determines where the branches meet.
        reading.joins.push_back({never, Opcode::jump, algebra_.truth(reading.pop())});
        break;
      case Opcode::jump:
        reading.joins.back().second = reading.pop();
        reading.joins.back().at = target;
        break;
      case Opcode::and_then:
      case Opcode::or_else:
        reading.joins.push_back({target, opcode, reading.pop()});
        break;
      case Opcode::match: {
        const Id candidate = reading.pop();
        reading.joins.push_back(
            {target, Opcode::or_else, algebra_.binary(Opcode::equal, stack.back(), candidate)});
        break;
      }
      case Opcode::no_match: {
        // A value that is compared with an empty list must still exist.
        const bool compared = at > 0 && code.instructions[at - 1].opcode == Opcode::match;
        const Id value = reading.pop();
        const Id valid = compared ? no : algebra_.binary(Opcode::equal, value, value);
        stack.push_back(algebra_.logic(Opcode::and_then, {{valid, no}}));
        break;
      }
      case Opcode::negate:
      case Opcode::absolute:
      case Opcode::logarithm:
      case Opcode::power_of_two:
      case Opcode::negation:
      case Opcode::truth:
        stack.back() = algebra_.unary(opcode, stack.back());
        break;
      default: {
        const Id second = reading.pop();
        stack.back() = algebra_.binary(opcode, stack.back(), second);
      }
    }
  }
  reading.join(code.instructions.size(), algebra_);
  return stack.back();
}

std::vector<Residuals::Part> Residuals::parts() {
  std::vector<Id> conjuncts = {start_};
  const ResidualNode root = algebra_.nodes()[start_];
  if (root.op == Op::logic && root.opcode == Opcode::and_then) {
    conjuncts.clear();
    for (const auto& term : algebra_.nodes().terms(start_)) conjuncts.push_back(term.node);
    // If a conjunct has no value, those after it are not evaluated: from the first that may have
    // none, they are one part.
    const auto may_fail = std::find_if(conjuncts.begin(), conjuncts.end(),
                                       [&](Id id) { return !algebra_.nodes()[id].total; });
    if (may_fail != conjuncts.end()) {
      const Id rest = algebra_.logic(Opcode::and_then, {may_fail, conjuncts.end()});
      conjuncts.erase(may_fail, conjuncts.end());
      conjuncts.push_back(rest);
    }
  }
  std::vector<Part> result;
  for (const Id id : conjuncts) {
    Part part{id, {}};
    std::vector<bool> seen(algebra_.nodes().size(), false);
    collect_variables(id, seen, part.variables);
    std::sort(part.variables.begin(), part.variables.end());
    const auto twins = std::unique(part.variables.begin(), part.variables.end());
    part.variables.erase(twins, part.variables.end());
    result.push_back(std::move(part));
  }
  return result;
}

void Residuals::collect_variables(Id node, std::vector<bool>& seen,
                                  std::vector<std::size_t>& found) const {
  if (seen[node]) return;
  seen[node] = true;
  const auto& nodes = algebra_.nodes();
  if (nodes[node].op == Op::slot) found.push_back(variable_of(nodes[node]));
  for (const auto& term : nodes.terms(node)) collect_variables(term.node, seen, found);
}

std::size_t Residuals::variable_of(const ResidualNode& slot) const {
  const auto number = static_cast<std::size_t>(slot.scalar.integer);
  return number < values_.size() ? number : exemption_->variable;
}

void Residuals::know(std::size_t variable, std::uint32_t index) {
  known_[variable] = values_[variable][index];
  if (exemption_ && exemption_->variable == variable) known_.back() = exempt_[index];
}

Residuals::State Residuals::bind(State state, std::size_t variable, std::uint32_t index) {
  if (state >= first_table) return state_of(tables_.bind(state - first_table, variable, index));
  know(variable, index);
  // Once the last variable is bound, nothing is left to simplify: the result is a value, which need
  // not become a node.
  const bool bits_are_exact = values_.size() <= 64;
  if (bits_are_exact && algebra_.nodes()[state].reads == reads_bit(variable)) {
    return final_state(state);
  }
  ++call_;
  return tabulated(substitute(state, variable));
}

Residuals::State Residuals::finish(const Part& part, std::span<const std::uint32_t> indices) {
  for (std::size_t k = 0; k < indices.size(); ++k) know(part.variables[k], indices[k]);
  return final_state(part.start);
}

Residuals::State Residuals::final_state(State state) const {
  const auto result = value(state);
  return result ? result->integer != 0 ? yes : no : failed;
}

ResidualAlgebra::Id Residuals::substitute(Id node, std::size_t variable) {
  const ResidualNode old = algebra_.nodes()[node];
  if ((old.reads & reads_bit(variable)) == 0) return node;
  if (old.op == Op::slot) {
    const auto number = static_cast<std::size_t>(old.scalar.integer);
    return variable_of(old) == variable ? algebra_.constant(known_[number]) : node;
  }
  if (bound_.size() <= node) bound_.resize(algebra_.nodes().size());
  if (bound_[node].first == call_) return bound_[node].second;
  std::vector<Id> terms;
  for (const auto& term : algebra_.nodes().terms(node)) terms.push_back(term.node);
  bool changed = false;
  for (Id& term : terms) {
    const Id before = std::exchange(term, substitute(term, variable));
    changed |= term != before;
  }
  const Id result = changed ? algebra_.with_terms(node, terms) : node;
  bound_[node] = {call_, result};
  return result;
}

std::optional<Scalar> Residuals::value(Id id) const {
  const ResidualNode& node = algebra_.nodes()[id];
  const auto terms = algebra_.nodes().terms(id);
  switch (node.op) {
    case Op::failure:
      return std::nullopt;
    case Op::constant:
      return node.scalar;
    case Op::slot:
      return known_[static_cast<std::size_t>(node.scalar.integer)];
    case Op::choice: {
      const auto condition = value(terms[0].node);
      if (!condition) return std::nullopt;
      return value(terms[condition->integer != 0 ? 1 : 2].node);
    }
    case Op::logic: {
      const bool decisive = node.opcode == Opcode::or_else;
      for (const auto& term : terms) {
        const auto each = value(term.node);
        if (!each || (each->integer != 0) == decisive) return each;
      }
      return Scalar::of(!decisive);
    }
    case Op::operation: {
      const auto first = value(terms.front().node);
      const auto second = first && terms.size() > 1 ? value(terms.back().node) : first;
      return second ? ResidualAlgebra::apply(node.opcode, *first, *second) : std::nullopt;
    }
    default:
      return value_of_integers(id);
  }
}

// The value of a node that combines integers and cannot fail unless its terms do.
std::optional<Scalar> Residuals::value_of_integers(Id id) const {
  const ResidualNode& node = algebra_.nodes()[id];
  std::optional<std::int64_t> result;
  if (node.op == Op::sum) result = node.scalar.integer;
  for (const auto& [factor, term] : algebra_.nodes().terms(id)) {
    const auto each = value(term);
    if (!each) return std::nullopt;
    if (node.op == Op::sum) {
      *result += factor * each->integer;
    } else if (!result) {
      result = each->integer;
    } else if (node.op == Op::product) {
      *result *= each->integer;
    } else {
      result = node.opcode == Opcode::minimum ? std::min(*result, each->integer)
                                              : std::max(*result, each->integer);
    }
  }
  if (node.op != Op::comparison) return Scalar::of(*result);
  if (node.opcode == Opcode::less_equal) return Scalar::of(*result <= node.scalar.integer);
  return Scalar::of((*result == node.scalar.integer) == (node.opcode == Opcode::equal));
}

}  // namespace assay
