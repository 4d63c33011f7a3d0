#pragma once

#include <span>
#include <vector>

#include "framework/core/interval.hpp"

namespace assay::inference {

// The median; the mean of the two middle values of an even number. Requires one value or more.
[[nodiscard]] double median_of(std::vector<double> values);

// The median with a distribution-free interval of at least `confidence` from order statistics (the
// sign test inverted). With too few values for that confidence (fewer than 6 at 95%) the interval
// is unbounded: lower 0, upper infinity. Requires a non-empty span; does not reorder it.
[[nodiscard]] Interval median_interval(std::span<const double> values, double confidence);

}  // namespace assay::inference
