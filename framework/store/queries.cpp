// Reading. Anybody may have written or damaged the file, so what it says is checked here, once for
// all who use it.
#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/json.hpp"
#include "framework/store/damage.hpp"
#include "framework/store/store.hpp"
#include "framework/store/store_impl.hpp"

namespace assay {

using sqlite::Query;
using sqlite::Statement;

namespace {

WrongTrial wrong_of(const Statement& row, int first_column) {
  return {row.integer(first_column),
          row.integer(first_column + 1),
          row.text(first_column + 2),
          row.count(first_column + 3),
          trial_status_from(row.text(first_column + 4)),
          row.text(first_column + 5)};
}

// Disqualified trials are told from others here, for everybody who reads trials. What a trial
// refers to is looked up even where only its number is needed: a trial of nothing must not be left
// out unsaid.
constexpr const char* select_trials =
    "SELECT trial.id, run.id, machine.id, instance.id, variant.id, trial.device,"
    " parameters, trial.stage, trial.process, trial.mode, trial.status, trial.message,"
    " trial.verification_error, trial.stop, trial.median, trial.lower, trial.upper, trial.samples,"
    " trial.compile_seconds, trial.prepare_seconds, trial.verify_seconds, trial.recorded,"
    " trial.samples_in_full, trial.samples_by_digest, trial.samples_unverified, trial.agrees_with,"
    " wrong.id, wrong.run, wrong.stage, wrong.process, wrong.status, wrong.message"
    " FROM trial LEFT JOIN run ON run.id = trial.run"
    " LEFT JOIN machine ON machine.id = run.machine"
    " LEFT JOIN instance ON instance.id = trial.instance"
    " LEFT JOIN variant ON variant.id = trial.variant"
    " LEFT JOIN configuration ON configuration.id = trial.configuration"
    " LEFT JOIN v_disqualified AS found ON found.machine = run.machine"
    " AND found.instance = trial.instance AND found.variant = trial.variant"
    " AND found.device = trial.device AND found.configuration = trial.configuration"
    " LEFT JOIN trial AS wrong ON wrong.id = found.trial ";

void require_references(const Statement& row) {
  constexpr std::pair<int, const char*> references[] = {
      {1, "run"}, {2, "machine"}, {3, "instance"}, {4, "variant"}, {6, "configuration"}};
  for (const auto& [column, name] : references) {
    if (row.is_null(column)) throw internal_error("its {} is not recorded", name);
  }
}

void require_mode(const std::string& mode) {
  const std::string objective = objective_of_mode(mode).name;
  if (objective != foreign_cpu_time) require_objective(objective);
  static_cast<void>(cache_mode_from(mode.substr(std::min(mode.size(), objective.size() + 1))));
}

StoredTrial trial_of(const Statement& row) {
  StoredTrial trial;
  require_references(row);
  trial.id = row.integer(0);
  trial.run = row.integer(1);
  trial.key.machine = row.integer(2);
  trial.key.instance = row.integer(3);
  trial.key.variant = row.integer(4);
  trial.key.device = row.text(5);
  trial.key.configuration = bindings_from_text(row.text(6));
  trial.key.stage = row.text(7);
  trial.key.process = row.count(8);
  trial.key.mode = row.text(9);
  require_mode(trial.key.mode);
  trial.status = trial_status_from(row.text(10));
  trial.message = row.text(11);
  trial.verification_error = row.optional_real(12);
  trial.stop = stop_reason_from(row.text(13));
  if (!row.is_null(26)) trial.wrong = wrong_of(row, 26);
  if (!row.is_null(14) && !trial.wrong) {
    trial.objective = Interval{row.real(14), row.real(15), row.real(16)};
  }
  trial.sample_count = row.count(17);
  trial.compile_seconds = row.real(18);
  trial.prepare_seconds = row.real(19);
  trial.verify_seconds = row.real(20);
  trial.recorded = row.text(21);
  if (!row.is_null(22)) {
    trial.verified = VerifiedSamples{row.natural(22), row.natural(23), row.natural(24)};
  }
  trial.agrees_with = row.text(25);
  return trial;
}

std::vector<StoredTrial> all_trials(const std::filesystem::path& file, Query& query) {
  std::vector<StoredTrial> trials;
  while (query->step()) {
    trials.push_back(
        reading(file, "trial", query->integer(0), [&] { return trial_of(query.statement()); }));
  }
  return trials;
}

std::map<std::string, std::string> attributes_of(const std::string& text) {
  const auto json = parse_json_or_discard(text);
  if (!json.is_object()) throw internal_error("its attributes are no JSON object");
  std::map<std::string, std::string> attributes;
  for (const auto& [name, value] : json.items()) {
    if (!value.is_string()) throw internal_error("its attribute '{}' is no text", name);
    attributes[name] = value.get<std::string>();
  }
  return attributes;
}

std::vector<Fact> all_facts(Query& query) {
  std::vector<Fact> facts;
  while (query->step()) {
    facts.push_back({query->text(0), query->real(1), query->text(2)});
  }
  return facts;
}

Sample sample_of(const Statement& row) {
  Sample sample;
  sample.seconds = row.real(0);
  sample.device_seconds = row.real(1);
  sample.warm_up = row.integer(2) != 0;
  sample.slowed = slowed_from(row.text(3));
  sample.clock_mhz = row.optional_real(4);
  if (!row.is_null(5)) sample.energy = {row.count(5), row.real(6), row.real(7), row.real(8)};
  return sample;
}

std::vector<Sample> samples_with_phases(sqlite::Connection& db, std::int64_t trial) {
  std::vector<Sample> samples;
  Query rows(
      db.cached("SELECT sample.seconds, device_seconds, warm_up, slowed, clock_mhz, runs,"
                " energy.seconds, begin_joules, end_joules, ordinal"
                " FROM sample LEFT JOIN energy USING (trial, ordinal)"
                " WHERE trial = ? ORDER BY ordinal"));
  rows->bind_all(trial);
  while (rows->step()) {
    if (rows->natural(9) != samples.size()) {
      throw internal_error("number {} is missing", samples.size());
    }
    samples.push_back(sample_of(rows.statement()));
  }
  Query phases(
      db.cached("SELECT ordinal, phase_name.name, host_seconds, device_seconds FROM phase"
                " LEFT JOIN phase_name ON phase_name.id = phase.name"
                " WHERE trial = ? ORDER BY ordinal, position"));
  phases->bind_all(trial);
  while (phases->step()) {
    const std::uint64_t ordinal = phases->natural(0);
    if (ordinal >= samples.size()) {
      throw internal_error("there is a phase of number {}, of {}", ordinal, samples.size());
    }
    if (phases->is_null(1)) throw internal_error("a phase of number {} has no name", ordinal);
    samples[ordinal].phases.push_back({phases->text(1), phases->real(2), phases->real(3)});
  }
  return samples;
}

}  // namespace

std::vector<StoredTrial> Store::trials_like(const TrialKey& key) const {
  static const std::string sql =
      std::string(select_trials) +
      "WHERE trial.instance = ?1 AND trial.variant = ?2 AND trial.stage = ?3 AND trial.mode = ?4"
      " AND trial.device = ?5 AND coalesce(machine.id, ?6) = ?6 ORDER BY trial.id";
  Query query(impl_->connection.cached(sql));
  query->bind_all(key.instance, key.variant, key.stage, key.mode, key.device, key.machine);
  return all_trials(impl_->connection.file(), query);
}

std::vector<StoredTrial> Store::trials(const TrialFilter& filter) const {
  // An absent filter binds NULL or an empty JSON array, which its condition lets through.
  static const std::string sql =
      std::string(select_trials) +
      "WHERE (?1 IS NULL OR coalesce(machine.id, ?1) = ?1) AND (?2 IS NULL OR trial.run = ?2)"
      " AND (?3 IS NULL OR scenario_name = ?3"
      " OR trial.id IN (SELECT trial FROM takeover WHERE takeover.scenario_name = ?3))"
      " AND (?4 = '[]' OR trial.instance IN (SELECT value FROM json_each(?4))) ORDER BY trial.id";
  Query query(impl_->connection.cached(sql));
  query->bind_all(filter.machine, filter.run, filter.scenario,
                  nlohmann::json(filter.instances).dump());
  return all_trials(impl_->connection.file(), query);
}

std::optional<WrongTrial> Store::wrong_trial(const TrialKey& key) const {
  // By its number first: only with that is the index searched for one configuration alone.
  Query configuration(
      impl_->connection.cached("SELECT id FROM configuration WHERE parameters = ?"));
  configuration->bind_all(canonical_text(key.configuration));
  if (!configuration->step()) return std::nullopt;
  Query query(impl_->connection.cached(
      "SELECT wrong.id, wrong.run, wrong.stage, wrong.process, wrong.status, wrong.message"
      " FROM v_disqualified AS found JOIN trial AS wrong ON wrong.id = found.trial"
      " WHERE found.machine = ? AND found.instance = ? AND found.variant = ? AND found.device = ?"
      " AND found.configuration = ?"));
  query->bind_all(key.machine, key.instance, key.variant, key.device, configuration->integer(0));
  if (!query->step()) return std::nullopt;
  return reading(impl_->connection.file(), "trial", query->integer(0),
                 [&] { return wrong_of(query.statement(), 0); });
}

std::vector<TrialKey> Store::searches_elsewhere(const TrialKey& key) const {
  Query query(impl_->connection.cached(
      "SELECT run.machine, instance, variant, device, MAX(trial.id) AS latest"
      " FROM trial JOIN run ON run.id = trial.run JOIN variant ON variant.id = trial.variant"
      " JOIN variant AS own ON own.problem = variant.problem AND own.name = variant.name"
      " WHERE own.id = ?1 AND stage = 'search' AND mode = ?2 AND median IS NOT NULL"
      " AND NOT (variant = ?1 AND run.machine = ?3 AND device = ?4 AND instance = ?5)"
      " GROUP BY run.machine, instance, variant, device"
      " ORDER BY run.machine <> ?3, device <> ?4, instance <> ?5, latest DESC"));
  query->bind_all(key.variant, key.mode, key.machine, key.device, key.instance);
  std::vector<TrialKey> searches;
  while (query->step()) {
    TrialKey& search = searches.emplace_back(key);
    search.machine = query->integer(0);
    search.instance = query->integer(1);
    search.variant = query->integer(2);
    search.device = query->text(3);
    search.stage = "search";
  }
  return searches;
}

std::vector<Sample> Store::samples(std::int64_t trial) const {
  return reading(impl_->connection.file(), "samples of trial", trial,
                 [&] { return samples_with_phases(impl_->connection, trial); });
}

std::vector<Fact> Store::facts(std::int64_t trial) const {
  Query query(impl_->connection.cached(
      "SELECT name, value, unit FROM trial_fact WHERE trial = ? ORDER BY name"));
  query->bind_all(trial);
  return all_facts(query);
}

std::optional<Peaks> Store::peaks(std::int64_t machine, const std::string& device) const {
  Query row(
      impl_->connection.cached("SELECT flops_single, flops_double, bandwidth FROM device_peak"
                               " WHERE machine = ? AND device = ?"));
  row->bind_all(machine, device);
  if (!row->step()) {
    return std::nullopt;
  }
  return Peaks{row->real(0), row->real(1), row->real(2)};
}

std::optional<std::int64_t> Store::latest_machine() const {
  Query row(impl_->connection.cached(
      "SELECT machine FROM run ORDER BY outcome IS 'imported', id DESC LIMIT 1"));
  return row->step() ? std::optional(row->integer(0)) : std::nullopt;
}

std::vector<StoredMachine> Store::machines() const {
  std::vector<StoredMachine> machines;
  Query rows(
      impl_->connection.cached("SELECT id, fingerprint, attributes FROM machine ORDER BY id"));
  while (rows->step()) {
    MachineRecord record;
    const std::int64_t id = rows->integer(0);
    record.attributes = reading(impl_->connection.file(), "machine", id,
                                [&] { return attributes_of(rows->text(2)); });
    machines.push_back({id, rows->text(1), std::move(record)});
  }
  return machines;
}

std::vector<StoredRun> Store::runs() const {
  std::vector<StoredRun> runs;
  Query rows(impl_->connection.cached(
      "SELECT id, machine, command, scenario_name, scenario_text, assay_version, environment,"
      " started, coalesce(finished, ''), coalesce(outcome, '') FROM run ORDER BY id"));
  while (rows->step()) {
    runs.push_back({rows->integer(0),
                    rows->integer(1),
                    {rows->text(2), rows->text(3), rows->text(4), rows->text(5), rows->text(6)},
                    rows->text(7),
                    rows->text(8),
                    rows->text(9)});
  }
  return runs;
}

std::vector<StoredScenario> Store::scenarios(const std::optional<std::int64_t>& run) const {
  std::vector<StoredScenario> scenarios;
  Query rows(impl_->connection.cached(
      "SELECT scenario_name, scenario_text FROM run WHERE scenario_name <> '' AND"
      " id IN (SELECT max(id) FROM run WHERE ?1 IS NULL OR id = ?1 GROUP BY scenario_name)"
      " ORDER BY scenario_name"));
  rows->bind_all(run);
  while (rows->step()) {
    scenarios.push_back({rows->text(0), rows->text(1)});
  }
  return scenarios;
}

InstanceRecord Store::instance_record(std::int64_t instance) const {
  Query row(impl_->connection.cached(
      "SELECT problem, arguments, input_digest, flops, bytes, double_precision, create_seconds"
      " FROM instance WHERE id = ?"));
  row->bind_all(instance);
  if (!row->step()) {
    throw internal_error("the store has no instance {}", instance);
  }
  InstanceRecord record;
  record.problem = row->text(0);
  record.arguments = reading(impl_->connection.file(), "instance", instance,
                             [&] { return bindings_from_text(row->text(1)); });
  record.input_digest = row->text(2);
  record.work = {row->real(3), row->real(4), row->integer(5) != 0};
  record.create_seconds = row->real(6);
  Query facts(impl_->connection.cached(
      "SELECT name, value, unit FROM instance_fact WHERE instance = ? ORDER BY name"));
  facts->bind_all(instance);
  record.facts = all_facts(facts);
  return record;
}

}  // namespace assay
