#pragma once

#include <span>
#include <vector>

#include "benchmarks/guard/detectors.hpp"

namespace assay::guard {

// Common ways to compare two builds by the times of each. They return faster, slower, or equivalent
// if they see no difference. They require at least two times of each build.

// The two-sided test of Mann and Whitney ("On a test of whether one of two random variables is
// stochastically larger than the other", Ann. Math. Statist. 18, 1947) at `alpha`, by the normal
// approximation with correction for ties and continuity.
[[nodiscard]] inference::Outcome mann_whitney(std::span<const double> baseline,
                                              std::span<const double> candidate, double alpha);
// The two-sided p-value of mann_whitney().
[[nodiscard]] double mann_whitney_p(std::span<const double> baseline,
                                    std::span<const double> candidate);

// Whether the medians, or the minima, differ by more than the fraction `gap` (0.05) of the
// baseline's.
[[nodiscard]] inference::Outcome median_gap(std::span<const double> baseline,
                                            std::span<const double> candidate, double gap);
[[nodiscard]] inference::Outcome minimum_gap(std::span<const double> baseline,
                                             std::span<const double> candidate, double gap);

// Whether the candidate's mean differs from the baseline's by more than three standard deviations
// of the baseline's times.
[[nodiscard]] inference::Outcome three_sigma(std::span<const double> baseline,
                                             std::span<const double> candidate);

// All of these ways as their users apply them: `runs` runs of the baseline in one process, then as
// many of the candidate in another. In addition the sign test of `runs` pairs in one process,
// always the baseline first, which shows the value of pairs without random order and fresh
// processes.
[[nodiscard]] std::vector<Detector> rival_detectors(std::size_t runs, double alpha,
                                                    const RunCosts& costs);

}  // namespace assay::guard
