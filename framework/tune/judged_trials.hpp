// Trials of a search as [pareto] sees them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "framework/report/pareto_judge.hpp"
#include "framework/tune/session.hpp"
#include "framework/tune/strategy/outcome_scale.hpp"

namespace assay {

// Joins what a session measures with how its scenario judges.
class TrialJudge {
 public:
  // Both must outlive the object.
  TrialJudge(const Scenario& scenario, const OpenInstance& instance);

  [[nodiscard]] const ParetoSpec& spec() const { return judge_.spec(); }
  // The standing of a trial that succeeded.
  [[nodiscard]] ParetoStanding standing(const RecordedTrial& trial) const;
  [[nodiscard]] ParetoStanding standing(const Store& store, const StoredTrial& trial) const;
  // Nothing where a value is missing.
  [[nodiscard]] std::optional<Outcome> outcome(const Interval& objective,
                                               const ParetoStanding& standing) const;

 private:
  [[nodiscard]] ParetoStanding standing(const Interval& value, const std::vector<Sample>& samples,
                                        const std::vector<Fact>& facts) const;

  ParetoJudge judge_;
  const Objective* objective_;
  const OpenInstance* instance_;
};

struct JudgedTrial {
  StoredTrial trial;
  ParetoStanding standing;
};

// Those of the contender's searches on the instance that succeeded.
[[nodiscard]] std::vector<JudgedTrial> judged_trials(Session& session, const OpenInstance& instance,
                                                     const Contender& contender,
                                                     const TrialJudge& judge);

// Throws usage Error for a name in [pareto] of which no trial of these contenders has a value,
// though some succeeded.
void require_known(Session& session, const OpenInstance& instance,
                   std::span<const Contender> contenders, const TrialJudge& judge);

}  // namespace assay
