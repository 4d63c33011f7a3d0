#pragma once

#include <atomic>

#include "framework/guard/guard.hpp"

namespace assay::guard {

// Appends a case with a `problem` for each variant that the run recorded on one of the cases'
// instances and that is not measured any more.
void add_missing(Session& session, std::int64_t baseline_run, Cases& cases);

// Compares each case with what a run recorded (recorded_result.hpp), for when the build of that
// time no longer exists. Measures the candidate alone, each time in a fresh process, in the two
// rounds of every guard (rounds.hpp), and compares the medians of its processes with the recorded
// ones by exact rank sums. Both rounds use the same record, so the p-values of the second round are
// adjusted for all cases measured. If the candidate's runs are short compared with the steps of
// their clock (clock_step.hpp), those of the record were too, and the case is inconclusive. The
// cases have the candidate on both sides. Records the verdicts in the store.
[[nodiscard]] GuardReport run_against_history(Session& session, std::int64_t baseline_run,
                                              const WorkerOptions& candidate,
                                              const Scenario& scenario, Cases cases,
                                              const GuardOptions& options, GuardObserver& observer,
                                              const std::atomic<bool>& stop);

}  // namespace assay::guard
