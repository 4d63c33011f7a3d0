#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/trial.hpp"

namespace assay {

struct RunRecord {
  std::string command;        // as typed
  std::string scenario_name;  // "" outside a scenario
  std::string scenario_text;
  std::string assay_version;
  std::string environment;  // JSON object: governor, load, compiler, ...
};

// What makes two trials the same measurement, so that a repeated command need not repeat it.
struct TrialKey {
  std::int64_t machine = 0;
  std::int64_t instance = 0;
  std::int64_t variant = 0;  // one build of one variant
  std::string device;        // DeviceDescription::id
  Bindings configuration;
  std::string stage;          // "search", "final", "run"
  std::uint32_t process = 0;  // number of the fresh process within the stage
  std::string mode;           // objective and cache mode, e.g. "time warm"
};

struct StoredTrial {
  std::int64_t id = 0;
  std::int64_t run = 0;
  TrialKey key;
  TrialStatus status = TrialStatus::error;
  std::string message;
  std::optional<double> verification_error;
  StopReason stop = StopReason::precise;
  std::optional<Interval> objective;  // absent for failed trials
  std::uint32_t sample_count = 0;     // without warm-up
};

// One SQLite file: the only writer of the schema in schema.sql. Opening creates or migrates it;
// every function that writes is one transaction, so what returned is on disk whatever happens next.
// All functions throw environment Error with SQLite's reason, the file and the cure (disk full,
// read-only, locked, from a newer assay, not a database).
class Store {
 public:
  enum class Mode { read_write, read_only };
  explicit Store(const std::filesystem::path& file, Mode mode = Mode::read_write);
  ~Store();
  Store(Store&&) noexcept;

  std::int64_t machine(const MachineRecord& record);  // these four find or insert
  std::int64_t instance(const InstanceRecord& record);
  std::int64_t variant(const VariantDescription& variant);
  std::int64_t begin_run(const RunRecord& run, std::int64_t machine);
  void finish_run(std::int64_t run, const std::string& outcome);  // "finished", "interrupted", ...

  // Stores a trial with all samples, phases and facts. `objective` is its summary if it succeeded.
  std::int64_t record_trial(std::int64_t run, const TrialKey& key, const TrialResult& result,
                            const std::optional<Interval>& objective);

  // Finished trials that match the key's machine, instance, variant, device, stage and mode; its
  // configuration and process are ignored. In order of recording.
  [[nodiscard]] std::vector<StoredTrial> trials_like(const TrialKey& key) const;
  [[nodiscard]] std::vector<Sample> samples(std::int64_t trial) const;  // with phases, in order
  [[nodiscard]] std::vector<Fact> facts(std::int64_t trial) const;

  void save_peaks(std::int64_t machine, const std::string& device, const Peaks& peaks);
  [[nodiscard]] std::optional<Peaks> peaks(std::int64_t machine, const std::string& device) const;

  // For the reports: the raw connection, read-only use.
  struct Impl;
  [[nodiscard]] Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
