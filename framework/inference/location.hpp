#pragma once

#include <span>

namespace assay::inference {

// How the centre of block effects is inferred.
enum class Method {
  signed_rank,  // of effects that differ from each other
  sign_test,    // where ties dominate
  rank_sum,     // of two groups that nothing pairs
};
[[nodiscard]] const char* to_string(Method method);  // "signed rank", "sign test", "rank sum"

// The sign test if at most half as many magnitudes occur as there are effects, or if there are more
// than `most_ranked`: a clock that counts in steps as large as the differences puts effects on a
// few values, and such are not symmetric about a shift between the steps, as signed ranks ask for.
// By magnitude, as this is the same whichever build is called the candidate, so choosing does not
// change the level of the test of no difference.
[[nodiscard]] Method method_for(std::span<const double> effects);
inline constexpr std::size_t most_ranked = 4096;  // 8 million Walsh averages

// Where block effects lie: log-ratios, positive if the candidate is slower. The estimate is the
// Hodges-Lehmann estimate or the median; the bounds, of a two-sided interval, are infinite where
// there are too few blocks. Without effects the estimate is NaN.
struct Location {
  double estimate = 0;
  double lower = 0;
  double upper = 0;
  Method method = Method::signed_rank;
};

// All of these: effects are one for each block. Error (environment) naming the first not finite.
[[nodiscard]] Location locate(std::span<const double> effects, double confidence);

// The estimate alone. Requires an effect.
[[nodiscard]] double centre(std::span<const double> effects, Method method);

// One-sided p-values, by the same method: small if the centre is above `shift`; below it.
[[nodiscard]] double p_above(std::span<const double> effects, double shift);
[[nodiscard]] double p_below(std::span<const double> effects, double shift);
// Two-sided: small if the centre is not `shift`.
[[nodiscard]] double p_different(std::span<const double> effects, double shift);

// The fewest blocks whose two-sided test can reject at `level` at all: the smallest p-value of n
// blocks is 2^(1-n), of either method. Requires 0 < level.
[[nodiscard]] std::size_t fewest_blocks(double level);

}  // namespace assay::inference
