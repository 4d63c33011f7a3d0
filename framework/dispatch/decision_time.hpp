#pragma once

#include <string>
#include <vector>

#include "framework/decision/feature.hpp"
#include "framework/dispatch/dispatcher.hpp"

namespace assay::dispatch {

// Measures what one choice takes: by the header's code, as the command `cc -O2` of this machine
// compiles it; or, where there is none, by assay's own walk through the tree, which is slower. It
// is the median of 15 measurements, each over all `points`, which have the dispatcher's features,
// in a drawn order, as often as it takes to be much longer than a tick of the clock. Requires a
// point.
[[nodiscard]] DecisionTime decision_time(const Dispatcher& dispatcher,
                                         const std::vector<FeatureValues>& points);

}  // namespace assay::dispatch
