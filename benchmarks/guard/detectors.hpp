#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/guard/machine.hpp"
#include "framework/guard/guard.hpp"
#include "framework/inference/block_effect.hpp"

namespace assay::guard {

// The time that a simulated machine needs, in seconds.
struct RunCosts {
  double process = 0.2;  // to start a process
  double run = 0.01;     // of one build, including restoring its inputs
};

// The outcome of one comparison of the two builds on a machine.
struct Finding {
  inference::Outcome outcome =
      inference::Outcome::undecided;                 // `equivalent` if a rule sees no difference
  double seconds = 0;                                // time until the outcome
  std::optional<inference::Location> location = {};  // of the log-ratio, if a rule reports it
};

// A way to compare two builds by runs on a machine. `random` supplies the detector's own
// randomness.
struct Detector {
  std::string name;
  std::function<Finding(Machine& machine, Random& random)> compare;
};

// Simulates a block: a fresh process in which both builds run in pairs, in random order
// (pair_order.hpp).
[[nodiscard]] std::vector<inference::TimePair> run_block(Machine& machine, std::size_t pairs,
                                                         Random& random);

// The guard as shipped, using the code that judges real builds: both rounds of one case. Its name
// is "guard".
[[nodiscard]] Detector guard_detector(const GuardOptions& options, const RunCosts& costs);

// Only the guard's first round, in which a difference is merely a suspicion. Its name is "first
// round".
[[nodiscard]] Detector screening_detector(const GuardOptions& options, const RunCosts& costs);

// The finding of a detector from the result of a case; the caller fills in `seconds`.
[[nodiscard]] Finding finding_of(const CaseResult& result);

}  // namespace assay::guard
