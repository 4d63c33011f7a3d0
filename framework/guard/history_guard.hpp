#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "framework/guard/guard.hpp"

namespace assay::guard {

// What a recorded run holds of a variant on an instance: its best verified configuration, of finals
// where there were any.
struct RecordedResult {
  Bindings configuration;
  std::vector<double> log_times;  // of the medians of each process
  double seconds = 0;             // the objective's median over these
};

// Nothing if the run has no verified result of the case's variant, of whatever build, on its
// instance and device.
[[nodiscard]] std::optional<RecordedResult> recorded_result(Session& session, std::int64_t run,
                                                            const Case& one);

// Has each case compared with what a run recorded, where the build of that time is no more: the
// candidate alone is measured in `options.confirmation` fresh processes. Cases have the candidate
// on both sides. What the run has of the cases' instances and nobody measures any more is a case,
// too, and invalid. Verdicts are in the store when this returns.
[[nodiscard]] GuardReport run_against_history(Session& session, std::int64_t baseline_run,
                                              const WorkerOptions& candidate,
                                              const Scenario& scenario, Cases cases,
                                              const GuardOptions& options, GuardObserver& observer,
                                              const std::atomic<bool>& stop);

}  // namespace assay::guard
