// A store, a worker with the test plugins, and scenarios with the problem test/scale.
#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "framework/tune/tune.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/test_plugins/trials.hpp"

namespace assay::test {

// The beginning of the scenarios of these tests: small and quick.
inline const std::string quick_scenario = R"(
[[instance]]
problem = "test/scale"
n = 100
[sampling]
min_samples = 7
max_samples = 15
max_seconds = 0.05
[limits]
run_seconds = 3
)";

// Counts what tuning reports, and can end it after some trials.
class Witness : public TuneObserver {
 public:
  explicit Witness(std::size_t stop_after = SIZE_MAX) : stop_after_(stop_after) {}

  void trial_done(const Contender& contender, const Bindings& configuration,
                  const RecordedTrial& trial, const SearchState& state) override {
    ++trials;
    statuses[to_string(configuration)] = trial.result.status;
    last_state[contender.variant.name] = state;
    if (trials >= stop_after_) stop = true;
  }
  void final_done(const Contender& /*contender*/, const Bindings& configuration,
                  const RecordedTrial& /*trial*/, std::size_t /*done*/,
                  std::size_t /*count*/) override {
    finals.push_back(to_string(configuration));
  }

  std::size_t trials = 0;
  std::map<std::string, TrialStatus> statuses;
  std::map<std::string, SearchState> last_state;
  std::vector<std::string> finals;
  std::atomic<bool> stop = false;

 private:
  std::size_t stop_after_;
};

// Records that a guard found the configuration wrong, in every place where the store has it.
inline void find_wrong(Store& store, const Bindings& configuration) {
  for (const StoredTrial& trial : store.trials({})) {
    if (canonical_text(trial.key.configuration) != canonical_text(configuration)) continue;
    TrialKey key = trial.key;
    key.stage = "guard";
    TrialResult result;
    result.status = TrialStatus::not_finite;
    store.record_trial(trial.run, key, result, std::nullopt);
  }
}

// Runs one `assay tune` on a store that outlives it.
inline Tuned tune_once(const std::filesystem::path& file, const std::string& text,
                       Witness& witness) {
  const Scenario scenario = parse_scenario(text, file.parent_path() / "test.toml");
  Store store(file);
  const WorkerOptions options = test_worker();
  WorkerClient worker(options);
  const Plan plan = make_plan(scenario, worker.catalog());
  RunRecord run;
  run.scenario_name = scenario.name;
  Session session(store, worker, run, scenario);
  return tune(session, scenario, plan, options, witness, witness.stop);
}

}  // namespace assay::test
