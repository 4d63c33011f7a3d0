#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
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
  std::vector<Fact> facts = {};          // of the comparison or of the problem's own check
  Digits digits = {};                    // of all outputs
};

// Without its facts, which are for the trial alone.
[[nodiscard]] nlohmann::json to_json(const Verification& verification);
[[nodiscard]] Verification verification_from_json(const nlohmann::json& found);

}  // namespace assay
