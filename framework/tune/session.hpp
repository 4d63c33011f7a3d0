#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "framework/core/instance_record.hpp"
#include "framework/core/interval.hpp"
#include "framework/core/objective.hpp"
#include "framework/core/trial.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/scenario/scenario.hpp"
#include "framework/store/open_run.hpp"
#include "framework/store/store.hpp"
#include "framework/store/trace.hpp"
#include "framework/supervisor/client.hpp"

namespace assay {

// An instance that exists in both the worker and the store.
struct OpenInstance {
  InstanceKey key;
  InstanceRecord record;
  std::int64_t id = 0;
};

// A request of a contender on an instance, still without a configuration, limits and sampling.
[[nodiscard]] TrialRequest request_of(const OpenInstance& instance, const Contender& contender);

// A recorded trial: its result and, if it succeeded, the interval of its objective. A trial that
// was right, but whose configuration is disqualified (StoredTrial::wrong), is stored unchanged and
// has here the status that disqualified it, and no interval.
struct RecordedTrial {
  std::int64_t trial = 0;
  TrialResult result;
  std::optional<Interval> objective;
};

// The place of a trial within a run.
struct TrialStage {
  std::string name;           // "search", "final", "run"
  std::uint32_t process = 0;  // number of the fresh process within the stage
};

// One recording invocation: joins a worker, which measures, with a store, which remembers.
// Everything that a function has returned is on disk.
class Session {
 public:
  // Starts the worker and enters machine and run into the store. Uses the objective, cache mode and
  // limits of the scenario. Store and worker must outlive the session. Throws environment Error if
  // either is unavailable. A run that is not finished is marked "interrupted".
  Session(Store& store, WorkerClient& worker, const RunRecord& run, const Scenario& scenario);

  [[nodiscard]] Store& store() { return *store_; }
  [[nodiscard]] WorkerClient& worker() { return *worker_; }
  [[nodiscard]] std::int64_t machine() const { return machine_; }
  [[nodiscard]] std::int64_t run() const { return run_.id(); }

  // The traces that the user added and those that are shipped; read at the first call.
  [[nodiscard]] const TraceLibrary& traces();

  OpenInstance open(const Contest& contest);
  // Opens an instance that a worker has already described.
  OpenInstance adopt(const InstanceKey& key, InstanceRecord record);
  // Ensures that the device's peak rates are in the store: they are measured once per machine and
  // device.
  void ensure_peaks(const DeviceDescription& device);

  // The key of trials of a contender on an instance in a stage, without a configuration. Queries
  // for similar trials ignore its process.
  TrialKey key(const OpenInstance& instance, const Contender& contender, const TrialStage& stage);
  // The request that measures one configuration.
  [[nodiscard]] TrialRequest request(const OpenInstance& instance, const Contender& contender,
                                     const Bindings& configuration,
                                     const SamplingOptions& sampling) const;
  // Measures a configuration and records the trial.
  RecordedTrial measure(const OpenInstance& instance, const Contender& contender,
                        const Bindings& configuration, const SamplingOptions& sampling,
                        const TrialStage& stage);
  // What a result says of a configuration. Nothing is recorded yet.
  [[nodiscard]] RecordedTrial evaluate(const OpenInstance& instance, const Bindings& configuration,
                                       TrialResult result, const SamplingOptions& sampling) const;
  // Records what evaluate() returned. The key has the configuration.
  void keep(RecordedTrial& evaluated, const TrialKey& key);
  // Evaluates and records a result that is known without measuring, such as a compile error.
  RecordedTrial record(const OpenInstance& instance, const Contender& contender,
                       const Bindings& configuration, TrialResult result,
                       const SamplingOptions& sampling, const TrialStage& stage);

  void finish(const std::string& outcome) { run_.finish(outcome); }

 private:
  Store* store_;
  WorkerClient* worker_;
  Objective objective_;
  CacheMode cache_;
  LimitSpec limits_;
  std::int64_t machine_;
  OpenRun run_;
  std::optional<TraceLibrary> traces_;
};

}  // namespace assay
