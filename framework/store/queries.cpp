// Reading a store. Anybody may have written or damaged the file, so its contents are checked here,
// once for all readers.
#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/json.hpp"
#include "framework/store/damage.hpp"
#include "framework/store/store.hpp"
#include "framework/store/store_impl.hpp"
#include "framework/store/stored_trials.hpp"

namespace assay {

using sqlite::Query;

namespace {

std::map<std::string, std::string> attributes_of(const std::string& text) {
  const auto json = parse_json_or_discard(text);
  if (!json.is_object()) throw internal_error("its attributes are not a JSON object");
  std::map<std::string, std::string> attributes;
  for (const auto& [name, value] : json.items()) {
    if (!value.is_string()) throw internal_error("its attribute '{}' is not a text", name);
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

}  // namespace

std::vector<StoredTrial> Store::trials_like(const TrialKey& key) const {
  static const std::string sql =
      std::string(stored_trials::select) +
      "WHERE trial.instance = ?1 AND trial.variant = ?2 AND trial.stage = ?3 AND trial.mode = ?4"
      " AND trial.device = ?5 AND coalesce(machine.id, ?6) = ?6 ORDER BY trial.id";
  Query query(impl_->connection.cached(sql));
  query->bind_all(key.instance, key.variant, key.stage, key.mode, key.device, key.machine);
  return stored_trials::all(impl_->connection, query);
}

std::vector<StoredTrial> Store::trials(const TrialFilter& filter) const {
  // An absent filter binds NULL or an empty JSON array, which its condition lets through.
  static const std::string sql =
      std::string(stored_trials::select) +
      "WHERE (?1 IS NULL OR coalesce(machine.id, ?1) = ?1) AND (?2 IS NULL OR trial.run = ?2)"
      " AND (?3 IS NULL OR scenario_name = ?3"
      " OR trial.id IN (SELECT trial FROM takeover WHERE takeover.scenario_name = ?3))"
      " AND (?4 = '[]' OR trial.instance IN (SELECT value FROM json_each(?4))) ORDER BY trial.id";
  Query query(impl_->connection.cached(sql));
  query->bind_all(filter.machine, filter.run, filter.scenario,
                  nlohmann::json(filter.instances).dump());
  return stored_trials::all(impl_->connection, query);
}

std::optional<WrongTrial> Store::wrong_trial(const TrialKey& key) const {
  // Looks up the configuration's number first: only with that number does SQLite search the index
  // for this configuration alone.
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
                 [&] { return stored_trials::wrong_at(query.statement(), 0); });
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
                 [&] { return stored_trials::samples(impl_->connection, trial); });
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
      "SELECT machine.id, run.id FROM run LEFT JOIN machine ON machine.id = run.machine"
      " ORDER BY outcome IS 'imported', run.id DESC LIMIT 1"));
  if (!row->step()) {
    Query left(impl_->connection.cached("SELECT count(*) FROM (SELECT 1 FROM trial LIMIT 1)"));
    if (left->step() && left->integer(0) == 0) return std::nullopt;
    throw StoreDamage(impl_->connection.file(), "it has trials, but no run that they belong to");
  }
  if (!row->is_null(0)) return row->integer(0);
  throw StoreDamage(impl_->connection.file(),
                    fmt::format("run {}: its machine is missing from the store", row->integer(1)));
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
