#pragma once

#include <vector>

#include "framework/decision/decision.hpp"

namespace assay::dispatch {

using decision::Decision;
using decision::FeatureValues;

// The seconds that one choice takes: the median of 15 measurements, each over all
// `points` in a drawn order, as often as it takes to be much longer than a tick of the clock.
// Requires a point.
[[nodiscard]] double seconds_of_decision(const Decision& decision,
                                         const std::vector<FeatureValues>& points);

}  // namespace assay::dispatch
