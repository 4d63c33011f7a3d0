#include "framework/tune/judged_trials.hpp"

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/inference/median.hpp"

namespace assay {
namespace {

const ParetoSpec& spec_for(const Scenario& scenario, const InstanceRecord& record) {
  static const ParetoSpec none;
  const ParetoSpec& spec = scenario.pareto;
  return matches_any(spec.instances, record.problem, record.arguments) ? spec : none;
}

}  // namespace

TrialJudge::TrialJudge(const Scenario& scenario, const OpenInstance& instance)
    : judge_(spec_for(scenario, instance.record), scenario.beside),
      objective_(&scenario.objective),
      instance_(&instance) {}

double TrialJudge::seconds_of(const Interval& value, const std::vector<Sample>& samples) const {
  if (objective_->is_duration()) return value.median;
  std::vector<double> whole;
  for (const Sample& sample : samples) {
    if (sample.counts()) whole.push_back(sample.seconds);
  }
  return whole.empty() ? value.median : inference::median_interval(whole, 0.5).median;
}

double TrialJudge::sample_seconds(const Store& store, const StoredTrial& trial) const {
  return seconds_of(*trial.objective,
                    objective_->is_duration() ? std::vector<Sample>() : store.samples(trial.id));
}

ParetoStanding TrialJudge::standing(const MeasuredQuantities& measured) const {
  return judge_.standing(instance_->record, *objective_, measured);
}

ParetoStanding TrialJudge::standing(const RecordedTrial& trial,
                                    const Bindings& configuration) const {
  if (spec().empty()) return {};
  return standing({*trial.objective, seconds_of(*trial.objective, trial.result.samples),
                   trial.result.facts, configuration});
}

ParetoStanding TrialJudge::standing(const Store& store, const StoredTrial& trial) const {
  if (spec().empty()) return {};  // saves reading the facts of thousands of trials
  return standing({*trial.objective, sample_seconds(store, trial), store.facts(trial.id),
                   trial.key.configuration});
}

std::optional<Outcome> TrialJudge::outcome(const Interval& objective,
                                           const ParetoStanding& standing) const {
  if (!standing.complete()) return std::nullopt;
  return Outcome{objective.median, judge_.costs(standing), standing.shortfalls};
}

std::vector<JudgedTrial> judged_trials(Session& session, const OpenInstance& instance,
                                       const Contender& contender, const TrialJudge& judge) {
  std::vector<JudgedTrial> judged;
  for (auto& trial : session.store().trials_like(session.key(instance, contender, {"search"}))) {
    if (!trial.objective) continue;
    ParetoStanding standing = judge.standing(session.store(), trial);
    judged.push_back({std::move(trial), std::move(standing)});
  }
  return judged;
}

void require_known(Session& session, const OpenInstance& instance,
                   std::span<const Contender> contenders, const TrialJudge& judge) {
  if (judge.spec().empty()) return;
  std::optional<std::vector<ParetoGap>> always;
  for (const Contender& contender : contenders) {
    for (const JudgedTrial& one : judged_trials(session, instance, contender, judge)) {
      if (!always) always = one.standing.gaps;
      keep_common(*always, one.standing.gaps);
    }
  }
  if (always && !always->empty()) throw usage_error("{}", always->front().text);
}

}  // namespace assay
