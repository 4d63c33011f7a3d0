// One candidate on one shape of inputs: is it right, whatever the values, and does it work while
// the clock runs?
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "framework/judge/bench.hpp"
#include "framework/judge/charge.hpp"
#include "framework/judge/stage.hpp"

namespace assay::judge {

// What a hearing came to.
struct Heard {
  std::vector<Finding> findings;   // none: it was right and played fair, as far as it was heard
  std::vector<std::string> notes;  // what could not be examined, and why
  std::size_t verified = 0;        // repetitions
  std::size_t unverified = 0;      // that were drawn to be left out, where verifying costs too much
  double worst_error = 0;          // of them, in tolerances
  double relative_error = 0;       // of them, as in Digits; 0 where nothing is floating-point
  double inputs_seconds = 0;       // that bringing inputs took, preparing anew included
  StageTimes times;
};

// Ends with the first charge. Throws environment Error where the judge's own side fails.
[[nodiscard]] Heard hear(Bench& bench, const Summons& summons);

}  // namespace assay::judge
