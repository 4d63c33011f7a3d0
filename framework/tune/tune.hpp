#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "framework/scenario/plan.hpp"
#include "framework/tune/lanes.hpp"
#include "framework/tune/observer.hpp"
#include "framework/tune/session.hpp"

namespace assay {

struct Tuned {
  bool finished = false;                // false: `stop` or `failure` ended the tune
  std::vector<std::int64_t> instances;  // ids in the store of the instances that were reached
  std::string failure;  // why no lane is left to measure, with the remedy; otherwise ""
};

// Tunes every contender of every contest of a plan, then measures the finalists of each contest
// against each other, on all lanes. Trials that the store already holds for this
// machine are not repeated, so a repeated call resumes. `stop` may be set at any time (also from a
// signal handler): tuning ends after the current sample, and the trial it belongs to stays
// unrecorded. Throws usage Error for an empty space, an instance that cannot be created, or a
// quantity that the scenario counts but that no trial of an instance reports, and environment Error
// when the store fails; trials recorded before that stay.
Tuned tune(Session& session, Lanes& lanes, const Scenario& scenario, const Plan& plan,
           TuneObserver& observer, const std::atomic<bool>& stop);

// Tunes the plan with the session's own worker; further workers started with `workers` compile for
// it.
Tuned tune(Session& session, const Scenario& scenario, const Plan& plan,
           const WorkerOptions& workers, TuneObserver& observer, const std::atomic<bool>& stop);

}  // namespace assay
