// Opening and writing a store.
#include "framework/store/store.hpp"

#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/store/schema.hpp"
#include "framework/store/store_impl.hpp"

namespace assay {

using sqlite::Connection;
using sqlite::Query;
using sqlite::Statement;
using sqlite::Transaction;

namespace {

void check_path(const std::filesystem::path& file, Store::Mode mode) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw environment_error("store {}: is a folder; name a file, such as {}", file.string(),
                            (file / "results.db").string());
  }
  if (mode == Store::Mode::read_only) {
    if (!std::filesystem::exists(file, ignored)) {
      throw environment_error(
          "store {}: no such file; record something first (assay tune) or name another file with "
          "--store",
          file.string());
    }
    return;
  }
  std::error_code error;
  const auto folder = file.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored) &&
      !std::filesystem::create_directories(folder, error) && error) {
    throw environment_error(
        "store {}: cannot create its folder: {}; name another file with --store", file.string(),
        error.message());
  }
}

// Sets the pragmas of a connection.
//
// synchronous: with FULL a commit is on the disk before it returns, so that a power failure loses
// nothing that was reported as recorded. NORMAL would save one fsync per trial (0.14 ms on a
// virtual disk of 2026, a small part of the time it takes to measure a trial) but lose the trials
// since the log was last written back. In WAL mode neither can damage the file.
//
// The other pragmas are for files that are damaged or come from others: their views cannot run
// functions with side effects, and a malformed page is detected when it is read.
void configure(Connection& connection) {
  connection.execute(
      "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;"
      "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
}

}  // namespace

Store::Store(const std::filesystem::path& file, Mode mode, std::chrono::milliseconds busy_timeout) {
  check_path(file, mode);
  const auto access =
      mode == Mode::read_only ? Connection::Mode::read_only : Connection::Mode::read_write;
  impl_.reset(new Impl{{file, access, busy_timeout}, WholeTexts(file)});
  configure(impl_->connection);
  sqlite::set_up(impl_->connection);
}

Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

std::int64_t configuration_id(Connection& db, const Bindings& configuration) {
  const std::string text = canonical_text(configuration);
  db.cached("INSERT OR IGNORE INTO configuration (parameters) VALUES (?)").bind_all(text).run();
  Query row(db.cached("SELECT id FROM configuration WHERE parameters = ?"));
  row->bind_all(text);
  row->step();
  return row->integer(0);
}

// ---- batches ------------------------------------------------------------------------------------

Store::Batch::Batch(Store& store)
    : store_(store), transaction_(std::make_unique<Transaction>(store.impl_->connection)) {}

// Uncommitted, a batch rolls back the phase names that it was the first to store, so forgets them.
Store::Batch::~Batch() {
  if (transaction_) store_.impl_->phase_names.clear();
}

void Store::Batch::commit() {
  transaction_->commit();
  transaction_.reset();
}

// ---- who and what -------------------------------------------------------------------------------

std::int64_t Store::machine(const MachineRecord& record) {
  // Attributes hold text from drivers, which is not always valid UTF-8.
  const std::string attributes =
      nlohmann::json(record.attributes)
          .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  Connection& db = impl_->connection;
  Transaction transaction(db);
  Query row(
      db.cached("INSERT INTO machine (fingerprint, attributes) VALUES (?, ?)"
                " ON CONFLICT DO UPDATE SET attributes = excluded.attributes RETURNING id"));
  row->bind_all(record.fingerprint(), attributes);
  row->step();
  const std::int64_t id = row->integer(0);
  row->reset();
  transaction.commit();
  return id;
}

std::int64_t Store::instance(const InstanceRecord& record) {
  Connection& db = impl_->connection;
  Transaction transaction(db);
  Query row(db.cached(
      "INSERT INTO instance"
      " (problem, arguments, input_digest, flops, bytes, double_precision, create_seconds)"
      " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET flops = excluded.flops,"
      " bytes = excluded.bytes, double_precision = excluded.double_precision RETURNING id"));
  row->bind_all(record.problem, canonical_text(record.arguments), record.input_digest,
                record.work.flops, record.work.bytes,
                static_cast<std::int64_t>(record.work.double_precision), record.create_seconds);
  row->step();
  const std::int64_t id = row->integer(0);
  row->reset();
  db.cached("DELETE FROM instance_fact WHERE instance = ?").bind_all(id).run();
  for (const Fact& fact : record.facts) {
    db.cached("INSERT OR REPLACE INTO instance_fact VALUES (?, ?, ?, ?)")
        .bind_all(id, fact.name, fact.value, fact.unit)
        .run();
  }
  transaction.commit();
  return id;
}

