#pragma once

#include <span>
#include <vector>

namespace assay::guard {

// The series with each lone spike moved to the nearer of its two neighbours (for the first and the
// last value, the two values next to it). A lone spike differs from both neighbours in the same
// direction by more than 5 times the median step between neighbours among the 31 values around it;
// of normal noise 1 value in 50,000 does. A shift, which has at least two values on its side, stays
// as it is.
[[nodiscard]] std::vector<double> without_lone_spikes(std::span<const double> series);

}  // namespace assay::guard
