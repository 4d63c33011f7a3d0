#include "framework/dispatch/dispatcher.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/dispatch/member_name.hpp"

namespace assay::dispatch {
namespace {

std::string condition(const Dispatcher& dispatcher, const TreeNode& node, bool is_low) {
  const Term& term = dispatcher.tree.terms()[node.term];
  const Feature& feature = dispatcher.features[term.factors.front()];
  if (feature.texts.empty()) {
    return fmt::format("{} {} {:.6g}", text_of(term, dispatcher.features, ""), is_low ? "<=" : ">",
                       node.threshold);
  }
  std::string alternatives;
  for (std::size_t k = 0; k < feature.texts.size(); ++k) {
    if ((static_cast<double>(k) <= node.threshold) != is_low) continue;
    alternatives += (alternatives.empty() ? "" : " or ") + feature.texts[k];
  }
  return fmt::format("{} is {}", feature.name, alternatives);
}

// The nodes from the root to a leaf, each with whether its condition holds.
using Steps = std::vector<std::pair<std::size_t, bool>>;

bool find_steps(const std::vector<TreeNode>& nodes, std::size_t node, std::size_t leaf,
                Steps& steps) {
  if (node == leaf) return true;
  if (nodes[node].is_leaf()) return false;
  for (const bool is_low : {true, false}) {
    steps.emplace_back(node, is_low);
    if (find_steps(nodes, is_low ? nodes[node].low : nodes[node].high, leaf, steps)) return true;
    steps.pop_back();
  }
  return false;
}

}  // namespace

RegretTable regret_table(const CostMatrix& matrix, const Decision& decision,
                         const CostMatrix& seen) {
  RegretTable table;
  table.tree = summarise_regret(
      matrix, [&](std::size_t row) { return decision.choose(matrix.points[row]); });
  table.single = summarise_regret(matrix, [&](std::size_t row) {
    return decision.conditions.admitted({0}, matrix.points[row]);
  });
  table.nearest = summarise_regret(matrix, [&](std::size_t row) {
    return nearest_choice(seen, decision.conditions, matrix.points[row]);
  });
  return table;
}

std::vector<Outcome> outcomes_of(const CostMatrix& matrix, const Decision& decision,
                                 bool held_out) {
  std::vector<Outcome> outcomes;
  for (std::size_t row = 0; row < matrix.instances(); ++row) {
    const auto& costs = matrix.costs[row];
    const auto best = std::ranges::min_element(costs) - costs.begin();
    const std::size_t chosen = decision.choose(matrix.points[row]);
    outcomes.push_back({matrix.labels[row], matrix.points[row], chosen,
                        static_cast<std::size_t>(best), regrets(costs, 0)[chosen], held_out});
  }
  return outcomes;
}

std::string text_of(const Term& term, const std::vector<Feature>& features,
                    const std::string& before) {
  const bool in_c = !before.empty();
  const auto name = [&](std::size_t feature) {
    return in_c ? before + member_name(features, feature) : features[feature].name;
  };
  std::string text;
  for (const std::size_t factor : term.factors) text += (text.empty() ? "" : " * ") + name(factor);
  for (const std::size_t divisor : term.divisors) text += " / " + name(divisor);
  if (term.modulus == 0) return text;
  return fmt::format("{}{} % {}", in_c ? "(long long)" : "", text, term.modulus);
}

std::string path_to(const Dispatcher& dispatcher, std::size_t leaf) {
  const auto& nodes = dispatcher.tree.nodes();
  Steps steps;
  find_steps(nodes, 0, leaf, steps);
  std::string path;
  for (auto step = steps.begin(); step != steps.end(); ++step) {
    // A later condition of the same kind is the stricter one.
    const bool is_implied = std::any_of(step + 1, steps.end(), [&](const auto& later) {
      return later.second == step->second && nodes[later.first].term == nodes[step->first].term;
    });
    if (is_implied) continue;
    path += (path.empty() ? "" : " and ") + condition(dispatcher, nodes[step->first], step->second);
  }
  return path;
}

}  // namespace assay::dispatch
