// How well many workers are kept busy by one supervisor: devices and compilers that only take as
// long as those of a recorded space did, each worker with one of each. `over_ideal` is the wall
// time of the search over that of its trials, if compiling and measuring overlapped and nobody ever
// waited. Bars: 1.1 with 64 workers, 1.3 with 512. ASSAY_SPACE names the space, a T4 file.
#include <benchmark/benchmark.h>

#if defined(ASSAY_FAKE_WORKER)
#include <algorithm>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <string>

#include "framework/measure/clock.hpp"
#include "framework/store/t4.hpp"
#include "framework/tune/tune.hpp"
#include "tests/temporary_folder.hpp"
#endif

namespace {

#if defined(ASSAY_FAKE_WORKER)

using namespace assay;

// Adds up the times of the trials that a search has tried, and takes its own time, without the
// start of its workers and its end.
class Busy : public TuneObserver {
 public:
  explicit Busy(const RecordedSpace& space) : space_(space) {}
  void search_begins(const Contender& /*contender*/, const SearchState& /*state*/) override {
    watch_.restart();
  }
  void trial_done(const Contender& /*contender*/, const Bindings& configuration,
                  const RecordedTrial& /*measurement*/, const SearchState& /*state*/) override {
    const auto x = static_cast<std::size_t>(std::get<std::int64_t>(configuration.front().second));
    const RecordedOutcome& outcome = space_.outcomes[x];
    compile_seconds += outcome.compile_seconds;
    measure_seconds += outcome.trial_seconds() - outcome.compile_seconds;
    seconds = watch_.seconds();
    ++trials;
  }

  double compile_seconds = 0;
  double measure_seconds = 0;
  double seconds = 0;  // until the last trial
  std::size_t trials = 0;

 private:
  const RecordedSpace& space_;
  Stopwatch watch_;
};

void write_times(const RecordedSpace& space, const std::filesystem::path& file) {
  std::ofstream out(file);
  for (const auto& outcome : space.outcomes) {
    const double other = outcome.trial_seconds() - outcome.compile_seconds;
    out << static_cast<int>(1e3 * outcome.compile_seconds) << ' ' << static_cast<int>(1e3 * other)
        << '\n';
  }
}

// Arguments: workers, trials for each.
void crew(benchmark::State& state) {
  const char* file = std::getenv("ASSAY_SPACE");
  if (file == nullptr) {
    state.SkipWithError("set ASSAY_SPACE to a T4 file");
    for (auto _ : state) {
    }
    return;
  }
  const RecordedSpace space = read_t4(file);
  const auto workers = static_cast<std::size_t>(state.range(0));
  const auto trials = workers * static_cast<std::size_t>(state.range(1));
  const test::TemporaryFolder folder;
  write_times(space, folder / "times");
  WorkerOptions options;
  options.command = {ASSAY_FAKE_WORKER,
                     "--threads",
                     "1",
                     "--times",
                     (folder / "times").string(),
                     "--size",
                     std::to_string(space.outcomes.size())};
  const Scenario scenario = parse_scenario(
      "[[instance]]\nproblem = \"test/fake\"\n[finals]\nconfigurations = 0\n[tune]\nstrategy = "
      "\"random\"\nseconds = "
      "100000\ntrials = " +
          std::to_string(trials) + "\n",
      "crew.toml");
  for (auto _ : state) {
    Store store(folder / "r.db");
    std::deque<WorkerClient> clients;
    for (std::size_t k = 0; k < workers; ++k) clients.emplace_back(options);
    Session session(store, clients.front(), {}, scenario);
    Lanes lanes;
    for (auto& client : clients) lanes.add("worker", client, options);
    Busy busy(space);
    const std::atomic<bool> stop = false;
    tune(session, lanes, scenario, make_plan(scenario, clients.front().catalog()), busy, stop);
    state.SetIterationTime(busy.seconds);
    const double ideal = std::max(busy.compile_seconds, busy.measure_seconds);
    state.counters["trials"] = static_cast<double>(busy.trials);
    state.counters["over_ideal"] = busy.seconds * static_cast<double>(workers) / ideal;
  }
}
BENCHMARK(crew)
    ->ArgNames({"workers", "trials_each"})
    ->Args({64, 30})
    ->Args({512, 20})
    ->Iterations(1)
    ->UseManualTime()
    ->Unit(benchmark::kSecond);

#else

void crew(benchmark::State& state) {
  state.SkipWithError("built without tests, which bring the fake worker: set BUILD_TESTING=ON");
  for (auto _ : state) {
  }
}
BENCHMARK(crew);

#endif

}  // namespace
