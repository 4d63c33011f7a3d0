// The baselines of a store: names under which runs are promoted.
#include "framework/store/damage.hpp"
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
      "SELECT name, branch, machine.id, run.id, baseline.recorded, baseline.id FROM baseline"
      " LEFT JOIN machine ON machine.id = baseline.machine LEFT JOIN run ON run.id = baseline.run"
      " WHERE baseline.id IN (SELECT max(id) FROM baseline GROUP BY name, branch, machine)"
      " AND baseline.run IS NOT NULL ORDER BY name, branch, baseline.machine"));
  std::vector<BaselineRecord> baselines;
  while (rows->step()) {
    if (rows->is_null(2) || rows->is_null(3)) {
      throw StoreDamage(impl_->connection.file(),
                        fmt::format("baseline {}: its machine or its run is missing from the store",
                                    rows->integer(5)));
    }
    baselines.push_back(
        {{rows->text(0), rows->text(1), rows->integer(2)}, rows->integer(3), rows->text(4)});
  }
  return baselines;
}

}  // namespace assay
