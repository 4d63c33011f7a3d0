// How a guard comes to its verdicts, whatever it measures.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "framework/guard/guard.hpp"
#include "framework/inference/verdict.hpp"

namespace assay::guard {

enum class Round { screening, confirmation };

// What the rounds need of a case: that it can be observed as often as they like, each time in fresh
// processes.
class Subject {
 public:
  virtual ~Subject() = default;
  // A round begins, with a result of its own. False, with that settled, where nothing is to be
  // measured.
  [[nodiscard]] virtual bool begin(Round round, CaseResult& result) = 0;
  // The next observation of at most `most`, with what it tells of the case put into the result.
  // Nothing, with that settled, where there is none.
  [[nodiscard]] virtual std::optional<double> observe(std::size_t most, CaseResult& result) = 0;
  // Of a round's observations so far.
  [[nodiscard]] virtual inference::Verdict judge(std::span<const double> observations,
                                                 const inference::Criteria& criteria) const = 0;
  // It is to be measured again.
  virtual void suspected(const inference::Verdict& /*verdict*/) {}
};

// Whether one more process may begin. Where it may not, since the guard is to stop or has spent its
// time, the result is left open and says so.
[[nodiscard]] bool may_measure(const Budget& budget, const std::atomic<bool>& stop,
                               CaseResult& result);

// Which p-values of the second round are adjusted for each other.
enum class Family {
  suspects,  // of those that are measured again, where the second round shares nothing with the
             // first
  measured,  // of all, those not measured again with a p of 1: where both rounds compare with the
             // same record, a record that made a suspect makes it again
};

// The first round of one case: observed until a planned look (inference/looks.hpp) finds it faster,
// slower or equivalent, or no look is left. Looks ask for equivalence at the part of alpha that the
// second round leaves.
[[nodiscard]] CaseResult screen(Subject& subject, const GuardOptions& options);

// Both rounds: screens every case, then measures the suspects, those faster or slower, once more in
// `options.confirmation` fresh processes; what the first round chose is not judged by the samples
// that chose it. A suspect stands if the second round finds it on the same side, by a p-value that
// is at most alpha once it is adjusted: so of what is claimed the share alpha at most is false
// (Benjamini and Hochberg). It is equivalent if the second round finds that at its part of alpha,
// and else inconclusive. One result for each.
[[nodiscard]] std::vector<CaseResult> judge_in_two_rounds(std::span<Subject* const> subjects,
                                                          const GuardOptions& options,
                                                          Family family);

// The first round's test of observations, at planned looks.
[[nodiscard]] inference::Criteria screening_criteria(const GuardOptions& options,
                                                     double smallest_claim);

}  // namespace assay::guard
