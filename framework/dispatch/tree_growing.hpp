#pragma once

#include <cstddef>
#include <vector>

#include "framework/dispatch/regret_forest.hpp"

namespace assay::dispatch {

// A node of a tree that chooses one of several choices, for each of which points have a regret.
struct GrownNode {
  std::size_t choice = 0;  // the best one here, were this a leaf
  double regret = 0;       // the sum of its regrets at the points that came here
  std::size_t term = 0;    // its number among the points' terms
  double threshold = 0;    // values up to it go to `low`
  std::size_t low = 0;     // positions of the children; both 0 at a leaf
  std::size_t high = 0;

  [[nodiscard]] bool is_leaf() const { return low == 0; }
};

// Grows a tree that makes a choice for each point: each split is the one that leaves the least sum
// of regrets. Nodes whose regrets sum up to no more than `enough` are not split. Requires a point.
[[nodiscard]] std::vector<GrownNode> grown_tree(const RegretPoints& points, double enough);

// The part of a tree that is worth `penalty` for each of its leaves: minimal cost-complexity
// pruning (Breiman, Friedman, Olshen, Stone, "Classification and Regression Trees", 1984,
// section 3.3).
[[nodiscard]] std::vector<GrownNode> pruned(const std::vector<GrownNode>& tree, double penalty);

}  // namespace assay::dispatch
