#include "framework/dispatch/fact_features.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <span>

namespace assay::dispatch {
namespace {

// What a caller must know of an input costs: more are not asked for.
constexpr std::size_t most_facts = 6;

// The place of each value in their order, equal for equal values.
std::vector<std::size_t> ranks_of(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  std::vector<std::size_t> ranks;
  for (const double value : values) {
    ranks.push_back(
        static_cast<std::size_t>(std::ranges::lower_bound(sorted, value) - sorted.begin()));
  }
  return ranks;
}

std::vector<double> column_of(const CostMatrix& matrix, const Feature& feature) {
  std::vector<double> column;
  for (const Input& input : matrix.inputs) {
    column.push_back(decision::values_of({feature}, input.arguments, input.facts).front());
  }
  return column;
}

}  // namespace

std::vector<Feature> fact_features(const CostMatrix& matrix) {
  std::set<std::vector<std::size_t>> orders;
  if (matrix.inputs.empty()) return {};
  for (const Feature& feature : matrix.features) {
    orders.insert(ranks_of(column_of(matrix, feature)));
  }
  orders.emplace(matrix.inputs.size(), 0);  // of a fact that is the same everywhere
  std::vector<Feature> facts;
  for (const auto& [name, _] : matrix.inputs.front().facts) {
    if (facts.size() == most_facts) break;
    const Feature fact{name, {}, true};
    const bool is_argument = find(matrix.inputs.front().arguments, name) != nullptr;
    if (is_argument) continue;  // which says the same, as constraints read it
    const auto column = column_of(matrix, fact);
    const bool known = std::ranges::all_of(column, [](double v) { return std::isfinite(v); });
    if (known && orders.insert(ranks_of(column)).second) facts.push_back(fact);
  }
  return facts;
}

std::vector<Feature> used_features(const std::vector<Feature>& features,
                                   const decision::DecisionTree& tree,
                                   const PairConditions& conditions, std::size_t pairs) {
  std::set<std::size_t> used;
  for (const auto& node : tree.nodes()) {
    if (node.is_leaf()) continue;
    const decision::Term& term = tree.terms()[node.term];
    used.insert(term.factors.begin(), term.factors.end());
    used.insert(term.divisors.begin(), term.divisors.end());
  }
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    for (const Expression& condition : conditions.of(pair)) {
      const std::vector<std::size_t>& slots = condition.slots();
      used.insert(slots.begin(), slots.end());
    }
  }
  std::vector<Feature> kept;
  for (std::size_t k = 0; k < features.size(); ++k) {
    if (!features[k].is_fact || used.contains(k)) kept.push_back(features[k]);
  }
  return kept;
}

}  // namespace assay::dispatch
