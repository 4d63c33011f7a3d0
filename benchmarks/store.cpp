// The number of samples per second that the store records, each with three phases, committed trial
// by trial.
#include <benchmark/benchmark.h>

#include <filesystem>

#include "framework/core/scratch_folder.hpp"
#include "framework/store/store.hpp"

namespace {

using namespace assay;

TrialResult result_of(std::size_t samples) {
  TrialResult result;
  result.status = TrialStatus::ok;
  result.verification_error = 0.1;
  for (std::size_t i = 0; i < samples; ++i) {
    const double jitter = 1e-7 * static_cast<double>(i % 17);
    result.samples.push_back({1e-3 + jitter,
                              9e-4 + jitter,
                              false,
                              {{"upload", 1e-4, 9e-5 + jitter},
                               {"kernel", 8e-4, 7e-4 + jitter},
                               {"download", 1e-4, 9e-5}}});
  }
  return result;
}

// The argument is the number of samples of a trial.
void record_trial(benchmark::State& state) {
  const ScratchFolder folder("bench");
  Store store(folder / "results.db");
  VariantDescription variant;
  variant.name = "variant.cpu";
  variant.problem = "family/problem";
  TrialKey key;
  key.machine = store.machine({{{"cpu", "any"}}});
  key.instance = store.instance({"family/problem", {}, "digest", {}, {}, 0});
  key.variant = store.variant(variant);
  key.stage = "search";
  key.mode = "time warm";
  const auto run = store.begin_run({"bench", "", "", "", "{}"}, key.machine);
  const TrialResult result = result_of(static_cast<std::size_t>(state.range(0)));
  std::int64_t tile = 0;
  for (auto _ : state) {
    key.configuration = {{"tile", ++tile}};
    store.record_trial(run, key, result, Interval{1e-3, 1e-3, 1e-3});
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.counters["bytes/sample"] =
      static_cast<double>(std::filesystem::file_size(folder / "results.db")) /
      static_cast<double>(state.iterations() * state.range(0));
}
BENCHMARK(record_trial)->Arg(1)->Arg(10)->Arg(100)->Arg(1000)->UseRealTime();

}  // namespace
