#pragma once

#include <span>

#include "framework/core/trial.hpp"

namespace assay::inference {

// Wilcoxon's rank-sum test (Wilcoxon 1945; Mann and Whitney, "On a test of whether one of two
// random variables is stochastically larger than the other", Ann. Math. Statist. 18, 1947) of two
// groups that differ by a shift at most: for results that were recorded before, which nothing pairs
// with new ones. Given the values, each choice of which belong to the candidate is equally likely.
// Exact with ties (midranks) for up to `rank_sum_exact` values in all; beyond, the normal
// distribution with the variance of the ranks at hand and a continuity correction of half a rank.
//
// Values are finite; log seconds, one of each process, where a shift is to be a ratio.
inline constexpr std::size_t rank_sum_exact = 64;

// The p-value of "the candidate lies at most `shift` above the baseline" against "further above". 1
// where either group is empty. Never falls as `shift` grows.
[[nodiscard]] double rank_sum_above(std::span<const double> baseline,
                                    std::span<const double> candidate, double shift);
// The p-value of "at least `shift` above" against "less".
[[nodiscard]] double rank_sum_below(std::span<const double> baseline,
                                    std::span<const double> candidate, double shift);

// Median: the Hodges-Lehmann estimate of the shift, the median of all differences of a candidate's
// and a baseline's value (Hodges and Lehmann 1963). Bounds: what the two one-sided tests at
// (1 - confidence) / 2 do not reject, ends included; infinite where these can reject nothing.
// Requires a value in each group.
[[nodiscard]] Interval rank_sum_interval(std::span<const double> baseline,
                                         std::span<const double> candidate, double confidence);

}  // namespace assay::inference
