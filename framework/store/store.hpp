#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
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

// What makes two trials the same measurement, so that a repeated command need not repeat it.
struct TrialKey {
  std::int64_t machine = 0;
  std::int64_t instance = 0;
  std::int64_t variant = 0;  // one build of one variant
  std::string device;        // DeviceDescription::id
  Bindings configuration;
  std::string stage;          // "search", "final", "run", "imported"
  std::uint32_t process = 0;  // number of the fresh process within the stage
  std::string mode;           // objective and cache mode, mode_text()
};

// A trial that was found to be wrong (is_wrong), by which its configuration is disqualified.
struct WrongTrial {
  std::int64_t id = 0;
  std::int64_t run = 0;
  std::string stage;
  std::uint32_t process = 0;
  TrialStatus status = TrialStatus::error;
  std::string message;
};
// "wrong-output in process 2 of the finals (run 3): element 7 is 0.5 ..."; processes count from 1.
[[nodiscard]] std::string to_string(const WrongTrial& wrong);

struct StoredTrial {
  std::int64_t id = 0;
  std::int64_t run = 0;
  TrialKey key;  // its configuration in order of the names
  TrialStatus status = TrialStatus::error;
  std::string message;
  std::optional<double> verification_error;
  StopReason stop = StopReason::precise;
  // Absent for failed trials, and for all of a configuration that is disqualified.
  std::optional<Interval> objective;
  std::uint32_t sample_count = 0;  // without warm-up
  double compile_seconds = 0;
  double prepare_seconds = 0;
  double verify_seconds = 0;
  std::optional<VerifiedSamples> verified;  // absent for those of other tools and older versions
  std::string agrees_with;                  // TrialResult's
  std::string recorded;                     // when, in UTC (ISO 8601)
  // The first trial that was wrong of the same configuration, build of the variant, instance,
  // device and machine, in whatever stage, process, mode or run of the store, be it this one. It
  // disqualifies the configuration: code that is wrong now and then is wrong.
  std::optional<WrongTrial> wrong = std::nullopt;

  // What the trial says of its configuration: its own status, or that of the wrong one.
  [[nodiscard]] TrialStatus standing() const { return wrong ? wrong->status : status; }
};

struct StoredRun {
  std::int64_t id = 0;
  std::int64_t machine = 0;
  RunRecord record;
  std::string started;   // in UTC (ISO 8601)
  std::string finished;  // "" for one that is open or was killed
  std::string outcome;   // as finish_run was told; "" as above
};

// A scenario as a run recorded it.
struct StoredScenario {
  std::string name;
  std::string text;
};

// Which trials a query returns; a member that is empty lets everything through.
struct TrialFilter {
  std::optional<std::int64_t> machine;
  std::optional<std::int64_t> run;
  std::optional<std::string> scenario;  // name of the run's scenario, or of one that took it over
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

// One SQLite file: the only writer of the schema in schema.cpp. Opening creates or migrates it (a
// missing parent folder too). Every function that writes is one transaction, or part of a Batch:
// what returned survives the death of the process and, where the disk keeps what it says is synced,
// a power failure at any later moment.
//
// Several processes may use one file; a writer waits for another one up to `busy_timeout`. One
// object belongs to one thread at a time and must not be carried over a fork.
//
// All functions throw environment Error with SQLite's reason, the file and the cure: disk full,
// read-only, locked, from a newer assay, of another application, not a database, damaged. A failed
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

  // All that is written while a batch lives is one transaction, for which the disk is waited for
  // once: it is there as a whole from commit() on, or not at all. Other writers wait for it.
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

  // These three find or insert and return the record's id. A known instance takes over the work and
  // facts given last: they describe the same inputs, so a later count is a corrected one. Of a
  // variant the parameters and constraints are kept that the first description with any has.
  std::int64_t machine(const MachineRecord& record);
  std::int64_t instance(const InstanceRecord& record);
  std::int64_t variant(const VariantDescription& variant);

