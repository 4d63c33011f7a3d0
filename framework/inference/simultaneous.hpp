#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "framework/inference/verdict.hpp"

namespace assay::inference {

// Effects of one comparison, each with the number of the round that brought it. A round is measured
// as a whole, so comparisons that share a round are not independent of each other.
struct RoundEffects {
  std::vector<std::uint32_t> rounds;  // ascending
  std::vector<double> effects;        // one for each round
};

// Judges several comparisons at once, so that the criteria's level holds for all of them together:
// the chance that any true equality is called a difference, or that any interval misses, is alpha.
// Each comparison is tested by signed ranks (by signs, if ties dominate in any of them); what its
// statistic is held against is the least one of all comparisons when the effects of whole rounds
// change their sides at random (Westfall and Young, "Resampling-based multiple testing", 1993,
// section 2.3, with sign changes in place of permutations). So comparisons that share a rival, and
// are therefore correlated, cost less than Bonferroni's part of the level.
//
// All comparisons have equally many effects. The p-values are adjusted: at most alpha where the
// claim holds for all together. Up to 12 rounds every pattern of sides is counted, beyond that
// `random_patterns` drawn ones, the same each time. Errors: as judge; (internal) comparisons of
// different length.
[[nodiscard]] std::vector<Verdict> judge_together(std::span<const RoundEffects> comparisons,
                                                  const Criteria& criteria);
inline constexpr std::size_t random_patterns = 8192;

// Where each of several quantities lies that were measured in the same rounds: medians, with bounds
// from order statistics that hold for all together at `confidence`, infinite where there are too
// few values. Nothing is asked of the values' distribution but that rounds are independent. They
// may have been measured in different numbers of rounds. Error (environment) naming the first value
// that is not finite.
[[nodiscard]] std::vector<Location> locate_together(std::span<const RoundEffects> quantities,
                                                    double confidence);

}  // namespace assay::inference
