#pragma once

#include "framework/decision/decision_tree.hpp"
#include "framework/dispatch/cost_matrix.hpp"

namespace assay::dispatch {

using decision::DecisionTree;

struct Training {
  DecisionTree tree;
  double unseen_regret = 0;  // the mean on instances of groups that were left out of training
};

// Trains a tree that minimises regret, not the number of wrong labels: where pairs are alike, each
// is right. A forest guesses the regrets between the instances, and the tree is grown on 15
// points drawn around each: few instances do not say where a crossover lies, and one tree of them
// takes noise for regions ("Born again trees": Breiman and Shang 1996). Where a pair does not admit
// an input is known by its conditions, at drawn points as well; a leaf names one pair, or two of
// which the second stands in where the first does not admit the input. The tree is pruned by what
// its leaves are worth on groups of instances that neither forest nor tree had seen. Requires an
// instance and a pair.
[[nodiscard]] Training train(const CostMatrix& matrix, const PairConditions& conditions = {});

}  // namespace assay::dispatch
