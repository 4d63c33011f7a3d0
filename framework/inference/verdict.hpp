#pragma once

#include <functional>
#include <span>
#include <string>

#include "framework/inference/location.hpp"

namespace assay::inference {

enum class Outcome { faster, slower, equivalent, undecided };  // of the candidate
[[nodiscard]] const char* to_string(Outcome outcome);          // their names

// 0.02 as a log-ratio, log(1 + 0.02). Error (usage) unless it is positive and finite.
[[nodiscard]] double log_margin(double fraction);

// What is claimed when. Margins are log-ratios, as effects are.
struct Criteria {
  double alpha = 0.05;        // the level of the two-sided test
  double delta = 0;           // differences up to this much are no difference; 0: none are
  double smallest_claim = 0;  // of a difference, from calibration: less is never claimed
  // The part of alpha that each of the two one-sided tests is made at: less than all where
  // equivalence is asked for on another occasion as well. None: it is never found.
  double equivalence_share = 1;
};

// Error (usage) that names what is out of range.
void require_valid(const Criteria& criteria);

struct Verdict {
  Outcome outcome = Outcome::undecided;
  Location location;        // with the interval at 1 - alpha
  double p_different = 1;   // two-sided, of no difference
  double p_equivalent = 1;  // of a difference of delta or more: the larger of the two one-sided
  std::string reason;       // of an undecided verdict, in words; else empty
};

// The one rule by which a location and its two p-values become an outcome, which fills in outcome
// and reason of `verdict`. Equivalent if two one-sided tests, at their share of alpha, place the
// centre between -delta and delta (Schuirmann, "A comparison of the two one-sided tests procedure
// and the power approach", J. Pharmacokinetics Biopharmaceutics 15, 1987): this goes before a
// difference that is significant and tiny. Faster or slower only if the two-sided test rejects no
// difference at alpha and the estimate is the smallest claim or more. Undecided otherwise, because
// of `too_few` where that says something, else of what the interval tells.
[[nodiscard]] Verdict conclude(Verdict verdict, const std::string& too_few,
                               const Criteria& criteria);

// Judges effects of fresh processes, one each, by the tests of location.hpp. Errors: (usage)
// criteria out of range; (environment) an effect that is not finite.
[[nodiscard]] Verdict judge(std::span<const double> effects, const Criteria& criteria);

// The same of two groups that nothing pairs (rank_sum.hpp): the log times of the baseline's
// processes, recorded before, and of the candidate's. What differs between then and now, and is not
// the build, is part of what is found: pairs are better wherever both builds can run. Errors as
// above.
[[nodiscard]] Verdict judge_groups(std::span<const double> baseline,
                                   std::span<const double> candidate, const Criteria& criteria);

// What judges the observations of one case: `judge`, or `judge_groups` beside a record.
using Judge = std::function<Verdict(std::span<const double> observations, const Criteria&)>;

}  // namespace assay::inference
