#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/instance_record.hpp"
#include "framework/core/interval.hpp"
#include "framework/core/trial.hpp"
#include "framework/store/guard_records.hpp"

namespace assay {

namespace sqlite {
class Transaction;
}

struct RunRecord {
  std::string command;        // as typed
  std::string scenario_name;  // "" outside a scenario
  std::string scenario_text;
  std::string assay_version;
  std::string environment;  // JSON object: governor, load, compiler, ...
};

// The key of a measurement: trials with equal keys measure the same thing, so that a repeated
// command need not measure it again.
struct TrialKey {
  std::int64_t machine = 0;
  std::int64_t instance = 0;
  std::int64_t variant = 0;  // one build of one variant
  std::string device;        // DeviceDescription::id
  Bindings configuration;
  std::string stage;          // "search", "final", "run", "guard", "dispatch", "imported"
  std::uint32_t process = 0;  // number of the fresh process within the stage
  std::string mode;           // objective and cache mode, mode_text()
};

// A trial that was found to be wrong (is_wrong) and disqualifies its configuration.
struct WrongTrial {
  std::int64_t id = 0;
  std::int64_t run = 0;
  std::string stage;
  std::uint32_t process = 0;
  TrialStatus status = TrialStatus::error;
  std::string message;
};
// A text such as "wrong-output in process 2 of the finals (run 3): element 7 is 0.5 ...", in which
// processes count from 1.
[[nodiscard]] std::string to_string(const WrongTrial& wrong);

struct StoredTrial {
  std::int64_t id = 0;
  std::int64_t run = 0;
  TrialKey key;  // the names in its configuration are in order
  TrialStatus status = TrialStatus::error;
  std::string message;
  std::optional<double> verification_error;
  StopReason stop = StopReason::precise;
  // Absent for failed trials and for every trial of a disqualified configuration.
  std::optional<Interval> objective;
  std::uint32_t sample_count = 0;  // without warm-up
  double compile_seconds = 0;
  double prepare_seconds = 0;
  double verify_seconds = 0;
  std::optional<VerifiedSamples> verified;  // absent for trials of other tools
  std::string agrees_with;                  // TrialResult::agrees_with
  std::string recorded;                     // date in UTC (ISO 8601)
  // The first wrong trial with the same configuration, build of the variant, instance, device and
  // machine, in any stage, process, mode and run of the store; possibly this trial. It disqualifies
  // the configuration: code that is wrong now and then is wrong.
  std::optional<WrongTrial> wrong = std::nullopt;

  // The status of the configuration according to this trial: that of the wrong trial if there is
  // one, otherwise its own.
  [[nodiscard]] TrialStatus standing() const { return wrong ? wrong->status : status; }
};

struct StoredRun {
  std::int64_t id = 0;
  std::int64_t machine = 0;
  RunRecord record;
  std::string started;   // in UTC (ISO 8601)
  std::string finished;  // "" if the run is open or was killed
  std::string outcome;   // as given to finish_run; "" if the run is open or was killed
};

// A scenario as a run recorded it.
struct StoredScenario {
  std::string name;
  std::string text;
};

// The trials that a query returns; an empty member lets everything through.
struct TrialFilter {
  std::optional<std::int64_t> machine;
  std::optional<std::int64_t> run;
  std::optional<std::string> scenario;  // of the run, or one that took the trial over
  std::vector<std::int64_t> instances;
};

struct StoredMachine {
  std::int64_t id = 0;
  std::string fingerprint;
  MachineRecord record;
};

struct StoredVariant {
  std::int64_t id = 0;
  std::string name;
  std::string problem;
  std::string backend;
  std::string plugin;
  std::string build_id;
};

// One SQLite file; the only writer of the schema in schema.cpp. Opening it creates the file (and a
// missing parent folder) if it is not there. Every writing function is one transaction, or part of
// a Batch: once it has returned, its data survive the death of the process and, if the disk honours
// syncs, a power failure at any later moment.
//
// Several processes may use one file; a writer waits for another one up to `busy_timeout`. One
// object belongs to one thread at a time and must not be carried over a fork.
//
// All functions throw environment Error with SQLite's reason, the file and the cure: disk full,
// read-only, locked, of another schema or application, not a database, damaged. A failed
// write leaves nothing behind, and the object stays usable.
class Store {
 public:
  enum class Mode { read_write, read_only };
  explicit Store(const std::filesystem::path& file, Mode mode = Mode::read_write,
                 std::chrono::milliseconds busy_timeout = std::chrono::seconds(30));
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  // ---- writing

  // A scope whose writes form one transaction, with a single wait for the disk: either all of them
  // are recorded when commit() returns, or none. Other writers wait for the end of the batch.
  class Batch {
   public:
    explicit Batch(Store& store);
    ~Batch();
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;
    void commit();

