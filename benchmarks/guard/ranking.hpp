// Rankings of two variants on machines with known noise.
#pragma once

#include <string>

#include "benchmarks/guard/detectors.hpp"
#include "framework/scenario/scenario.hpp"

namespace assay::guard {

// The numbers of runs in a simulated round of finals.
struct RoundRuns {
  std::size_t of_process = 30;  // of each variant
  std::size_t of_turn = 5;      // runs after which the other variant takes its turn
};

// The finals of two variants, with the baseline as the reference, judged by the code that judges
// real finals: rounds of two fresh processes that run in turns, with looks at them, until the
// variants are told apart or found equivalent, or the rounds are used up. The location is that of
// the log-ratio, like the reported speed-up. Its name is "ranking".
[[nodiscard]] Detector ranking_detector(const FinalSpec& finals, const RoundRuns& runs,
                                        const RunCosts& costs);

// Finals as simulated by ranking_detector that end after their first look. Its name is "first
// look".
[[nodiscard]] Detector first_look_detector(FinalSpec finals, const RoundRuns& runs,
                                           const RunCosts& costs);

// All numbers that rankings depend on, in one line.
[[nodiscard]] std::string ranking_line(const FinalSpec& finals);

}  // namespace assay::guard
