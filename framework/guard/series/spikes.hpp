#pragma once

#include <span>
#include <vector>

namespace assay::guard {

// The series with each lone spike moved to the nearer of its two neighbours (of the first and last
// value: the two next to it). A lone spike stands clear of both on the same side by more than 5
// times the median step between neighbours of the 31 values around it: of normal noise 1 in 50,000
// does. A shift, which has at least two values on its side, stays as it is.
[[nodiscard]] std::vector<double> without_lone_spikes(std::span<const double> series);

}  // namespace assay::guard