void Store::save_peaks(std::int64_t machine, const std::string& device, const Peaks& peaks) {
  Connection& db = impl_->connection;
  Transaction transaction(db);
  db.cached(
        "INSERT OR REPLACE INTO device_peak"
        " (machine, device, flops_single, flops_double, bandwidth) VALUES (?, ?, ?, ?, ?)")
      .bind_all(machine, device, peaks.flops_single, peaks.flops_double, peaks.bandwidth)
      .run();
  transaction.commit();
}

// ---- runs ---------------------------------------------------------------------------------------

std::int64_t Store::begin_run(const RunRecord& run, std::int64_t machine) {
  Connection& db = impl_->connection;
  Transaction transaction(db);
  db.cached(
        "INSERT INTO run"
        " (machine, command, scenario_name, scenario_text, assay_version, environment)"
        " VALUES (?, ?, ?, ?, ?, ?)")
      .bind_all(machine, run.command, run.scenario_name, run.scenario_text, run.assay_version,
                run.environment)
      .run();
  const std::int64_t id = db.last_insert_id();
  transaction.commit();
  return id;
}

void Store::finish_run(std::int64_t run, const std::string& outcome) {
  Connection& db = impl_->connection;
  Transaction transaction(db);
  db.cached(
        "UPDATE run SET finished = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), outcome = ?"
        " WHERE id = ?")
      .bind_all(outcome, run)
      .run();
  transaction.commit();
}

// ---- trials -------------------------------------------------------------------------------------

namespace {

// Writes one trial within the open transaction.
class TrialWriter {
 public:
  TrialWriter(Connection& db, const WholeTexts& texts,
              std::map<std::string, std::int64_t, std::less<>>& phase_names)
      : db_(db), texts_(texts), phase_names_(phase_names) {}

  std::int64_t write(std::int64_t run, const TrialKey& key, const TrialResult& result,
                     const std::optional<Interval>& objective) {
    check_machine(run, key.machine);
    const std::int64_t trial = write_trial(run, key, result, objective);
    write_samples(trial, result.samples);
    for (const Fact& fact : result.facts) {
      db_.cached("INSERT OR REPLACE INTO trial_fact VALUES (?, ?, ?, ?)")
          .bind_all(trial, fact.name, fact.value, fact.unit)
          .run();
    }
    return trial;
  }

 private:
  void check_machine(std::int64_t run, std::int64_t machine) {
    Query row(db_.cached("SELECT machine FROM run WHERE id = ?"));
    row->bind_all(run);
    if (!row->step() || row->integer(0) != machine) {
      throw internal_error(
          "a trial of machine {} was recorded under run {}, which belongs to another machine",
          machine, run);
    }
  }

  std::int64_t phase_id(const std::string& name) {
    const auto known = phase_names_.find(name);
    if (known != phase_names_.end()) {
      return known->second;
    }
    db_.cached("INSERT OR IGNORE INTO phase_name (name) VALUES (?)").bind_all(name).run();
    Query row(db_.cached("SELECT id FROM phase_name WHERE name = ?"));
    row->bind_all(name);
    row->step();
    return phase_names_[name] = row->integer(0);
  }

