// Facts of instances as features of a dispatcher.
#pragma once

#include <vector>

#include "framework/decision/decision_tree.hpp"
#include "framework/dispatch/cost_matrix.hpp"

namespace assay::dispatch {

// The facts by which a choice may be made beside the arguments that are the matrix's features:
// those that every instance has as a number, that differ between instances, and that put them in
// another order than each earlier feature does; the first six of them. Nothing for a matrix without
// `inputs`.
[[nodiscard]] std::vector<Feature> fact_features(const CostMatrix& matrix);

// The features without those facts that are in no condition of the tree nor of the pairs, which
// are so many.
[[nodiscard]] std::vector<Feature> used_features(const std::vector<Feature>& features,
                                                 const decision::DecisionTree& tree,
                                                 const PairConditions& conditions,
                                                 std::size_t pairs);

}  // namespace assay::dispatch
