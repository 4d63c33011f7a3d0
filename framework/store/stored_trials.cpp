#include "framework/store/stored_trials.hpp"

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/objective.hpp"
#include "framework/core/sampling_options.hpp"
#include "framework/store/damage.hpp"

namespace assay::stored_trials {

using sqlite::Query;
using sqlite::Statement;

// Disqualified trials are recognised here, for all readers of trials. The records that a trial
// refers to are joined even if only their ids are needed: a trial with a dangling reference must
// not be left out silently.
const char* const select =
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

namespace {

void require_references(const Statement& row) {
  constexpr std::pair<int, const char*> references[] = {
      {1, "run"}, {2, "machine"}, {3, "instance"}, {4, "variant"}, {6, "configuration"}};
  for (const auto& [column, name] : references) {
    if (row.is_null(column)) throw internal_error("its {} is missing from the store", name);
  }
}

// Throws for an invalid cache mode. The objective may be another tool's, which assay cannot
// measure.
void require_mode(const std::string& mode) {
  const std::size_t objective = objective_of_mode(mode).name.size();
  static_cast<void>(cache_mode_from(mode.substr(std::min(mode.size(), objective + 1))));
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

}  // namespace

WrongTrial wrong_at(const Statement& row, int first_column) {
  return {row.integer(first_column),
          row.integer(first_column + 1),
          row.text(first_column + 2),
          row.count(first_column + 3),
          trial_status_from(row.text(first_column + 4)),
          row.text(first_column + 5)};
}

StoredTrial at(const Statement& row) {
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
  if (!row.is_null(26)) trial.wrong = wrong_at(row, 26);
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

std::vector<StoredTrial> all(const sqlite::Connection& connection, Query& query) {
  std::vector<StoredTrial> trials;
  while (query->step()) {
    trials.push_back(reading(connection.file(), "trial", query->integer(0),
                             [&] { return at(query.statement()); }));
  }
  return trials;
}

std::vector<Sample> samples(sqlite::Connection& connection, std::int64_t trial) {
  std::vector<Sample> all;
  Query rows(
      connection.cached("SELECT sample.seconds, device_seconds, warm_up, slowed, clock_mhz, runs,"
                        " energy.seconds, begin_joules, end_joules, ordinal"
                        " FROM sample LEFT JOIN energy USING (trial, ordinal)"
                        " WHERE trial = ? ORDER BY ordinal"));
  rows->bind_all(trial);
  while (rows->step()) {
    if (rows->natural(9) != all.size()) {
      throw internal_error("sample {} is missing", all.size());
    }
    all.push_back(sample_of(rows.statement()));
  }
  Query phases(
      connection.cached("SELECT ordinal, phase_name.name, host_seconds, device_seconds FROM phase"
                        " LEFT JOIN phase_name ON phase_name.id = phase.name"
                        " WHERE trial = ? ORDER BY ordinal, position"));
  phases->bind_all(trial);
  while (phases->step()) {
    const std::uint64_t ordinal = phases->natural(0);
    if (ordinal >= all.size()) {
      throw internal_error("a phase belongs to sample {}, but there are only {} samples", ordinal,
                           all.size());
    }
    if (phases->is_null(1)) throw internal_error("a phase of sample {} has no name", ordinal);
    all[ordinal].phases.push_back({phases->text(1), phases->real(2), phases->real(3)});
  }
  return all;
}

}  // namespace assay::stored_trials
