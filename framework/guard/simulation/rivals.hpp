#pragma once

#include <span>
#include <vector>

#include "framework/guard/simulation/detectors.hpp"

namespace assay::guard {

// What is commonly used to compare two builds, on the times of the one and those of the other. Each
// says faster, slower, or equivalent where it sees no difference. Requires two times of each or
// more.

// The two-sided test of Mann and Whitney ("On a test of whether one of two random variables is
// stochastically larger than the other", Ann. Math. Statist. 18, 1947) at `alpha`, by the normal
// distribution with correction for ties and continuity.
[[nodiscard]] inference::Outcome mann_whitney(std::span<const double> baseline,
                                              std::span<const double> candidate, double alpha);
// Its p-value.
[[nodiscard]] double mann_whitney_p(std::span<const double> baseline,
                                    std::span<const double> candidate);

// The medians, or the least times, differ by more than `gap` (0.05) of the baseline's.
[[nodiscard]] inference::Outcome median_gap(std::span<const double> baseline,
                                            std::span<const double> candidate, double gap);
[[nodiscard]] inference::Outcome minimum_gap(std::span<const double> baseline,
                                             std::span<const double> candidate, double gap);

// The candidate's mean lies more than three standard deviations of the baseline's times from
// theirs.
[[nodiscard]] inference::Outcome three_sigma(std::span<const double> baseline,
                                             std::span<const double> candidate);

// All of them as their users run them: `runs` times the baseline in one process, then as often the
// candidate in another. And the sign test of `runs` pairs in one process, always the baseline
// first: what pairs are worth without random order and fresh processes.
[[nodiscard]] std::vector<Detector> rival_detectors(std::size_t runs, double alpha,
                                                    const RunCosts& costs);

}  // namespace assay::guard
