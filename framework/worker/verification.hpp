#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/fact.hpp"
#include "framework/core/trial_status.hpp"

namespace assay {

// The digits of floating-point outputs: how many are right, and how many there are.
struct Digits {
  // The largest deviation in an output relative to the largest number expected in it (`magnitude`),
  // for the output where that ratio is highest. Both are NaN where outputs are expected to hold
  // nothing but 0, infinities and NaN.
  double relative_error = std::numeric_limits<double>::quiet_NaN();
  double magnitude = std::numeric_limits<double>::quiet_NaN();
  // The number of elements that are expected to have more digits than the next lower precision
  // holds (float below double, half below float), and how many of them (`rounded`) have no more
  // digits than that.
  std::int64_t fine = 0;
  std::int64_t rounded = 0;

  // Takes in the digits of another output.
  void add(const Digits& other);
};

// The outcome of comparing outputs with what the problem expects.
struct Verification {
  TrialStatus status = TrialStatus::ok;  // ok, wrong_output or not_finite
  double error = 0;                      // largest deviation in units of the tolerance; <= 1 passes
  std::string message;                   // names the worst element where it does not pass
  std::vector<Fact> facts = {};          // attached to the trial by the problem's own check
  Digits digits = {};                    // of all outputs
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
