#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "framework/scenario/plan.hpp"
#include "framework/tune/crew.hpp"
#include "framework/tune/observer.hpp"
#include "framework/tune/session.hpp"

namespace assay {

struct Tuned {
  bool finished = false;                // false: `stop` or `failure` ended it
  std::vector<std::int64_t> instances;  // by their numbers in the store, as far as it came
  std::string failure;                  // why nobody is left to measure, with the cure; else ""
};

// Tunes every contender of every contest of a plan, then measures the finalists of each contest
// against each other, on all lanes of the crew. What the store already holds of this machine is not
// measured again, so a repeated call resumes. `stop` may be set at any time (from a signal handler
// too): tuning ends after the current sample, and the trial it belongs to stays unrecorded. Throws
// usage Error for an empty space, an instance that cannot be created, or a quantity that the
// scenario counts and no trial of an instance tells, environment Error when the store fails; what
// was recorded before stays.
Tuned tune(Session& session, Crew& crew, const Scenario& scenario, const Plan& plan,
           TuneObserver& observer, const std::atomic<bool>& stop);

// The same with the session's own worker, others like it compiling for it.
Tuned tune(Session& session, const Scenario& scenario, const Plan& plan,
           const WorkerOptions& workers, TuneObserver& observer, const std::atomic<bool>& stop);

}  // namespace assay
