// Hears one candidate on one shape of inputs: is it right for all values, and does it work while
// the clock runs?
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "framework/judge/bench.hpp"
#include "framework/judge/charge.hpp"
#include "framework/judge/performer.hpp"

namespace assay::judge {

// The result of a hearing.
struct Heard {
  std::vector<Finding> findings;   // none: it was right and fair as far as it was heard
  std::vector<std::string> notes;  // what could not be examined, and why
  std::size_t verified = 0;        // repetitions
  std::size_t unverified = 0;  // repetitions drawn to be skipped, because verifying costs too much
  double worst_error = 0;      // of the verified repetitions, in tolerances
  double relative_error = 0;   // as in Digits; 0 without floating-point outputs
  double inputs_seconds = 0;   // spent bringing inputs, including repeated preparation
  StepTimes times;
};

// Hears a candidate; ends with the first charge. Throws environment Error if the judge's own side
// fails.
[[nodiscard]] Heard hear(Bench& bench, const Summons& summons);

}  // namespace assay::judge
