#pragma once

#include <vector>

#include "framework/decision/decision_tree.hpp"

namespace assay::dispatch {

using decision::DecisionTree;
using decision::FeatureValues;

// The seconds that one choice of a tree takes: the median of 15 measurements, each over all
// `points` in a drawn order, as often as it takes to be much longer than a tick of the clock.
// Requires a point.
[[nodiscard]] double seconds_of_decision(const DecisionTree& tree,
                                         const std::vector<FeatureValues>& points);

}  // namespace assay::dispatch
