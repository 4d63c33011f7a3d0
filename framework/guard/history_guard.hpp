#pragma once

#include <atomic>

#include "framework/guard/guard.hpp"

namespace assay::guard {

// Appends a case with a `problem` for each variant that the run recorded on one of the cases'
// instances and that nobody measures any more.
void add_missing(Session& session, std::int64_t baseline_run, Cases& cases);

// Has each case compared with what a run recorded (recorded_result.hpp), where the build of that
// time is no more: the candidate alone is measured, each time in a fresh process, in the two rounds
// of every guard (rounds.hpp), and the medians of its processes are compared with the recorded ones
// by exact rank sums. Both rounds have the record in common, so the second one's p-values are
// adjusted for all cases measured. Where the candidate's runs are short beside the steps of their
// clock (clock_step.hpp), so were those of the record, and the case is inconclusive. Cases have the
// candidate on both sides. Verdicts are in the store when this returns.
[[nodiscard]] GuardReport run_against_history(Session& session, std::int64_t baseline_run,
                                              const WorkerOptions& candidate,
                                              const Scenario& scenario, Cases cases,
                                              const GuardOptions& options, GuardObserver& observer,
                                              const std::atomic<bool>& stop);

}  // namespace assay::guard
