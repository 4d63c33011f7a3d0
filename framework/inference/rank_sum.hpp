#pragma once

#include <span>

#include "framework/core/interval.hpp"

namespace assay::inference {

// Wilcoxon's rank-sum test (Wilcoxon 1945; Mann and Whitney, "On a test of whether one of two
// random variables is stochastically larger than the other", Ann. Math. Statist. 18, 1947) of two
// groups that differ at most by a shift. It serves results that were recorded earlier and are not
// paired with new ones. Given the values, each choice of those that belong to the candidate is
// equally likely. Exact with ties (midranks) for up to `rank_sum_exact` values in all; beyond that,
// the normal distribution with the variance of the actual ranks and a continuity correction of half
// a rank.
//
// Values are finite; they are log seconds, one from each process, if a shift is to be a ratio.
inline constexpr std::size_t rank_sum_exact = 64;

// The p-value of "the candidate lies at most `shift` above the baseline" against "further above".
// It is 1 if either group is empty, and never falls as `shift` grows.
[[nodiscard]] double rank_sum_above(std::span<const double> baseline,
                                    std::span<const double> candidate, double shift);
// The p-value of "the candidate lies at least `shift` above the baseline" against "less far above".
[[nodiscard]] double rank_sum_below(std::span<const double> baseline,
                                    std::span<const double> candidate, double shift);

// The interval of the shift. Its median is the Hodges-Lehmann estimate, the median of all
// differences between a candidate's and a baseline's value (Hodges and Lehmann 1963). Its bounds
// enclose the shifts that the two one-sided tests at (1 - confidence) / 2 do not reject, ends
// included; they are infinite if the tests cannot reject anything. Requires a value in each group.
[[nodiscard]] Interval rank_sum_interval(std::span<const double> baseline,
                                         std::span<const double> candidate, double confidence);

}  // namespace assay::inference
