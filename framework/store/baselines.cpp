// Names for runs.
#include "framework/store/store_impl.hpp"

namespace assay {

using sqlite::Connection;
using sqlite::Query;
using sqlite::Transaction;

void Store::set_baseline(const BaselineKey& key, std::optional<std::int64_t> run) {
  Connection& db = impl_->connection;
  Transaction transaction(db);
  db.cached("INSERT INTO baseline (name, branch, machine, run) VALUES (?, ?, ?, ?)")
      .bind_all(key.name, key.branch, key.machine, run)
      .run();
  transaction.commit();
}

std::vector<BaselineRecord> Store::baselines() const {
  Query rows(impl_->connection.cached(
      "SELECT name, branch, machine, run, recorded FROM baseline"
      " WHERE id IN (SELECT max(id) FROM baseline GROUP BY name, branch, machine)"
      " AND run IS NOT NULL ORDER BY name, branch, machine"));
  std::vector<BaselineRecord> baselines;
  while (rows->step()) {
    baselines.push_back(
        {{rows->text(0), rows->text(1), rows->integer(2)}, rows->integer(3), rows->text(4)});
  }
  return baselines;
}

}  // namespace assay
