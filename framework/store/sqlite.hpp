// SQLite with ownership and actionable errors. Internal to the store and its tests.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

struct sqlite3;
struct sqlite3_stmt;

namespace assay::sqlite {

class Connection;

// A prepared statement. As in SQLite, parameters count from 1 and columns from 0.
class Statement {
 public:
  Statement(Connection& connection, std::string_view sql);
  ~Statement();
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&&) = delete;

  void bind(int parameter, std::int64_t value);
  void bind(int parameter, double value);  // NaN becomes NULL: SQLite has no NaN
  void bind(int parameter, std::string_view value);
  void bind_null(int parameter);
  template <class T>
  void bind(int parameter, const std::optional<T>& value) {
    if (value) {
      bind(parameter, *value);
    } else {
      bind_null(parameter);
    }
  }
  // Binds parameters 1, 2, ... in order.
  template <class... Values>
  Statement& bind_all(const Values&... values) {
    int parameter = 0;
    (bind(++parameter, values), ...);
    return *this;
  }

  // Whether there is another row; after the last one the statement is ready to be bound and run
  // again.
  bool step();
  // Runs a statement that yields no row.
  void run() {
    while (step()) {
    }
  }

  // The getters throw environment Error, which calls the store damaged, for a value of another type
  // than the column's or outside the range of the result.
  [[nodiscard]] bool is_null(int column) const;
  [[nodiscard]] std::int64_t integer(int column) const;   // NULL reads as 0
  [[nodiscard]] std::uint64_t natural(int column) const;  // not negative
  [[nodiscard]] std::uint32_t count(int column) const;    // not negative and within 32 bits
  [[nodiscard]] double real(int column) const;            // NULL reads as NaN
  [[nodiscard]] std::optional<double> optional_real(int column) const;
  [[nodiscard]] std::string text(int column) const;  // NULL reads as ""

  // Ends a query before its last row.
  void reset() noexcept;

 private:
  void check(int code);
  [[noreturn]] void complain(int column, const std::string& what) const;
  void refuse_kinds(int column, std::initializer_list<int> kinds, const char* due) const;

  Connection* connection_;
  sqlite3_stmt* handle_ = nullptr;
};

// Resets a cached query on every exit of its reader's scope: an open read would pin the WAL.
class Query {
 public:
  explicit Query(Statement& statement) : statement_(statement) {}
  ~Query() { statement_.reset(); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  Statement* operator->() { return &statement_; }
  [[nodiscard]] const Statement& statement() const { return statement_; }

 private:
  Statement& statement_;
};

// One open database, for one thread at a time. All functions throw environment Error with the file,
// SQLite's reason and the cure.
class Connection {
 public:
  enum class Mode { read_write, read_only };
  // `busy_timeout` is how long a call waits for another process that holds the write lock.
  Connection(std::filesystem::path file, Mode mode, std::chrono::milliseconds busy_timeout);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void execute(const char* script);  // one or more statements without parameters or rows
  // The statement with that text, prepared once per connection. Not for recursive use.
  Statement& cached(std::string_view sql);
  [[nodiscard]] std::int64_t integer(std::string_view sql);  // first column of the first row
  [[nodiscard]] std::int64_t last_insert_id() const;
  [[nodiscard]] bool in_transaction() const;
  [[nodiscard]] bool busy() const;  // whether the last call failed on another process's lock

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  [[nodiscard]] Mode mode() const { return mode_; }
  [[nodiscard]] sqlite3* handle() { return handle_; }
  [[noreturn]] void fail(int code) const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  std::filesystem::path file_;
  Mode mode_;
  std::chrono::milliseconds busy_timeout_;
  sqlite3* handle_ = nullptr;
  std::unordered_map<std::string, Statement, Hash, std::equal_to<>> statements_;
};

// A write transaction, rolled back unless committed. It takes the write lock at once: a transaction
// that reads first and locks later fails without waiting if another process wrote in between. A
// transaction inside another one is part of it: it is committed with the outer one, and rolling
// back either rolls back both.
class Transaction {
 public:
  explicit Transaction(Connection& connection);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Connection& connection_;
  Statement& rollback_;
  bool is_part_;  // whether this transaction is inside another one
  bool open_ = true;
};

}  // namespace assay::sqlite
