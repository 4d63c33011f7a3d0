#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "framework/core/trial.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/scenario/scenario.hpp"
#include "framework/store/open_run.hpp"
#include "framework/store/store.hpp"
#include "framework/worker/client.hpp"

namespace assay {

// An instance that exists in the worker and in the store.
struct OpenInstance {
  InstanceKey key;
  InstanceRecord record;
  std::int64_t id = 0;
};

// A recorded trial: what came of it and, if it succeeded, the interval of its objective. One that
// was right this time, of a configuration that is disqualified (StoredTrial::wrong), is stored as
// what it was and has here the status that disqualified it, and no interval.
struct RecordedTrial {
  std::int64_t trial = 0;
  TrialResult result;
  std::optional<Interval> objective;
};

// Where in a run a trial belongs.
struct TrialStage {
  std::string name;           // "search", "final", "run"
  std::uint32_t process = 0;  // number of the fresh process within the stage
};

// One recording invocation: joins a worker, which measures, with a store, which remembers. Whatever
// a function returned is on disk.
class Session {
 public:
  // Starts the worker, enters machine and run into the store. Of the scenario objective, cache mode
  // and limits count. Store and worker must outlive the session. Throws environment Error if either
  // is not to be had. A run that was not finished is marked "interrupted".
  Session(Store& store, WorkerClient& worker, const RunRecord& run, const Scenario& scenario);

  [[nodiscard]] Store& store() { return *store_; }
  [[nodiscard]] WorkerClient& worker() { return *worker_; }
  [[nodiscard]] std::int64_t machine() const { return machine_; }
  [[nodiscard]] std::int64_t run() const { return run_.id(); }

  OpenInstance open(const Contest& contest);
  // The same for an instance that a worker has described already.
  OpenInstance adopt(const InstanceKey& key, InstanceRecord record);
  // Sees to it that the device's peak rates are in the store: measured once per machine and device.
  void ensure_peaks(const DeviceDescription& device);

  // What identifies trials of a contender on an instance, apart from configuration and process.
  TrialKey key(const OpenInstance& instance, const Contender& contender, const TrialStage& stage);
  // The request that measures one configuration.
  [[nodiscard]] TrialRequest request(const OpenInstance& instance, const Contender& contender,
                                     const Bindings& configuration,
                                     const SamplingOptions& sampling) const;
  // Measures and records.
  RecordedTrial measure(const OpenInstance& instance, const Contender& contender,
                        const Bindings& configuration, const SamplingOptions& sampling,
                        const TrialStage& stage);
  // Records what is known without measuring, such as a compile error.
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
};

}  // namespace assay
