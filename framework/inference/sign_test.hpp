#pragma once

#include <span>

#include "framework/core/interval.hpp"

namespace assay::inference {

// The sign test of the median of independent effects, which requires no symmetry: exact for any
// number of effects and for any ties. An effect equal to the hypothesised shift counts against a
// difference: leaving such effects out, as is common, would let 6 blocks decide where 30 others saw
// no difference.

// The p-value of "the median is at most `shift`" against "above": P(Binomial(n, 1/2) >= number of
// effects above). It is 1 without effects.
[[nodiscard]] double sign_test_above(std::span<const double> effects, double shift);
[[nodiscard]] double sign_test_below(std::span<const double> effects, double shift);

// The median and the order statistics that the tests at (1 - confidence) / 2 do not reject (see
// median_interval); the bounds are infinite if there are too few effects. Requires one effect or
// more.
[[nodiscard]] Interval sign_test_interval(std::span<const double> effects, double confidence);

}  // namespace assay::inference
