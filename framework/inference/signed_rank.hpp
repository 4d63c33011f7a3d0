#pragma once

#include <span>

#include "framework/core/interval.hpp"

namespace assay::inference {

// Wilcoxon's signed-rank test (Wilcoxon, "Individual comparisons by ranking methods", Biometrics
// Bulletin 1, 1945) of effects that are independent and symmetric about one centre. It is the
// sign-flip randomisation test of ranks: given how far the effects lie from a hypothesised shift,
// each of the 2^n patterns of sides is equally likely. Exact with ties (midranks). An effect equal
// to the shift is ranked but belongs to neither side (Pratt, "Remarks on zeros and ties in the
// Wilcoxon signed rank procedures", JASA 54, 1959): if it were left out before ranking, as Wilcoxon
// did, a larger shift could look better supported than a smaller one, and the test could not be
// inverted to obtain an interval.
//
// Effects are finite. For up to `signed_rank_exact` of them the exact distribution is computed;
// beyond that, the normal one is used, with the mean and variance of the actual ranks (and so
// corrected for ties and zeros) and a continuity correction of half a rank.
inline constexpr std::size_t signed_rank_exact = 256;

// The p-value of "the centre is at most `shift`" against "above": small if the effects lie above.
// It is 1 without effects, and never falls as `shift` grows.
[[nodiscard]] double signed_rank_above(std::span<const double> effects, double shift);

// The p-value of "the centre is at least `shift`" against "below".
[[nodiscard]] double signed_rank_below(std::span<const double> effects, double shift);

// The interval of the centre. Its median is the Hodges-Lehmann estimate, the median of the n (n +
// 1) / 2 Walsh averages (x_i + x_j) / 2, i <= j (Hodges and Lehmann, "Estimates of location based
// on rank tests", Ann. Math. Statist. 34, 1963). Its bounds enclose the shifts that the two
// one-sided tests at (1 - confidence) / 2 do not reject, ends included; they are infinite if the
// tests cannot reject anything. Requires one effect or more.
[[nodiscard]] Interval signed_rank_interval(std::span<const double> effects, double confidence);

// The k for which the k-th smallest Walsh average is the lower bound of a one-sided test at
// `level`; it is the same for all `count` effects without ties. 0 if the bound is infinite.
// Requires 1 <= count <= signed_rank_exact.
[[nodiscard]] std::size_t untied_bound_rank(std::size_t count, double level);

}  // namespace assay::inference
