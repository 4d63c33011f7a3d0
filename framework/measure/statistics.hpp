#pragma once

#include <span>

#include "framework/core/trial.hpp"

namespace assay {

// The median with a distribution-free interval of at least `confidence` from order statistics (the
// sign test inverted). With too few values for that confidence (fewer than 6 at 95%) the interval
// is unbounded: lower 0, upper infinity. Requires a non-empty span; does not reorder it.
[[nodiscard]] Interval median_interval(std::span<const double> values, double confidence);

// The interval of the ratio numerator/denominator of two medians at `confidence`, from intervals
// that each hold at 1 - (1 - confidence) / 2 (Bonferroni), so it errs on the wide side.
[[nodiscard]] Interval ratio_interval(std::span<const double> numerator,
                                      std::span<const double> denominator, double confidence);

// How many leading values belong to a warm-up: the length of the longest prefix that lies clearly
// above what follows (details and rejected alternatives with the definition).
[[nodiscard]] std::size_t warm_up_length(std::span<const double> values);

}  // namespace assay
