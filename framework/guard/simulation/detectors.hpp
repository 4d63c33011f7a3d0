#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "framework/guard/guard.hpp"
#include "framework/guard/simulation/machine.hpp"
#include "framework/inference/block_effect.hpp"

namespace assay::guard {

// Seconds that a machine needs.
struct RunCosts {
  double process = 0.2;  // to start one
  double run = 0.01;     // one build once, with what it takes to restore its inputs
};

// What one comparison of the two builds on a machine came to.
struct Finding {
  inference::Outcome outcome =
      inference::Outcome::undecided;                 // `equivalent` where a rule sees no difference
  double seconds = 0;                                // until then
  std::optional<inference::Location> location = {};  // of the log-ratio, where a rule reports that
};

// A way to compare two builds, by runs that it asks of a machine. `random` is its own chance.
struct Detector {
  std::string name;
  std::function<Finding(Machine& machine, Random& random)> compare;
};

// One block: a fresh process, in which both builds run in pairs, in random order (pair_order.hpp).
[[nodiscard]] std::vector<inference::TimePair> run_block(Machine& machine, std::size_t pairs,
                                                         Random& random);

// The guard as it ships, by the code that judges real builds: both rounds of one case. "guard".
[[nodiscard]] Detector guard_detector(const GuardOptions& options, const RunCosts& costs);

// Its first round alone: what it finds different is only a suspect. "first round".
[[nodiscard]] Detector screening_detector(const GuardOptions& options, const RunCosts& costs);

// What a detector has found of a case's result; `seconds` is left to be filled in.
[[nodiscard]] Finding finding_of(const CaseResult& result);

}  // namespace assay::guard
