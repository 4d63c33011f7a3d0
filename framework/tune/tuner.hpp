#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "framework/scenario/plan.hpp"
#include "framework/tune/observer.hpp"
#include "framework/tune/session.hpp"

namespace assay {

struct Tuned {
  bool finished = false;                // false: `stop` ended it
  std::vector<std::int64_t> instances;  // by their numbers in the store, as far as it came
};

// Tunes every contender of every contest of a plan, then measures the finalists of each contest
// against each other. What the store already holds of this machine is not measured again, so a
// repeated call resumes. `stop` may be set at any time (from a signal handler too): tuning ends
// after the trial in hand. Throws usage Error for an empty space or an instance that cannot be
// created, environment Error when worker or store fail; what was recorded before stays.
Tuned tune(Session& session, const Scenario& scenario, const Plan& plan,
           const WorkerOptions& workers, TuneObserver& observer, const std::atomic<bool>& stop);

}  // namespace assay
