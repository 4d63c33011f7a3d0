// The cost of a trial in addition to its samples: a variant that computes nothing, through
// supervisor, pipes and worker, from request to result. Limit: 5 ms for a trial.
#include <benchmark/benchmark.h>

#include "framework/supervisor/client.hpp"

namespace {

#if defined(ASSAY_TEST_PLUGINS)

assay::WorkerOptions worker_options() {
  assay::WorkerOptions options;
  options.command = {ASSAY_TEST_WORKER};
  options.plugin_folders = {ASSAY_TEST_PLUGINS "/build-1"};
  return options;
}

assay::TrialRequest empty_trial(std::int64_t samples) {
  assay::TrialRequest request;
  request.instance.problem = "test/nothing";
  request.variant = "empty.cpu";
  request.sampling.min_samples = 1;
  request.sampling.max_samples = static_cast<std::uint32_t>(samples);
  request.sampling.relative_width = -1;  // never precise: exactly max_samples
  return request;
}

// Argument: samples of a trial.
void trial(benchmark::State& state) {
  assay::WorkerClient client(worker_options());
  const assay::TrialRequest request = empty_trial(state.range(0));
  if (const auto first = client.run_trial(request); !first.ok()) {
    state.SkipWithError(first.message.c_str());
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(client.run_trial(request));
  state.counters["trials/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(trial)->Arg(1)->Arg(9)->Arg(100)->Arg(1000)->UseRealTime()->Unit(benchmark::kMicrosecond);

// A fresh process for a trial, as finalists get it: start, plugins, greeting, trial, end.
void trial_in_fresh_process(benchmark::State& state) {
  assay::WorkerClient client(worker_options());
  const assay::TrialRequest request = empty_trial(1);
  for (auto _ : state) {
    benchmark::DoNotOptimize(client.run_trial(request));
    client.restart();
  }
}
BENCHMARK(trial_in_fresh_process)->UseRealTime()->Unit(benchmark::kMillisecond);

#else

void trial(benchmark::State& state) {
  state.SkipWithError("built without tests, which bring the empty variant: set BUILD_TESTING=ON");
  for (auto _ : state) {
  }
}
BENCHMARK(trial);

#endif

}  // namespace
