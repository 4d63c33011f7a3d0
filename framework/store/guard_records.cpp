// Writing and reading the records of a guard.
#include "framework/store/guard_records.hpp"

#include "framework/store/store_impl.hpp"

namespace assay {

using sqlite::Connection;
using sqlite::Query;
using sqlite::Transaction;

void Store::record_pairing(std::int64_t baseline, std::int64_t candidate,
                           const std::vector<bool>& candidate_first) {
  std::string first;
  for (const bool is_candidate : candidate_first) first += is_candidate ? 'c' : 'b';
  Connection& db = impl_->connection;
  Transaction transaction(db);
  db.cached("INSERT INTO pairing VALUES (?, ?, ?)").bind_all(baseline, candidate, first).run();
  transaction.commit();
}

std::int64_t Store::record_verdict(std::int64_t run, const VerdictRecord& verdict) {
  Connection& db = impl_->connection;
  Transaction transaction(db);
  const GuardCaseKey& key = verdict.key;
  const auto where_known = [&](double bound) {
    return verdict.log_ratio ? std::optional(bound) : std::nullopt;
  };
  db.cached(
        "INSERT INTO verdict (run, instance, baseline, candidate, device, configuration, mode,"
        " outcome, reason, log_ratio, lower, upper, p_value, alpha, delta, blocks, pairs)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind_all(run, key.instance, key.baseline, key.candidate, key.device,
                configuration_id(db, key.configuration), key.mode, verdict.outcome,
                impl_->texts.kept(verdict.reason), verdict.log_ratio, where_known(verdict.lower),
                where_known(verdict.upper), verdict.p_value, verdict.alpha, verdict.delta,
                static_cast<std::int64_t>(verdict.blocks), static_cast<std::int64_t>(verdict.pairs))
      .run();
  const std::int64_t id = db.last_insert_id();
  transaction.commit();
  return id;
}

void Store::record_calibration(const CalibrationRecord& calibration) {
  Connection& db = impl_->connection;
  Transaction transaction(db);
  const GuardCaseKey& key = calibration.key;
  db.cached(
        "INSERT INTO calibration (machine, instance, variant, device, configuration, mode, blocks,"
        " pairs, false_positive_rate, alpha, between_blocks, within_blocks, lag_one, block_seconds,"
        " pair_seconds) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind_all(calibration.machine, key.instance, key.baseline, key.device,
                configuration_id(db, key.configuration), key.mode,
                static_cast<std::int64_t>(calibration.blocks),
                static_cast<std::int64_t>(calibration.pairs), calibration.false_positive_rate,
                calibration.alpha, calibration.between, calibration.within, calibration.lag_one,
                calibration.block_seconds, calibration.pair_seconds)
      .run();
  transaction.commit();
}

std::optional<CalibrationRecord> Store::calibration(std::int64_t machine,
                                                    const GuardCaseKey& key) const {
  Query row(impl_->connection.cached(
      "SELECT blocks, pairs, false_positive_rate, alpha, between_blocks, within_blocks, lag_one,"
      " block_seconds, pair_seconds, recorded"
      " FROM calibration JOIN variant ON variant.id = calibration.variant"
      " JOIN variant AS wanted ON wanted.problem = variant.problem AND wanted.name = variant.name"
      " WHERE machine = ? AND instance = ? AND wanted.id = ? AND device = ? AND mode = ?"
      " ORDER BY calibration.id DESC LIMIT 1"));
  row->bind_all(machine, key.instance, key.baseline, key.device, key.mode);
  if (!row->step()) return std::nullopt;
  CalibrationRecord found;
  found.machine = machine;
  found.key = key;
  found.blocks = row->count(0);
  found.pairs = row->count(1);
  found.false_positive_rate = row->real(2);
  found.alpha = row->real(3);
  found.between = row->real(4);
  found.within = row->real(5);
  found.lag_one = row->real(6);
  found.block_seconds = row->real(7);
  found.pair_seconds = row->real(8);
  found.recorded = row->text(9);
  return found;
}

}  // namespace assay
