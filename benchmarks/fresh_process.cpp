// The cost of one more fresh process for an instance of gigabytes that another process has created:
// a trial in a fresh process is compared with the same trial in a running one. Limits: they differ
// by at most 50 ms on the CPU, and 0.5 s on CUDA.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <string>

#include "framework/core/paths.hpp"
#include "framework/supervisor/client.hpp"

namespace {

using assay::Value;

assay::WorkerOptions shipped_worker() {
  assay::WorkerOptions options;
  options.command = {ASSAY_COMMAND, "worker", "--process"};
  options.plugin_folders = {ASSAY_PLUGINS};
  options.cache_folder = assay::cache_folder();
  return options;
}

// Data points in 28 dimensions, in double precision: five million are 1.1 GB. The grid is small, so
// that the trial is short.
assay::TrialRequest short_trial(const assay::Catalog& catalog, std::int64_t points) {
  assay::TrialRequest request;
  request.instance = {"sparse-grid/multi-eval-transposed",
                      {{"points", Value(points)},
                       {"dimensions", Value(std::int64_t{28})},
                       {"level", Value(std::int64_t{1})}}};
  request.variant = "recursive.cpu";
  for (const auto& variant : catalog.variants) {
    if (variant.name != request.variant || variant.problem != request.instance.problem) continue;
    for (const auto& parameter : variant.parameters) {
      request.configuration.emplace_back(parameter.name, parameter.default_value);
    }
  }
  request.sampling.min_samples = 1;
  request.sampling.max_samples = 1;
  request.run_limit_seconds = 300;
  return request;
}

// Arguments: data points, and whether each trial has its own process.
void large_trial(benchmark::State& state) {
  assay::WorkerClient client(shipped_worker());
  const assay::TrialRequest request = short_trial(client.catalog(), state.range(0));
  const bool fresh = state.range(1) != 0;
  if (const auto first = client.run_trial(request); !first.ok()) {
    state.SkipWithError(first.message.c_str());
    return;
  }
  for (auto _ : state) {
    if (fresh) client.restart();
    benchmark::DoNotOptimize(client.run_trial(request));
  }
}
BENCHMARK(large_trial)
    ->ArgNames({"points", "fresh"})
    ->ArgsProduct({{1000, 5'000'000}, {0, 1}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
