#include "tools/assay/tune_teams.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <future>
#include <set>

#include "framework/core/error.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/tune/foresight.hpp"
#include "framework/tune/tune.hpp"
#include "tools/assay/progress.hpp"

namespace assay::command {
namespace {

// Throws the mistakes that `tune --check` would find, before instances are created, which may take
// an hour.
void require_sense(const Scenario& scenario, const Plan& plan) {
  TuneObserver silent;  // tuning prints the same notes
  constexpr double most_seconds = 5;
  static_cast<void>(foresee(scenario, plan, silent, most_seconds));
}

Tuned tune_team(Team& team, const Scenario& scenario, const RunRecord& run,
                const std::filesystem::path& store_file, const std::string& name,
                const std::atomic<bool>& stop) {
  Progress progress(name.empty() && isatty(STDERR_FILENO) != 0, name);
  for (const auto& skipped : team.catalog().skipped) {
    progress.note(fmt::format("plugin {} is skipped: {}", skipped.path, skipped.reason));
  }
  const Plan plan = make_plan(scenario, team.catalog());
  require_sense(scenario, plan);
  Store store(store_file);
  Session session(store, *team.workers.front().client, run, scenario);
  Lanes lanes;
  for (auto& worker : team.workers) lanes.add(worker.command, *worker.client, worker.options);
  return tune(session, lanes, scenario, plan, progress, stop);
}

// Returns the names of teams in messages: "" for a single team, else the device, with the
// fingerprint if two machines have equal devices.
std::vector<std::string> names_of(const std::vector<Team>& teams) {
  if (teams.size() == 1) return {""};
  std::multiset<std::string> labels;
  for (const auto& team : teams) labels.insert(team.label());
  std::vector<std::string> names;
  for (const auto& team : teams) {
    const std::string label = team.label();
    names.push_back(labels.count(label) == 1
                        ? label
                        : fmt::format("{}, {}", label, team.fingerprint().substr(0, 6)));
  }
  return names;
}

}  // namespace

TeamsTuned tune_teams(std::vector<Team>& teams, const Scenario& scenario, const RunRecord& run,
                      const std::filesystem::path& store_file, const std::atomic<bool>& stop) {
  const auto names = names_of(teams);
  std::vector<std::future<Tuned>> tuning;
  for (std::size_t k = 0; k < teams.size(); ++k) {
    tuning.push_back(std::async(std::launch::async, [&, k] {
      return tune_team(teams[k], scenario, run, store_file, names[k], stop);
    }));
  }
  TeamsTuned all;
  std::set<std::int64_t> instances;
  std::optional<Error> worst;
  for (std::size_t k = 0; k < tuning.size(); ++k) {
    try {
      const Tuned tuned = tuning[k].get();
      all.finished = all.finished && tuned.finished;
      instances.insert(tuned.instances.begin(), tuned.instances.end());
      if (!tuned.instances.empty()) all.machines.push_back(teams[k].fingerprint());
      if (!tuned.failure.empty()) all.failures.push_back(tuned.failure);
    } catch (const Error& error) {
      all.finished = false;
      all.failures.push_back(names[k].empty() ? error.what()
                                              : fmt::format("{}: {}", names[k], error.what()));
      if (!worst || error.kind() == ErrorKind::usage) worst = error;
    }
  }
  if (all.machines.empty() && worst) throw *worst;
  all.instances.assign(instances.begin(), instances.end());
  return all;
}

}  // namespace assay::command
