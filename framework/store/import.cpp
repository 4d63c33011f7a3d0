#include "framework/store/import.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "framework/store/recorded_search.hpp"

namespace assay {
namespace {

VariantDescription variant_of(const RecordedSpace& space, const std::string& build_id) {
  VariantDescription variant;
  variant.name = space.origin.variant;
  variant.problem = space.origin.problem;
  variant.backend = imported_plugin;
  variant.plugin = imported_plugin;
  variant.build_id = build_id;
  variant.parameters = space.parameters;
  return variant;
}

TrialResult result_of(const RecordedOutcome& outcome) {
  TrialResult result;
  result.status = outcome.status;
  if (!result.ok()) result.message = "recorded elsewhere, without its text";
  result.compile_seconds = outcome.compile_seconds;
  const double runs = std::accumulate(outcome.runtimes.begin(), outcome.runtimes.end(), 0.0);
  // All that is neither compiling nor running.
  result.prepare_seconds = std::max(0.0, outcome.trial_seconds - outcome.compile_seconds - runs);
  for (const double seconds : outcome.runtimes) {
    Sample& sample = result.samples.emplace_back();
    sample.seconds = seconds;
  }
  return result;
}

}  // namespace

Imported import_space(Store& store, const RecordedSpace& space, const std::string& build_id,
                      const RunRecord& run) {
  TrialKey key;
  key.machine = store.machine(space.origin.machine);
  InstanceRecord instance;
  instance.problem = space.origin.problem;
  instance.arguments = space.origin.arguments;
  instance.input_digest = imported_plugin;
  key.instance = store.instance(instance);
  key.variant = store.variant(variant_of(space, build_id));
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
  if (known.size() >= space.outcomes.size()) return imported;
  const auto id = store.begin_run(run, key.machine);
  store.finish_run(id, "imported");  // before it is: even a part of it is not of this machine
  for (std::size_t k = 0; k < space.outcomes.size(); ++k) {
    key.configuration = space.at(k);
    if (known.count(canonical_text(key.configuration)) != 0) continue;
    const RecordedOutcome& outcome = space.outcomes[k];
    std::optional<Interval> objective;
    // How sure the value is nobody has told.
    if (outcome.objective) {
      objective = {*outcome.objective, 0, std::numeric_limits<double>::infinity()};
    }
    store.record_trial(id, key, result_of(outcome), objective);
    ++imported.trials;
  }
  store.finish_run(id, "imported");
  return imported;
}

}  // namespace assay
