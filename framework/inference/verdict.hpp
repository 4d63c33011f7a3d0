#pragma once

#include <functional>
#include <span>
#include <string>

#include "framework/inference/location.hpp"

namespace assay::inference {

enum class Outcome { faster, slower, equivalent, undecided };  // the candidate's
[[nodiscard]] const char* to_string(Outcome outcome);          // their names

// A fraction such as 0.02 as a log-ratio, log(1 + 0.02). Error (usage) unless it is positive and
// finite.
[[nodiscard]] double log_margin(double fraction);

// The criteria for claims. Margins are log-ratios, as effects are.
struct Criteria {
  double alpha = 0.05;        // level of the two-sided test
  double delta = 0;           // differences up to this margin count as none; 0: there is no margin
  double smallest_claim = 0;  // smallest difference that is claimed, from calibration
  // The share of alpha that is the level of each of the two one-sided tests: less than 1 if
  // equivalence is tested on another occasion as well; at 0 equivalence is never found.
  double equivalence_share = 1;
};

// Throws Error (usage) that names what is out of range.
void require_valid(const Criteria& criteria);

struct Verdict {
  Outcome outcome = Outcome::undecided;
  Location location;        // with the interval at 1 - alpha
  double p_different = 1;   // two-sided p-value of "no difference"
  double p_equivalent = 1;  // larger one-sided p-value, of "differs by delta or more"
  std::string reason;       // why the verdict is undecided, in words; else empty
};

// Fills in outcome and reason of `verdict`, by the one rule that turns a location and its two
// p-values into an outcome. Equivalent if two one-sided tests, at their share of alpha, place the
// centre between -delta and delta (Schuirmann, "A comparison of the two one-sided tests procedure
// and the power approach", J. Pharmacokinetics Biopharmaceutics 15, 1987): this takes precedence
// over a difference that is significant but tiny. Faster or slower only if the two-sided test
// rejects "no difference" at alpha and the estimate is at least the smallest claim. Undecided
// otherwise, for the reason `too_few` if that is not empty, else for one that follows from the
// interval.
[[nodiscard]] Verdict conclude(Verdict verdict, const std::string& too_few,
                               const Criteria& criteria);

// Judges effects of fresh processes, one each, by the tests of location.hpp. Errors: (usage)
// criteria out of range; (environment) an effect that is not finite.
[[nodiscard]] Verdict judge(std::span<const double> effects, const Criteria& criteria);

// Judges two groups that are not paired (rank_sum.hpp): the log times of the baseline's processes,
// recorded earlier, and of the candidate's. Everything besides the build that has changed in
// between is part of the difference found, so pairs are better wherever both builds can run.
// Errors: (usage) criteria out of range; (environment) an empty group, or a value that is not
// finite.
[[nodiscard]] Verdict judge_groups(std::span<const double> baseline,
                                   std::span<const double> candidate, const Criteria& criteria);

// A function that judges the observations of one case: `judge`, or `judge_groups` with a recorded
// baseline.
using Judge = std::function<Verdict(std::span<const double> observations, const Criteria&)>;

}  // namespace assay::inference
