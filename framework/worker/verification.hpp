#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/trial.hpp"

namespace assay {

// What came of comparing outputs with what the problem expects.
struct Verification {
  TrialStatus status = TrialStatus::ok;  // ok, wrong_output or not_finite
  double error = 0;                      // largest deviation in units of the tolerance; <= 1 passes
  std::string message;                   // names the worst element where it does not pass
  std::vector<Fact> facts = {};          // that the problem's own check attached to the trial
  // Of the floating-point output whose largest deviation is largest beside the largest number that
  // is expected in it: their ratio, and that number. NaN where no output has any but 0 and
  // infinity.
  double relative_error = std::numeric_limits<double>::quiet_NaN();
  double magnitude = std::numeric_limits<double>::quiet_NaN();
};

// Compares elementwise: x passes against r if |x - r| <= absolute + relative |r|. NaN passes only
// against NaN, an infinity only against the same one. Integers are compared without rounding. The
// element types of output and reference may differ. `poison` is the byte that outputs were filled
// with: an element that still holds it is reported as never written.
// Throws internal Error if the expectations do not fit the outputs.
[[nodiscard]] Verification compare(std::span<const assay_tensor> outputs,
                                   std::span<const assay_expectation> expectations,
                                   std::uint8_t poison);

}  // namespace assay
