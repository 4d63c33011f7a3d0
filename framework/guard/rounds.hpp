// The two rounds by which a guard reaches its verdicts, for all kinds of measurements.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "framework/guard/guard.hpp"
#include "framework/inference/verdict.hpp"

namespace assay::guard {

enum class Round { screening, confirmation };

// A case as the rounds see it: it can be observed as often as needed, each time in fresh processes.
class Subject {
 public:
  virtual ~Subject() = default;
  // Begins a round, which has a result of its own. Returns false with the result settled if nothing
  // is to be measured.
  [[nodiscard]] virtual bool begin(Round round, CaseResult& result) = 0;
  // Makes the next observation, of at most `most`, and adds what it tells of the case to the
  // result. Returns nothing, with the result settled, if there is none.
  [[nodiscard]] virtual std::optional<double> observe(std::size_t most, CaseResult& result) = 0;
  // The verdict on a round's observations so far.
  [[nodiscard]] virtual inference::Verdict judge(std::span<const double> observations,
                                                 const inference::Criteria& criteria) const = 0;
  // Is called when the case is to be measured again.
  virtual void suspected(const inference::Verdict& /*verdict*/) {}
};

// Whether one more process may begin. If not, because the guard must stop or has spent its time,
// leaves the result open with that reason.
[[nodiscard]] bool may_measure(const Budget& budget, const std::atomic<bool>& stop,
                               CaseResult& result);

// The p-values of the second round that are adjusted for each other.
enum class Family {
  suspects,  // only those of suspects, if the rounds share no data
  measured,  // those of all measured cases, with a p of 1 unless measured again: for rounds that
             // share a record, since a record that made a suspect makes it again
};

// Performs the first round of one case: observes it until a planned look (inference/looks.hpp)
// finds it faster, slower or equivalent, or no look is left. The looks test equivalence at the part
// of alpha that the second round leaves.
[[nodiscard]] CaseResult screen(Subject& subject, const GuardOptions& options);

// Performs both rounds: screens every case, then measures the suspects, those faster or slower,
// again in `options.confirmation` fresh processes, since samples that selected a suspect must not
// judge it. A suspect is confirmed if the second round finds it on the same side with an adjusted
// p-value of at most alpha, so that at most the share alpha of the claims is false (Benjamini and
// Hochberg). It is equivalent if the second round finds that at its part of alpha, and inconclusive
// otherwise. Returns one result for each subject.
[[nodiscard]] std::vector<CaseResult> judge_in_two_rounds(std::span<Subject* const> subjects,
                                                          const GuardOptions& options,
                                                          Family family);

// The criteria of the first round's test, which looks at planned times.
[[nodiscard]] inference::Criteria screening_criteria(const GuardOptions& options,
                                                     double smallest_claim);

}  // namespace assay::guard
