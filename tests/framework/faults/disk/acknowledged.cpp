#include "tests/framework/faults/disk/acknowledged.hpp"

#include <sqlite3.h>

namespace assay::test {
namespace {

constexpr int pages_until_written_back = 25;

struct Rows {
  std::map<sqlite3*, RowCounts> pending;
  RowCounts committed;
};

Rows& rows_told() {
  static Rows rows;
  return rows;
}

void changed(void* connection, int kind, const char*, const char* table, sqlite3_int64) {
  if (kind == SQLITE_UPDATE) return;
  auto& pending = rows_told().pending[static_cast<sqlite3*>(connection)];
  pending[table] += kind == SQLITE_INSERT ? 1 : -1;
}

// Called by SQLite at the end of a transaction, just before the statement returns.
int committed(void*, sqlite3* connection, const char* schema, int pages) {
  for (const auto& [table, count] : rows_told().pending[connection]) {
    rows_told().committed[table] += count;
  }
  rows_told().pending[connection].clear();
  if (pages >= pages_until_written_back) sqlite3_wal_checkpoint(connection, schema);
  return SQLITE_OK;
}

void rolled_back(void* connection) { rows_told().pending.erase(static_cast<sqlite3*>(connection)); }

// Sets the hook at the first statement of a connection, because SQLite sets a hook of its own when
// it has opened one.
int first_statement(unsigned, void* connection, void*, void*) {
  auto* const opened = static_cast<sqlite3*>(connection);
  sqlite3_trace_v2(opened, 0, nullptr, nullptr);
  sqlite3_wal_hook(opened, committed, nullptr);
  return 0;
}

int watch(sqlite3* connection, const char**, const sqlite3_api_routines*) {
  rows_told().pending.erase(connection);
  sqlite3_update_hook(connection, changed, connection);
  sqlite3_rollback_hook(connection, rolled_back, connection);
  sqlite3_trace_v2(connection, SQLITE_TRACE_STMT, first_statement, connection);
  return SQLITE_OK;
}

}  // namespace

Acknowledged::Acknowledged() {
  rows_told() = {};
  sqlite3_auto_extension(reinterpret_cast<void (*)()>(watch));
}

Acknowledged::~Acknowledged() {
  sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(watch));
}

const RowCounts& Acknowledged::rows() const { return rows_told().committed; }

}  // namespace assay::test
