#include "framework/store/import_benchmarks.hpp"

#include <algorithm>

#include "framework/inference/median.hpp"
#include "framework/store/import_recorder.hpp"

namespace assay {
namespace {

std::optional<double> median_seconds(const TrialResult& result) {
  if (!result.ok()) return std::nullopt;
  std::vector<double> seconds;
  for (const Sample& sample : result.samples) seconds.push_back(sample.seconds);
  return inference::median_of(std::move(seconds));
}

}  // namespace

ImportedBenchmarks import_benchmarks(Store& store, const RecordedBenchmarks& file,
                                     const std::string& build_id, RunRecord run) {
  run.environment = file.environment;
  ImportRecorder recorder(store, file.machine, run);
  ImportedBenchmarks imported;
  for (const auto& benchmark : file.benchmarks) {
    TrialKey key = recorder.key(variant_of(benchmark, build_id), benchmark.arguments);
    key.device = benchmark.device;
    key.stage = imported_stage;
    key.mode = benchmark.mode;
    // A file is recorded in its order, so the trials already in the store are the first ones.
    const std::size_t known = std::min(store.trials_like(key).size(), benchmark.trials.size());
    for (std::size_t k = known; k < benchmark.trials.size(); ++k) {
      recorder.record(key, benchmark.trials[k], median_seconds(benchmark.trials[k]));
    }
    imported.known += known;
    imported.trials += benchmark.trials.size() - known;
  }
  recorder.finish();
  return imported;
}

}  // namespace assay
