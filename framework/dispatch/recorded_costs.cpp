#include "framework/dispatch/recorded_costs.hpp"

#include <algorithm>
#include <set>

namespace assay::dispatch {
namespace {

// The names of the contenders' present builds by their ids in the store.
std::map<std::int64_t, std::string> builds_of(Session& session, const Subject& subject) {
  std::map<std::int64_t, std::string> builds;
  for (const Contender& contender : subject.seen.front().contenders) {
    builds.emplace(session.store().variant(contender.variant), contender.variant.name);
  }
  return builds;
}

}  // namespace

RecordedCosts recorded_costs(Session& session, const Scenario& scenario, const Subject& subject,
                             const std::vector<std::string>& stages) {
  const Store& store = session.store();
  const auto builds = builds_of(session, subject);
  const std::string mode = mode_text(scenario.objective, scenario.sampling.cache);
  std::set<std::string> wanted;
  for (const auto* contests : {&subject.seen, &subject.held_out}) {
    for (const Contest& contest : *contests) wanted.insert(canonical_text(contest.arguments));
  }
  std::map<std::int64_t, std::string> instances;  // "" for those of others
  RecordedCosts costs;
  TrialFilter filter;
  filter.machine = session.machine();
  for (const StoredTrial& trial : store.trials(filter)) {
    const auto build = builds.find(trial.key.variant);
    const bool counts = build != builds.end() && trial.key.mode == mode &&
                        std::ranges::find(stages, trial.key.stage) != stages.end();
    if (!counts) continue;
    const auto [found, is_new] = instances.emplace(trial.key.instance, "");
    if (is_new) {
      const InstanceRecord record = store.instance_record(trial.key.instance);
      const std::string arguments = canonical_text(record.arguments);
      if (record.problem == subject.problem && wanted.contains(arguments)) {
        found->second = arguments;
        costs[arguments].facts = record.facts;
      }
    }
    if (found->second.empty()) continue;
    costs[found->second].costs.push_back(
        {{build->second, trial.key.device, trial.key.configuration},
         trial.key.process,
         cost_of(trial.objective)});
  }
  return costs;
}

}  // namespace assay::dispatch