   private:
    Store& store_;
    std::unique_ptr<sqlite::Transaction> transaction_;
  };

  // machine(), instance() and variant() find or insert a record and return its id. A known instance
  // takes over the latest work and facts: they describe the same inputs, so a later count is a
  // corrected one. A variant keeps the parameters and constraints of the first description that has
  // any.
  std::int64_t machine(const MachineRecord& record);
  std::int64_t instance(const InstanceRecord& record);
  std::int64_t variant(const VariantDescription& variant);

  std::int64_t begin_run(const RunRecord& run, std::int64_t machine);
  void finish_run(std::int64_t run,
                  const std::string& outcome);  // "finished", "interrupted", "imported"

  // Stores a trial with all samples, phases and facts; returns its id. If the message has more than
  // 16 KiB, only its beginning and end are stored (whole_texts.hpp); so with a verdict's reason.
  // `objective` is the summary of a successful trial. The key's machine must be the run's (internal
  // Error otherwise).
  std::int64_t record_trial(std::int64_t run, const TrialKey& key, const TrialResult& result,
                            const std::optional<Interval>& objective);

  // Has all that `record` records reach the disk together, in the time that one record takes. If it
  // throws, nothing of it is kept.
  void together(const std::function<void()>& record);

  // Counts trials as the run's own instead of measuring them again. Trials of other scenarios' runs
  // then also belong to this run's scenario; a run outside a scenario takes over nothing.
  void take_over(std::int64_t run, const std::vector<std::int64_t>& trials);

  // Records that the samples of two trials were taken in turn; `candidate_first` has one entry for
  // each pair.
  void record_pairing(std::int64_t baseline, std::int64_t candidate,
                      const std::vector<bool>& candidate_first);
  std::int64_t record_verdict(std::int64_t run, const VerdictRecord& verdict);
  void record_calibration(const CalibrationRecord& calibration);
  // Makes the name refer to this run from now on, or to nothing if `run` is absent. Previous
  // meanings stay recorded.
  void set_baseline(const BaselineKey& key, std::optional<std::int64_t> run);

  // Replaces the peaks measured earlier for that device.
  void save_peaks(std::int64_t machine, const std::string& device, const Peaks& peaks);

  // ---- reading

  // Trials that match the key's machine, instance, variant, device, stage and mode, in order of
  // recording. Their status does not matter; the key's configuration and process are ignored.
  [[nodiscard]] std::vector<StoredTrial> trials_like(const TrialKey& key) const;
  // Trials that pass the filter, in order of recording.
  [[nodiscard]] std::vector<StoredTrial> trials(const TrialFilter& filter) const;
  // StoredTrial::wrong for the trials of the key's configuration.
  [[nodiscard]] std::optional<WrongTrial> wrong_trial(const TrialKey& key) const;
  // The keys of other searches of the same variant in any build: on other instances, devices and
  // machines, in the same mode, with at least one success. The nearest come first: those on the
  // same machine, then the same device, then the same instance, then the latest.
  [[nodiscard]] std::vector<TrialKey> searches_elsewhere(const TrialKey& key) const;
  [[nodiscard]] std::vector<Sample> samples(std::int64_t trial) const;  // with phases, in order
  [[nodiscard]] std::vector<Fact> facts(std::int64_t trial) const;      // by name

  // The latest calibration for the key's instance, device, mode and variant, in any build; the rest
  // of the key is ignored.
  [[nodiscard]] std::optional<CalibrationRecord> calibration(std::int64_t machine,
                                                             const GuardCaseKey& key) const;

  // The current meanings of all names, in order of name, branch and machine.
  [[nodiscard]] std::vector<BaselineRecord> baselines() const;

  [[nodiscard]] std::optional<Peaks> peaks(std::int64_t machine, const std::string& device) const;

  // The machine of the run begun last, where imported runs count only if there are no others;
  // nothing for an empty store.
  [[nodiscard]] std::optional<std::int64_t> latest_machine() const;
  [[nodiscard]] std::vector<StoredMachine> machines() const;
  [[nodiscard]] std::vector<StoredVariant> variants() const;
  [[nodiscard]] std::vector<StoredRun> runs() const;  // in order of their start
  // The whole description of a variant except its documentation. Parameters and constraints are
  // empty if whoever recorded the variant gave none. Throws internal Error if there is no such
  // variant.
  [[nodiscard]] VariantDescription variant_description(std::int64_t variant) const;
  // The scenarios in order of their names, each as its latest run recorded it, or only as `run`
  // did.
  [[nodiscard]] std::vector<StoredScenario> scenarios(
      const std::optional<std::int64_t>& run = std::nullopt) const;
  // The instance as it was recorded, with facts in order of their names. Throws internal Error if
  // there is no such instance.
  [[nodiscard]] InstanceRecord instance_record(std::int64_t instance) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
