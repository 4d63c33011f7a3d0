#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "framework/inference/verdict.hpp"

namespace assay::inference {

// The effects of one comparison, each with the number of its round. A round is measured as a whole,
// so comparisons that share a round are not independent of each other.
struct RoundEffects {
  std::vector<std::uint32_t> rounds;  // ascending
  std::vector<double> effects;        // one for each round
};

// Judges several comparisons at once, so that the criteria's level holds for all of them together:
// the chance that any true equality is called a difference, or that any interval misses, is alpha.
// Each comparison is tested by signed ranks (by signs, if ties dominate in any of them); its
// statistic is compared with the least one of all comparisons when the effects of whole rounds
// change sides at random (Westfall and Young, "Resampling-based multiple testing", 1993, section
// 2.3, with sign changes in place of permutations). Comparisons that share a rival, and are
// therefore correlated, thus cost less of the level than by Bonferroni's correction.
//
// All comparisons have the same number of effects. The p-values are adjusted: one of at most alpha
// means that its claim may be made together with all others at that level. Up to 12 rounds every
// pattern of sides is counted; beyond that, `random_patterns` patterns are drawn, the same each
// time. Errors: those of judge; (internal) comparisons of different length.
[[nodiscard]] std::vector<Verdict> judge_together(std::span<const RoundEffects> comparisons,
                                                  const Criteria& criteria);
inline constexpr std::size_t random_patterns = 8192;

// The locations of several quantities that were measured in the same rounds: medians, with bounds
// from order statistics that hold for all together at `confidence`, infinite if there are too few
// values. Nothing is assumed about the values' distribution except that rounds are independent. The
// quantities may have been measured in different numbers of rounds. Error (environment) naming the
// first value that is not finite.
[[nodiscard]] std::vector<Location> locate_together(std::span<const RoundEffects> quantities,
                                                    double confidence);

}  // namespace assay::inference