  std::int64_t begin_run(const RunRecord& run, std::int64_t machine);
  void finish_run(std::int64_t run,
                  const std::string& outcome);  // "finished", "interrupted", "imported"

  // Stores a trial with all samples, phases and facts; returns its id. Of a message of more than
  // 16 KiB, as of a verdict's reason, only the ends are (whole_texts.hpp). `objective` is its
  // summary if it succeeded. The key's machine must be the run's (internal Error otherwise).
  std::int64_t record_trial(std::int64_t run, const TrialKey& key, const TrialResult& result,
                            const std::optional<Interval>& objective);

  // Trials that the run counts as its own instead of measuring them again. Those of runs of other
  // scenarios belong to the scenario of this one as well from now on; a run outside a scenario
  // takes over nothing.
  void take_over(std::int64_t run, const std::vector<std::int64_t>& trials);

  // Two recorded trials whose samples were taken in turn; `candidate_first` of each pair.
  void record_pairing(std::int64_t baseline, std::int64_t candidate,
                      const std::vector<bool>& candidate_first);
  std::int64_t record_verdict(std::int64_t run, const VerdictRecord& verdict);
  void record_calibration(const CalibrationRecord& calibration);
  // From now on the name means this run; none: nothing any more. What it meant before stays
  // recorded.
  void set_baseline(const BaselineKey& key, std::optional<std::int64_t> run);

  // Replaces what was measured before for that device.
  void save_peaks(std::int64_t machine, const std::string& device, const Peaks& peaks);

  // ---- reading

  // Trials that match the key's machine, instance, variant, device, stage and mode, whatever their
  // status; its configuration and process are ignored. In order of recording.
  [[nodiscard]] std::vector<StoredTrial> trials_like(const TrialKey& key) const;
  [[nodiscard]] std::vector<StoredTrial> trials(const TrialFilter& filter) const;  // same order
  // StoredTrial::wrong of the trials of the key's configuration.
  [[nodiscard]] std::optional<WrongTrial> wrong_trial(const TrialKey& key) const;
  // The keys of searches that are not `key`'s own but of the same variant, of whatever build: on
  // other instances, devices and machines, in the same mode, with at least one success. What is
  // nearest comes first: the same machine, then the same device, then the same instance, then the
  // latest.
  [[nodiscard]] std::vector<TrialKey> searches_elsewhere(const TrialKey& key) const;
  [[nodiscard]] std::vector<Sample> samples(std::int64_t trial) const;  // with phases, in order
  [[nodiscard]] std::vector<Fact> facts(std::int64_t trial) const;      // by name

  // The latest for the key's instance, device, mode and variant, of whatever build; the rest of the
  // key is ignored.
  [[nodiscard]] std::optional<CalibrationRecord> calibration(std::int64_t machine,
                                                             const GuardCaseKey& key) const;

  // What names mean now, in order of name, branch and machine.
  [[nodiscard]] std::vector<BaselineRecord> baselines() const;

  [[nodiscard]] std::optional<Peaks> peaks(std::int64_t machine, const std::string& device) const;

  // The machine of the run begun last, of an imported one only where there are no others; nothing
  // in an empty store.
  [[nodiscard]] std::optional<std::int64_t> latest_machine() const;
  [[nodiscard]] std::vector<StoredMachine> machines() const;
  [[nodiscard]] std::vector<StoredVariant> variants() const;
  [[nodiscard]] std::vector<StoredRun> runs() const;  // in order of their beginning
  // All of a variant but its documentation. Of one that no assay since schema 3 has recorded
  // parameters and constraints are empty. Throws internal Error if there is no such variant.
  [[nodiscard]] VariantDescription variant_description(std::int64_t variant) const;
  // Each scenario as its latest run had it, or as that one run had it; in order of their names.
  [[nodiscard]] std::vector<StoredScenario> scenarios(
      const std::optional<std::int64_t>& run = std::nullopt) const;
  // What `instance` was given, its arguments and facts in order of their names. Throws internal
  // Error if there is no such instance.
  [[nodiscard]] InstanceRecord instance_record(std::int64_t instance) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