  std::int64_t write_trial(std::int64_t run, const TrialKey& key, const TrialResult& result,
                           const std::optional<Interval>& objective) {
    std::int64_t used = 0;
    for (const Sample& sample : result.samples) {
      used += sample.counts() ? 1 : 0;
    }
    const auto part = [&](double Interval::*member) {
      return objective ? std::optional((*objective).*member) : std::nullopt;
    };
    // Trials of other tools were not verified here, and whether they were elsewhere is unknown.
    const auto verified = [&](std::uint64_t VerifiedSamples::*member) {
      return result.verification_error
                 ? std::optional(static_cast<std::int64_t>(result.verified.*member))
                 : std::nullopt;
    };
    db_.cached(
           "INSERT INTO trial (run, instance, variant, configuration, device, stage, process, mode,"
           " status, message, verification_error, stop, compile_seconds, prepare_seconds,"
           " verify_seconds, median, lower, upper, samples, samples_in_full, samples_by_digest,"
           " samples_unverified, agrees_with)"
           " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .bind_all(run, key.instance, key.variant, configuration_id(db_, key.configuration),
                  key.device, key.stage, static_cast<std::int64_t>(key.process), key.mode,
                  std::string_view(to_string(result.status)), texts_.kept(result.message),
                  result.verification_error, std::string_view(to_string(result.stop)),
                  result.compile_seconds, result.prepare_seconds, result.verify_seconds,
                  part(&Interval::median), part(&Interval::lower), part(&Interval::upper), used,
                  verified(&VerifiedSamples::in_full), verified(&VerifiedSamples::by_digest),
                  verified(&VerifiedSamples::unverified), result.agrees_with)
        .run();
    return db_.last_insert_id();
  }

  void write_samples(std::int64_t trial, const std::vector<Sample>& samples) {
    Statement& insert = db_.cached("INSERT INTO sample VALUES (?, ?, ?, ?, ?, ?, ?)");
    std::int64_t ordinal = 0;
    for (const Sample& sample : samples) {
      insert
          .bind_all(trial, ordinal, sample.seconds, sample.device_seconds,
                    static_cast<std::int64_t>(sample.warm_up),
                    std::string_view(to_string(sample.slowed)), sample.clock_mhz)
          .run();
      if (sample.energy) write_energy(trial, ordinal, *sample.energy);
      write_phases(trial, ordinal++, sample.phases);
    }
  }

  void write_energy(std::int64_t trial, std::int64_t ordinal, const EnergyReading& energy) {
    db_.cached("INSERT INTO energy VALUES (?, ?, ?, ?, ?, ?)")
        .bind_all(trial, ordinal, static_cast<std::int64_t>(energy.runs), energy.seconds,
                  energy.begin_joules, energy.end_joules)
        .run();
  }

  void write_phases(std::int64_t trial, std::int64_t ordinal,
                    const std::vector<PhaseTime>& phases) {
    Statement& insert = db_.cached("INSERT INTO phase VALUES (?, ?, ?, ?, ?, ?)");
    std::int64_t position = 0;
    for (const PhaseTime& phase : phases) {
      insert
          .bind_all(trial, ordinal, position++, phase_id(phase.name), phase.host_seconds,
                    phase.device_seconds)
          .run();
    }
  }

  Connection& db_;
  const WholeTexts& texts_;
  std::map<std::string, std::int64_t, std::less<>>& phase_names_;
};

}  // namespace

std::int64_t Store::record_trial(std::int64_t run, const TrialKey& key, const TrialResult& result,
                                 const std::optional<Interval>& objective) {
  Transaction transaction(impl_->connection);
  // Names interned by a transaction that fails must not be remembered.
  auto phase_names = impl_->phase_names;
  const std::int64_t trial =
      TrialWriter(impl_->connection, impl_->texts, phase_names).write(run, key, result, objective);
  transaction.commit();
  impl_->phase_names.swap(phase_names);
  return trial;
}

void Store::together(const std::function<void()>& record) {
  Transaction transaction(impl_->connection);
  auto phase_names = impl_->phase_names;  // before this transaction
  try {
    record();
    transaction.commit();
  } catch (...) {
    impl_->phase_names.swap(phase_names);
    throw;
  }
}

void Store::take_over(std::int64_t run, const std::vector<std::int64_t>& trials) {
  Transaction transaction(impl_->connection);
  impl_->connection
      .cached(
          "INSERT OR IGNORE INTO takeover SELECT own.scenario_name, trial.id"
          " FROM run AS own JOIN trial JOIN run AS other ON other.id = trial.run"
          " WHERE own.id = ?1 AND own.scenario_name NOT IN ('', other.scenario_name)"
          " AND trial.id IN (SELECT value FROM json_each(?2))")
      .bind_all(run, nlohmann::json(trials).dump())
      .run();
  transaction.commit();
}

}  // namespace assay
