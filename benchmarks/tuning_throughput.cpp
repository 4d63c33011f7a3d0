// How well compilation is hidden behind measurements: a search of 100 trials whose compiler and
// device only sleep, on a simulated machine of 9 cores, so that the result does not depend on the
// real ones. `over_measuring` is the wall time divided by the pure measuring time. Limit: 1.2 if
// compiling takes at least 30 ms and 8 cores are free for it.
#include <benchmark/benchmark.h>

#if defined(ASSAY_FAKE_WORKER)
#include <filesystem>

#include "framework/measure/clock.hpp"
#include "framework/tune/tune.hpp"
#include "tests/temporary_folder.hpp"
#endif

namespace {

#if defined(ASSAY_FAKE_WORKER)

using namespace assay;

constexpr int trials = 100;

const std::string scenario_text = R"(
[[instance]]
problem = "test/fake"
[tune]
trials = 100
[finals]
configurations = 0
)";

// Arguments: milliseconds to compile (spread from half to one and a half), milliseconds to measure.
void tuning(benchmark::State& state) {
  const auto compile = state.range(0);
  const auto measure = state.range(1);
  WorkerOptions options;
  options.command = {ASSAY_FAKE_WORKER,
                     "--size",
                     "1000",
                     "--trial-ms",
                     std::to_string(measure),
                     "--compile-ms",
                     std::to_string(compile / 2),
                     std::to_string(compile + compile / 2)};
  const Scenario scenario = parse_scenario(scenario_text, "throughput.toml");
  double seconds = 0;
  for (auto _ : state) {
    const test::TemporaryFolder folder;
    Store store(folder / "r.db");
    WorkerClient worker(options);
    Session session(store, worker, {}, scenario);
    TuneObserver observer;
    const std::atomic<bool> stop = false;
    const Plan plan = make_plan(scenario, worker.catalog());
    const Stopwatch watch;
    tune(session, scenario, plan, options, observer, stop);
    seconds = watch.seconds();
    state.SetIterationTime(seconds);
  }
  state.counters["over_measuring"] = seconds / (trials * static_cast<double>(measure) * 1e-3);
}
BENCHMARK(tuning)
    ->ArgNames({"compile_ms", "measure_ms"})
    ->ArgsProduct({{0, 30, 100, 300}, {10, 50, 200}})
    ->Iterations(1)
    ->UseManualTime()
    ->Unit(benchmark::kSecond);

#else

void tuning(benchmark::State& state) {
  state.SkipWithError("built without tests, which bring the fake worker: set BUILD_TESTING=ON");
  for (auto _ : state) {
  }
}
BENCHMARK(tuning);

#endif

}  // namespace
