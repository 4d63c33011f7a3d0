#pragma once

#include <span>

#include "framework/core/trial.hpp"

namespace assay::inference {

// The sign test of the median of independent effects, which asks for no symmetry: exact for any
// number and for any ties. An effect equal to the hypothesised shift speaks for it, against a
// difference: to leave these out, as is common, would let 6 blocks decide where 30 others saw none.

// The p-value of "the median is at most `shift`" against "above": P(Binomial(n, 1/2) >= those
// above). 1 without effects.
[[nodiscard]] double sign_test_above(std::span<const double> effects, double shift);
[[nodiscard]] double sign_test_below(std::span<const double> effects, double shift);

// The median and the order statistics that the tests at (1 - confidence) / 2 do not reject (see
// median_interval); infinite bounds where there are too few. Requires one effect or more.
[[nodiscard]] Interval sign_test_interval(std::span<const double> effects, double confidence);

}  // namespace assay::inference
