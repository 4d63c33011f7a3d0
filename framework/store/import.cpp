#include "framework/store/import.hpp"

#include <algorithm>
#include <set>

#include "framework/store/import_recorder.hpp"
#include "framework/store/recorded_search.hpp"

namespace assay {
namespace {

VariantDescription variant_of(const RecordedSpace& space, const std::string& build_id) {
  VariantDescription variant;
  variant.name = space.origin.variant;
  variant.problem = space.origin.problem;
  variant.backend = imported_plugin;
  variant.build_id = build_id;
  variant.parameters = space.parameters;
  return variant;
}

TrialResult result_of(const RecordedOutcome& outcome) {
  TrialResult result;
  result.status = outcome.status;
  if (!result.ok()) result.message = "recorded elsewhere, without its text";
  result.compile_seconds = outcome.compile_seconds;
  result.prepare_seconds = outcome.other_seconds;
  for (const double seconds : outcome.runtimes) {
    Sample& sample = result.samples.emplace_back();
    sample.seconds = seconds;
  }
  return result;
}

}  // namespace

Imported import_space(Store& store, const RecordedSpace& space, const std::string& build_id,
                      const RunRecord& run) {
  ImportRecorder recorder(store, space.origin.machine, run);
  TrialKey key = recorder.key(variant_of(space, build_id), space.origin.arguments);
  key.device = space.origin.device;
  key.stage = "search";
  key.mode = mode_text(space.objective, CacheMode::warm);

  std::set<std::string> known;
  for (const auto& trial : store.trials_like(key)) {
    known.insert(canonical_text(trial.key.configuration));
  }
  Imported imported;
  imported.instance = key.instance;
  imported.known = known.size();
  for (std::size_t k = 0; k < space.outcomes.size(); ++k) {
    key.configuration = space.at(k);
    if (known.count(canonical_text(key.configuration)) != 0) continue;
    const RecordedOutcome& outcome = space.outcomes[k];
    recorder.record(key, result_of(outcome), outcome.objective);
    ++imported.trials;
  }
  recorder.finish();
  return imported;
}

}  // namespace assay
