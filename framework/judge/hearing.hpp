// One candidate on one shape of inputs: is it right, whatever the values, and does it work while
// the clock runs?
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "framework/core/random.hpp"
#include "framework/judge/bench.hpp"
#include "framework/judge/candidate.hpp"
#include "framework/judge/charge.hpp"

namespace assay::judge {

// Whom to hear, and how.
struct Summons {
  WorkerOptions candidate;   // how its process is started: confined
  double step_seconds = 60;  // that it may take for a step
  std::string variant;
  std::string build_id;
  std::string device;
  Bindings configuration;
  // Instances of one shape with other values each. With one alone nothing can be said of results
  // that are kept.
  std::vector<InstanceKey> instances;
  // Inputs that variants may prepare from: where they differ, the candidate prepares anew.
  std::set<std::string> setup;
  std::size_t repetitions = 12;  // whose inputs are drawn among the instances
  std::uint64_t seed = 0;        // of the draws
};

// What a hearing came to.
struct Heard {
  std::vector<Finding> findings;   // none: it was right and played fair, as far as it was heard
  std::vector<std::string> notes;  // what could not be examined, and why
  std::size_t verified = 0;        // repetitions
  double worst_error = 0;          // of them, in tolerances
  double prepare_seconds = 0;
  std::vector<double> seconds;         // told for each repetition
  std::vector<double> judged_seconds;  // by the judge's clock
  std::vector<double> output_seconds;  // until outputs were there
};

// Ends with the first charge. Throws environment Error where the judge's own side fails.
[[nodiscard]] Heard hear(Bench& bench, const Summons& summons);

}  // namespace assay::judge
