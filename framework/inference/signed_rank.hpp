#pragma once

#include <span>

#include "framework/core/trial.hpp"

namespace assay::inference {

// Wilcoxon's signed-rank test (Wilcoxon, "Individual comparisons by ranking methods", Biometrics
// Bulletin 1, 1945) of effects that are independent and symmetric about one centre. It is the
// sign-flip randomisation test of ranks: given how far the effects lie from a hypothesised shift,
// each of the 2^n patterns of sides is equally likely. Exact with ties (midranks). An effect equal
// to the shift is ranked but belongs to neither side (Pratt, "Remarks on zeros and ties in the
// Wilcoxon signed rank procedures", JASA 54, 1959): left out before ranking, as Wilcoxon did it, a
// larger shift could look better supported than a smaller one, and no interval could be had by
// inversion.
//
// Effects are finite. Up to `signed_rank_exact` of them the distribution is computed; beyond, it is
// the normal one with the mean and variance of the ranks at hand (so corrected for ties and zeros)
// and a continuity correction of half a rank.
inline constexpr std::size_t signed_rank_exact = 256;

// The p-value of "the centre is at most `shift`" against "above": small where the effects lie
// above. 1 without effects. Never falls as `shift` grows.
[[nodiscard]] double signed_rank_above(std::span<const double> effects, double shift);

// The p-value of "the centre is at least `shift`" against "below".
[[nodiscard]] double signed_rank_below(std::span<const double> effects, double shift);

// Median: the Hodges-Lehmann estimate, the median of the n (n + 1) / 2 Walsh averages (x_i + x_j) /
// 2, i <= j (Hodges and Lehmann, "Estimates of location based on rank tests", Ann. Math. Statist.
// 34, 1963). Bounds: what the two one-sided tests at (1 - confidence) / 2 do not reject, ends
// included; infinite where these can reject nothing. Requires one effect or more.
[[nodiscard]] Interval signed_rank_interval(std::span<const double> effects, double confidence);

// For effects without ties the lower bound is the k-th smallest Walsh average, k the same for all
// such effects: that k, for a one-sided test at `level`. 0 if the bound is infinite. Requires
// 1 <= count <= signed_rank_exact.
[[nodiscard]] std::size_t untied_bound_rank(std::size_t count, double level);

}  // namespace assay::inference
