#pragma once

#include <vector>

#include "framework/decision/decision_tree.hpp"
#include "framework/dispatch/regret_forest.hpp"

namespace assay::dispatch {

using decision::TreeNode;

// Grows a tree that chooses a pair for each point: each split is the one that leaves the least sum
// of regrets. Nodes whose regrets sum up to no more than `enough` are not split. Requires a point.
[[nodiscard]] std::vector<TreeNode> grown_tree(const RegretPoints& points, double enough);

// The part of a tree that is worth `penalty` for each of its leaves: minimal cost-complexity
// pruning (Breiman, Friedman, Olshen, Stone, "Classification and Regression Trees", 1984,
// section 3.3).
[[nodiscard]] std::vector<TreeNode> pruned(const std::vector<TreeNode>& tree, double penalty);

}  // namespace assay::dispatch
