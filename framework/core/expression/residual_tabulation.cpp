// Tables in place of residuals that few combinations of values are left for.
#include <bit>

#include "framework/core/expression/residuals.hpp"

namespace assay {
namespace {

// Up to here the results of all combinations cost less than to simplify the node for each value of
// its next variable.
constexpr std::size_t max_results = 1024;
// The results in all tables from which on residuals stay nodes. Tables that exist are still taken
// apart, so there may be several times as many in the end.
constexpr std::size_t max_total = std::size_t{1} << 26;

// The variables of the bits of ResidualNode::reads, ascending.
std::vector<std::size_t> variables_of(std::uint64_t reads) {
  std::vector<std::size_t> result;
  for (; reads != 0; reads &= reads - 1) {
    result.push_back(static_cast<std::size_t>(std::countr_zero(reads)));
  }
  return result;
}

}  // namespace

// The state for a node: the table of its results, if it can be tabulated.
Residuals::State Residuals::tabulated(Id node) {
  const bool bits_are_exact = values_.size() <= 64;
  if (node <= failed || !bits_are_exact) return node;
  if (tabulated_.size() <= node) tabulated_.resize(algebra_.nodes().size(), unknown);
  State& state = tabulated_[node];
  if (state != unknown) return state;
  const auto variables = variables_of(algebra_.nodes()[node].reads);
  if (!can_tabulate(node, variables)) return state = node;
  tabulate(node, variables);
  return state = state_of(tables_.insert(variables, results_));
}

bool Residuals::can_tabulate(Id node, std::span<const std::size_t> variables) {
  if (tables_.results() >= max_total) return false;
  if (variables.size() == 1) return true;
  std::size_t results = 1;
  for (const std::size_t variable : variables) {
    results *= values_[variable].size();
    if (results > max_results) return false;
  }
  return columns_.can_evaluate(node);
}

// Writes the final states for all combinations of the variables' values into results_. What columns
// cannot evaluate reads one variable only.
void Residuals::tabulate(Id node, std::span<const std::size_t> variables) {
  static_assert(no == 0 && yes == 1, "a final state is the value of a node");
  if (columns_.can_evaluate(node)) return columns_.evaluate(node, variables, results_);
  results_.clear();
  const std::size_t variable = variables.front();
  for (std::uint32_t index = 0; index < values_[variable].size(); ++index) {
    know(variable, index);
    results_.push_back(static_cast<std::uint8_t>(final_state(node)));
  }
}

Residuals::State Residuals::state_of(const ResidualTables::Function& function) {
  return function.is_constant ? function.value : first_table + function.value;
}

}  // namespace assay
