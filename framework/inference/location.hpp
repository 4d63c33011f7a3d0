#pragma once

#include <span>

namespace assay::inference {

// The method by which the centre of block effects is inferred.
enum class Method {
  signed_rank,  // for effects that differ from each other
  sign_test,    // if ties dominate
  rank_sum,     // for two groups that are not paired
};
[[nodiscard]] const char* to_string(Method method);  // "signed rank", "sign test", "rank sum"

// The method for these effects: the sign test if at most half as many magnitudes occur as there are
// effects, or if there are more than `most_ranked`; else signed ranks. A clock whose steps are as
// large as the differences puts effects on a few values, which are not symmetric about a shift
// between the steps, as signed ranks require. Magnitudes are the same whichever build is called the
// candidate, so the choice does not change the level of the test of no difference.
[[nodiscard]] Method method_for(std::span<const double> effects);
inline constexpr std::size_t most_ranked = 4096;  // 8 million Walsh averages

// The location of block effects: log-ratios, positive if the candidate is slower. The estimate is
// the Hodges-Lehmann estimate or the median; the bounds are those of a two-sided interval, infinite
// if there are too few blocks. Without effects the estimate is NaN.
struct Location {
  double estimate = 0;
  double lower = 0;
  double upper = 0;
  Method method = Method::signed_rank;
};

// The location of `effects`, one for each block, by the method that method_for chooses. This
// function and the p-values below throw Error (environment) naming the first effect that is not
// finite.
[[nodiscard]] Location locate(std::span<const double> effects, double confidence);

// The estimate of the location alone. Requires at least one effect.
[[nodiscard]] double centre(std::span<const double> effects, Method method);

// One-sided p-values, by the method that method_for chooses: p_above is small if the centre is
// above `shift`, p_below if the centre is below `shift`.
[[nodiscard]] double p_above(std::span<const double> effects, double shift);
[[nodiscard]] double p_below(std::span<const double> effects, double shift);
// The two-sided p-value, small if the centre is not `shift`.
[[nodiscard]] double p_different(std::span<const double> effects, double shift);

// The fewest blocks whose two-sided test can reject at `level` at all: the smallest p-value of n
// blocks is 2^(1-n) by either method. Requires 0 < level.
[[nodiscard]] std::size_t fewest_blocks(double level);

}  // namespace assay::inference
