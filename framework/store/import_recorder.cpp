#include "framework/store/import_recorder.hpp"

#include <limits>

#include "framework/store/recorded_search.hpp"

namespace assay {

ImportRecorder::ImportRecorder(Store& store, const MachineRecord& machine, const RunRecord& run)
    : store_(store), record_(run), machine_(store.machine(machine)) {}

TrialKey ImportRecorder::key(VariantDescription variant, const Bindings& arguments) {
  InstanceRecord instance;
  instance.problem = variant.problem;
  instance.arguments = arguments;
  instance.input_digest = imported_plugin;
  variant.plugin = imported_plugin;
  TrialKey key;
  key.machine = machine_;
  key.instance = store_.instance(instance);
  key.variant = store_.variant(variant);
  return key;
}

void ImportRecorder::record(const TrialKey& key, const TrialResult& result,
                            const std::optional<double>& objective) {
  if (!run_) {
    run_ = store_.begin_run(record_, machine_);
    store_.finish_run(*run_, imported_outcome);
  }
  begin_batch();
  std::optional<Interval> interval;
  if (objective) interval = {*objective, 0, std::numeric_limits<double>::infinity()};
  store_.record_trial(*run_, key, result, interval);
}

void ImportRecorder::begin_batch() {
  constexpr std::size_t trials_of_batch = 1000;
  if (batch_ && ++in_batch_ < trials_of_batch) return;
  if (batch_) batch_->commit();
  batch_.emplace(store_);
  in_batch_ = 0;
}

void ImportRecorder::finish() {
  if (run_) store_.finish_run(*run_, imported_outcome);
  if (batch_) batch_->commit();
}

}  // namespace assay
