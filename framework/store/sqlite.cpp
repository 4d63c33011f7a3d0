#include "framework/store/sqlite.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/store/cut_text.hpp"
#include "framework/store/damage.hpp"

namespace assay::sqlite {

// ---- statements ---------------------------------------------------------------------------------

Statement::Statement(Connection& connection, std::string_view sql) : connection_(&connection) {
  check(sqlite3_prepare_v3(connection.handle(), sql.data(), static_cast<int>(sql.size()),
                           SQLITE_PREPARE_PERSISTENT, &handle_, nullptr));
}

Statement::~Statement() { sqlite3_finalize(handle_); }

Statement::Statement(Statement&& other) noexcept
    : connection_(other.connection_), handle_(std::exchange(other.handle_, nullptr)) {}

void Statement::check(int code) {
  if (code != SQLITE_OK) {
    connection_->fail(code);
  }
}

void Statement::bind(int parameter, std::int64_t value) {
  check(sqlite3_bind_int64(handle_, parameter, value));
}

void Statement::bind(int parameter, double value) {
  check(sqlite3_bind_double(handle_, parameter, value));
}

void Statement::bind(int parameter, std::string_view value) {
  // A null pointer would bind NULL, but an empty text must stay a text.
  const char* data = value.data() == nullptr ? "" : value.data();
  check(sqlite3_bind_text64(handle_, parameter, data, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::bind_null(int parameter) { check(sqlite3_bind_null(handle_, parameter)); }

bool Statement::step() {
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW) {
    return true;
  }
  if (code != SQLITE_DONE) {
    // The message belongs to the connection and the reset loses it, hence this order.
    try {
      connection_->fail(code);
    } catch (...) {
      reset();
      throw;
    }
  }
  reset();
  return false;
}

void Statement::reset() noexcept { sqlite3_reset(handle_); }

bool Statement::is_null(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

void Statement::complain(int column, const std::string& what) const {
  const char* name = sqlite3_column_name(handle_, column);
  if (name == nullptr) connection_->fail(SQLITE_NOMEM);
  throw StoreDamage(connection_->file(), fmt::format("the column '{}' {}", name, what));
}

// A strict table has no such values, but the file can be damaged or another program may have
// created its tables.
void Statement::refuse_kinds(int column, std::initializer_list<int> kinds, const char* due) const {
  const int kind = sqlite3_column_type(handle_, column);
  if (std::ranges::find(kinds, kind) == kinds.end()) return;
  const char* name = kind == SQLITE_BLOB ? "bytes" : kind == SQLITE_TEXT ? "a text" : "a fraction";
  complain(column, fmt::format("has {} instead of {}", name, due));
}

std::int64_t Statement::integer(int column) const {
  refuse_kinds(column, {SQLITE_TEXT, SQLITE_BLOB, SQLITE_FLOAT}, "an integer");
  return sqlite3_column_int64(handle_, column);
}

std::uint64_t Statement::natural(int column) const {
  const std::int64_t value = integer(column);
  if (value < 0) complain(column, fmt::format("has {}; it must be 0 or more", value));
  return static_cast<std::uint64_t>(value);
}

std::uint32_t Statement::count(int column) const {
  const std::uint64_t value = natural(column);
  constexpr auto most = std::numeric_limits<std::uint32_t>::max();
  if (value > most) complain(column, fmt::format("has {}; it must be at most {}", value, most));
  return static_cast<std::uint32_t>(value);
}

double Statement::real(int column) const {
  refuse_kinds(column, {SQLITE_TEXT, SQLITE_BLOB}, "a number");
  return is_null(column) ? std::numeric_limits<double>::quiet_NaN()
                         : sqlite3_column_double(handle_, column);
}

std::optional<double> Statement::optional_real(int column) const {
  return is_null(column) ? std::nullopt : std::optional(real(column));
}

std::string Statement::text(int column) const {
  refuse_kinds(column, {SQLITE_BLOB}, "a text");
  const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
  if (data == nullptr) {
    if (!is_null(column)) connection_->fail(SQLITE_NOMEM);
    return {};
  }
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

// ---- the connection -----------------------------------------------------------------------------

namespace {

// Percent-encodes the characters that have a meaning in a file: URI.
std::string file_uri(const std::filesystem::path& file, const char* query) {
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(file).string()) {
    if (c == '?' || c == '#' || c == '%') {
      uri += fmt::format("%{:02X}", static_cast<unsigned>(c));
    } else {
      uri += c;
    }
  }
  return uri + query;
}

// Whether the file must be opened as immutable. A WAL database on read-only media has no -shm file,
// and nobody can create one. Without a -wal file either, the database file is complete by itself
// and can be read as immutable.
bool must_be_immutable(const std::filesystem::path& file) {
  const auto folder = std::filesystem::absolute(file).parent_path();
  return access(folder.c_str(), W_OK) != 0 && !std::filesystem::exists(file.string() + "-wal");
}

int open_handle(const std::filesystem::path& file, Connection::Mode mode, sqlite3** handle) {
  if (mode == Connection::Mode::read_only) {
    const std::string uri = file_uri(file, must_be_immutable(file) ? "?immutable=1" : "");
    return sqlite3_open_v2(uri.c_str(), handle,
                           SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  }
  return sqlite3_open_v2(file.c_str(), handle,
                         SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
}

}  // namespace

Connection::Connection(std::filesystem::path file, Mode mode,
                       std::chrono::milliseconds busy_timeout)
    : file_(std::move(file)), mode_(mode), busy_timeout_(busy_timeout) {
  const int code = open_handle(file_, mode, &handle_);
  if (code != SQLITE_OK) {
    try {
      fail(code);
    } catch (...) {
      sqlite3_close(handle_);
      throw;
    }
  }
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, static_cast<int>(busy_timeout.count()));
}

Connection::~Connection() {
  statements_.clear();
  sqlite3_close(handle_);
}

void Connection::execute(const char* script) {
  const int code = sqlite3_exec(handle_, script, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) {
    fail(code);
  }
}

Statement& Connection::cached(std::string_view sql) {
  auto found = statements_.find(sql);
  if (found == statements_.end()) {
    found = statements_.emplace(std::string(sql), Statement(*this, sql)).first;
  }
  return found->second;
}

std::int64_t Connection::integer(std::string_view sql) {
  Statement statement(*this, sql);
  return statement.step() ? statement.integer(0) : 0;
}

std::int64_t Connection::last_insert_id() const { return sqlite3_last_insert_rowid(handle_); }

bool Connection::in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

bool Connection::busy() const { return (sqlite3_errcode(handle_) & 0xff) == SQLITE_BUSY; }

void Connection::fail(int code) const {
  constexpr std::size_t longest = 300;  // bytes; may quote a damaged schema
  const std::string reason =
      printable(handle_ == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(handle_), longest);
  const std::string name = file_.string();
  switch (code & 0xff) {
    case SQLITE_FULL:
      throw environment_error(
          "store {}: the disk is full ({}); free some space or name another file with --store",
          name, reason);
    case SQLITE_READONLY:
    case SQLITE_PERM:
      throw environment_error(
          "store {}: cannot be written ({}); make the file and its folder writable or name another "
          "file with --store",
          name, reason);
    case SQLITE_CANTOPEN:
      throw environment_error(
          "store {}: cannot be opened ({}); check that its folder exists and may be {}", name,
          reason, mode_ == Mode::read_only ? "read" : "written");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw environment_error(
          "store {}: has been locked by another process for more than {} s ({}); end that process "
          "or name another file with --store",
          name, static_cast<double>(busy_timeout_.count()) / 1000.0, reason);
    case SQLITE_NOTADB:
      throw environment_error(
          "store {}: is not a store of assay ({}); name another file with --store", name, reason);
    case SQLITE_CORRUPT:
      throw environment_error(
          "store {}: is damaged ({}); save what is left with `sqlite3 {} .recover | sqlite3 "
          "new.db`",
          name, reason, name);
    case SQLITE_ERROR:  // assay's statements are correct, so the tables are not a store's
      throw StoreDamage(file_, reason);
    case SQLITE_NOMEM:
      throw environment_error(
          "store {}: out of memory while reading it; end other programs or use a machine with more "
          "memory",
          name);
    case SQLITE_IOERR:
      throw environment_error(
          "store {}: reading or writing failed ({}); check the disk, quotas and limits on file "
          "sizes, or name another file with --store",
          name, sqlite3_errstr(code));
    default:  // includes rows that conflict with existing ones
      throw environment_error(
          "store {}: {}; check with `assay doctor --store {}` whether it is damaged", name, reason,
          name);
  }
}

// ---- transactions -------------------------------------------------------------------------------

// Prepares the rollback in advance: a transaction that runs out of memory could not prepare it.
Transaction::Transaction(Connection& connection)
    : connection_(connection),
      rollback_(connection.cached("ROLLBACK")),
      is_part_(connection.in_transaction()) {
  if (!is_part_) connection_.cached("BEGIN IMMEDIATE").run();
}

Transaction::~Transaction() {
  // SQLite itself has rolled back after some errors (disk full): then there is nothing left to do.
  if (!open_ || !connection_.in_transaction()) return;
  try {
    rollback_.run();
  } catch (...) {  // the error that came first has been reported already
  }
}

void Transaction::commit() {
  if (!is_part_) connection_.cached("COMMIT").run();
  open_ = false;
}

}  // namespace assay::sqlite
