#include "framework/dispatch/dispatcher.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assay::dispatch {
namespace {

std::string condition(const Feature& feature, double threshold, bool is_low) {
  if (feature.texts.empty()) {
    return fmt::format("{} {} {}", feature.name, is_low ? "<=" : ">", threshold);
  }
  std::string alternatives;
  for (std::size_t k = 0; k < feature.texts.size(); ++k) {
    if ((static_cast<double>(k) <= threshold) != is_low) continue;
    alternatives += (alternatives.empty() ? "" : " or ") + feature.texts[k];
  }
  return fmt::format("{} is {}", feature.name, alternatives);
}

// Prepends the conditions of the nodes above; whether `node` is on the way to `leaf`.
bool find_path(const Dispatcher& dispatcher, std::size_t node, std::size_t leaf,
               std::string& path) {
  if (node == leaf) return true;
  const TreeNode& one = dispatcher.tree.nodes()[node];
  if (one.is_leaf()) return false;
  for (const bool is_low : {true, false}) {
    if (!find_path(dispatcher, is_low ? one.low : one.high, leaf, path)) continue;
    const std::string here = condition(dispatcher.features[one.feature], one.threshold, is_low);
    path = path.empty() ? here : here + " and " + path;
    return true;
  }
  return false;
}

}  // namespace

Trial try_on(const CostMatrix& matrix, const DecisionTree& tree, const CostMatrix& seen) {
  Trial trial;
  trial.tree =
      summarise_regret(matrix, [&](std::size_t row) { return tree.choose(matrix.points[row]); });
  trial.single = summarise_regret(matrix, [](std::size_t) { return std::size_t{0}; });
  trial.nearest = summarise_regret(
      matrix, [&](std::size_t row) { return nearest_choice(seen, matrix.points[row]); });
  return trial;
}

std::string path_to(const Dispatcher& dispatcher, std::size_t leaf) {
  std::string path;
  find_path(dispatcher, 0, leaf, path);
  return path;
}

}  // namespace assay::dispatch
