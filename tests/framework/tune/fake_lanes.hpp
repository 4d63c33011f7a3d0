// Tuning with fake workers (tests/test_plugins/fake_worker.cpp): the test determines what is
// searched, in which order, and what goes wrong.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "tests/contents.hpp"
#include "tests/framework/tune/tune_fixture.hpp"

namespace assay::test {

inline const std::string fake_scenario = R"(
[[instance]]
problem = "test/fake"
[[variant]]
name = "fake.gpu"
[finals]
configurations = 2
rounds = 2
)";

// Options of a fake worker; `words` are the arguments of its command.
inline WorkerOptions fake_worker(const std::vector<std::string>& words = {}) {
  WorkerOptions options;
  options.command = {ASSAY_FAKE_WORKER};
  options.command.insert(options.command.end(), words.begin(), words.end());
  options.start_seconds = 20;
  return options;
}

// Records what tuning reports, with the configurations in the order of their results.
class Journal : public Witness {
 public:
  explicit Journal(std::size_t stop_after = SIZE_MAX) : Witness(stop_after) {}

  void note(const std::string& text) override { notes += text + "\n"; }
  void trial_done(const Contender& contender, const Bindings& configuration,
                  const RecordedTrial& trial, const SearchState& state) override {
    order.push_back(to_string(configuration));
    Witness::trial_done(contender, configuration, trial, state);
  }

  std::vector<std::string> order;
  std::string notes;
};

// Runs one `assay tune` with a lane for each worker.
inline Tuned tune_with(const std::filesystem::path& file, const std::string& text,
                       const std::vector<WorkerOptions>& workers, Journal& journal,
                       bool retry_failed = false) {
  Scenario scenario = parse_scenario(text, file.parent_path() / "test.toml");
  scenario.tune.retry_failed = retry_failed;
  Store store(file);
  std::deque<WorkerClient> clients;
  for (const auto& options : workers) clients.emplace_back(options);
  const Plan plan = make_plan(scenario, clients.front().catalog());
  Session session(store, clients.front(), {}, scenario);
  Lanes lanes;
  for (std::size_t k = 0; k < workers.size(); ++k) {
    lanes.add("worker " + std::to_string(k), clients[k], workers[k]);
  }
  return tune(session, lanes, scenario, plan, journal, journal.stop);
}

}  // namespace assay::test
