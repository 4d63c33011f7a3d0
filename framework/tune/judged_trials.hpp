// Trials of a search as judged by [pareto].
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "framework/compare/pareto_judge.hpp"
#include "framework/tune/session.hpp"
#include "framework/tune/strategy/outcome_scale.hpp"

namespace assay {

// Combines the measurements of a session with the way its scenario judges them.
class TrialJudge {
 public:
  // Scenario and instance must outlive the object.
  TrialJudge(const Scenario& scenario, const OpenInstance& instance);

  [[nodiscard]] const ParetoSpec& spec() const { return judge_.spec(); }
  // The standing of a trial that succeeded.
  [[nodiscard]] ParetoStanding standing(const RecordedTrial& trial,
                                        const Bindings& configuration) const;
  [[nodiscard]] ParetoStanding standing(const Store& store, const StoredTrial& trial) const;
  // The objective of a trial that succeeded in seconds; where it is no duration, that of a whole
  // sample.
  [[nodiscard]] double sample_seconds(const Store& store, const StoredTrial& trial) const;
  // The outcome for a strategy; nothing if a value is missing.
  [[nodiscard]] std::optional<Outcome> outcome(const Interval& objective,
                                               const ParetoStanding& standing) const;

 private:
  [[nodiscard]] double seconds_of(const Interval& value, const std::vector<Sample>& samples) const;
  [[nodiscard]] ParetoStanding standing(const MeasuredQuantities& measured) const;

  ParetoJudge judge_;
  const Objective* objective_;
  const OpenInstance* instance_;
};

struct JudgedTrial {
  StoredTrial trial;
  ParetoStanding standing;
};

// The successful trials of the contender's searches on the instance.
[[nodiscard]] std::vector<JudgedTrial> judged_trials(Session& session, const OpenInstance& instance,
                                                     const Contender& contender,
                                                     const TrialJudge& judge);

// Throws usage Error for a name in [pareto] for which no trial of the contenders has a value
// although some trials succeeded.
void require_known(Session& session, const OpenInstance& instance,
                   std::span<const Contender> contenders, const TrialJudge& judge);

}  // namespace assay
