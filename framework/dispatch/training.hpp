#pragma once

#include "framework/dispatch/cost_matrix.hpp"
#include "framework/dispatch/decision_tree.hpp"

namespace assay::dispatch {

// Trains a tree that minimises regret, not the number of wrong labels: where pairs are alike, each
// is right. A forest guesses the regrets between the instances, and the tree is grown on 4,000
// points drawn around them: few instances do not say where a crossover lies, and one tree of them
// takes noise for regions ("Born again trees": Breiman and Shang 1996). The tree is pruned by what
// its leaves are worth on groups of instances that neither forest nor tree had seen. Requires an
// instance and a pair.
[[nodiscard]] DecisionTree train(const CostMatrix& matrix);

}  // namespace assay::dispatch
