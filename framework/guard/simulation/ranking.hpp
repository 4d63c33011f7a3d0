// Rankings of two variants on machines whose noise is known.
#pragma once

#include <string>

#include "framework/guard/simulation/detectors.hpp"
#include "framework/scenario/scenario.hpp"

namespace assay::guard {

// How many runs a simulated round of finals has.
struct RoundRuns {
  std::size_t of_process = 30;  // each variant's
  std::size_t of_turn = 5;      // after which the other one has its turn
};

// The finals of two variants, the baseline the reference and the candidate the other one, judged by
// the code that judges real ones: rounds of two fresh processes that run in turns, looks at them,
// until the two are told apart or equivalent, or rounds are used up. What is located is the log of
// the ratio, as the speed-up that is reported. "ranking".
[[nodiscard]] Detector ranking_detector(const FinalSpec& finals, const RoundRuns& runs,
                                        const RunCosts& costs);

// Finals as ranking_detector simulates them, ended after their first look. "first look".
[[nodiscard]] Detector first_look_detector(FinalSpec finals, const RoundRuns& runs,
                                           const RunCosts& costs);

// All numbers that rankings depend on, in a line.
[[nodiscard]] std::string ranking_line(const FinalSpec& finals);

}  // namespace assay::guard
