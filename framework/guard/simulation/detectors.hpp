#pragma once

#include <functional>
#include <string>
#include <vector>

#include "framework/guard/simulation/machine.hpp"
#include "framework/inference/block_effect.hpp"
#include "framework/inference/looks.hpp"

namespace assay::guard {

// Seconds that a machine needs.
struct RunCosts {
  double process = 0.2;  // to start one
  double run = 0.01;     // one build once, with what it takes to restore its inputs
};

// What one comparison of the two builds on a machine came to.
struct Finding {
  inference::Outcome outcome =
      inference::Outcome::undecided;  // `equivalent` where a rule sees no difference
  double seconds = 0;                 // until then
};

// A way to compare two builds, by runs that it asks of a machine. `random` is its own chance.
struct Detector {
  std::string name;
  std::function<Finding(Machine& machine, Random& random)> compare;
};

// One block: a fresh process, in which both builds run in pairs, in random order (pair_order.hpp).
[[nodiscard]] std::vector<inference::TimePair> run_block(Machine& machine, std::size_t pairs,
                                                         Random& random);

// The guard's own: blocks of pairs, judged at planned looks. "guard", or "guard, no margin" if
// delta is 0, so that any difference, however small, is one.
struct GuardSettings {
  std::vector<std::size_t> looks = {8, 12, 20, 32};  // blocks
  std::size_t pairs = 8;
  double alpha = 0.05;
  double delta = 0.01;
};
[[nodiscard]] Detector guard_detector(const GuardSettings& settings, const RunCosts& costs);

}  // namespace assay::guard
