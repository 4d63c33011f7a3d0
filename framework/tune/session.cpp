#include "framework/tune/session.hpp"

#include "framework/core/error.hpp"
#include "framework/core/paths.hpp"
#include "framework/inference/median.hpp"
#include "framework/measure/objective.hpp"

namespace assay {

Session::Session(Store& store, WorkerClient& worker, const RunRecord& run, const Scenario& scenario)
    : store_(&store),
      worker_(&worker),
      objective_(scenario.objective),
      cache_(scenario.sampling.cache),
      limits_(scenario.limits),
      machine_(store.machine(worker.catalog().machine)),
      run_(store, run, machine_) {}

const TraceLibrary& Session::traces() {
  if (!traces_) traces_ = read_traces(trace_folders());
  return *traces_;
}

OpenInstance Session::open(const Contest& contest) {
  const InstanceKey key{contest.problem, contest.arguments};
  return adopt(key, worker_->open_instance(key));
}

OpenInstance Session::adopt(const InstanceKey& key, InstanceRecord record) {
  const std::int64_t id = store_->instance(record);
  return {key, std::move(record), id};
}

void Session::ensure_peaks(const DeviceDescription& device) {
  if (store_->peaks(machine_, device.id)) return;
  store_->save_peaks(machine_, device.id, worker_->measure_peaks(device.id));
}

TrialKey Session::key(const OpenInstance& instance, const Contender& contender,
                      const TrialStage& stage) {
  TrialKey key;
  key.machine = machine_;
  key.instance = instance.id;
  key.variant = store_->variant(contender.variant);
  key.device = contender.device.id;
  key.stage = stage.name;
  key.process = stage.process;
  key.mode = mode_text(objective_, cache_);
  return key;
}

TrialRequest request_of(const OpenInstance& instance, const Contender& contender) {
  TrialRequest request;
  request.instance = instance.key;
  request.variant = contender.variant.name;
  request.build_id = contender.variant.build_id;
  request.device = contender.device.id;
  request.on_host_cores = contender.device.on_host_cores;
  request.inputs = instance.record.inputs;
  request.outputs = instance.record.outputs;
  return request;
}

TrialRequest Session::request(const OpenInstance& instance, const Contender& contender,
                              const Bindings& configuration,
                              const SamplingOptions& sampling) const {
  TrialRequest request = request_of(instance, contender);
  request.configuration = configuration;
  request.sampling = sampling;
  request.sampling.cache = cache_;  // the cache mode that the key names
  request.objective = objective_.measured();
  request.compile_limit_seconds = limits_.compile_seconds;
  request.run_limit_seconds = limits_.run_seconds;
  return request;
}

RecordedTrial Session::measure(const OpenInstance& instance, const Contender& contender,
                               const Bindings& configuration, const SamplingOptions& sampling,
                               const TrialStage& stage) {
  TrialResult result = worker_->run_trial(request(instance, contender, configuration, sampling));
  return record(instance, contender, configuration, std::move(result), sampling, stage);
}

RecordedTrial Session::evaluate(const OpenInstance& instance, const Bindings& configuration,
                                TrialResult result, const SamplingOptions& sampling) const {
  RecordedTrial measurement;
  measurement.result = std::move(result);
  TrialResult& measured = measurement.result;
  if (measured.ok()) {
    try {
      const TrialObjective objective(objective_, configuration, instance.record, measured.facts);
      measurement.objective =
          inference::median_interval(objective.of(measured.samples), sampling.confidence);
    } catch (const Error& error) {
      // An objective of one's own may have no value here, which says nothing about others.
      if (!objective_.is_own()) throw;
      measured.status = TrialStatus::error;
      measured.message = error.what();
    }
  }
  return measurement;
}

void Session::keep(RecordedTrial& evaluated, const TrialKey& key) {
  evaluated.trial = store_->record_trial(run(), key, evaluated.result, evaluated.objective);
  const auto wrong = evaluated.objective ? store_->wrong_trial(key) : std::nullopt;
  if (!wrong) return;
  evaluated.objective.reset();
  evaluated.result.status = wrong->status;
  evaluated.result.message = "right this time, but " + to_string(*wrong);
}

RecordedTrial Session::record(const OpenInstance& instance, const Contender& contender,
                              const Bindings& configuration, TrialResult result,
                              const SamplingOptions& sampling, const TrialStage& stage) {
  RecordedTrial measurement = evaluate(instance, configuration, std::move(result), sampling);
  TrialKey trial = key(instance, contender, stage);
  trial.configuration = configuration;
  keep(measurement, trial);
  return measurement;
}

}  // namespace assay
