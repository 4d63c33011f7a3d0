#include "framework/store/store_check.hpp"

#include <algorithm>
#include <chrono>

#include "framework/core/error.hpp"
#include "framework/store/cut_text.hpp"
#include "framework/store/damage.hpp"
#include "framework/store/schema_check.hpp"
#include "framework/store/sqlite.hpp"
#include "framework/store/store.hpp"
#include "framework/store/stored_trials.hpp"

namespace assay {
namespace {

using sqlite::Connection;
using sqlite::Query;
using sqlite::Statement;

constexpr std::size_t most_faults = 40;
constexpr std::size_t longest_fault = 300;  // bytes

class StoreChecker {
 public:
  explicit StoreChecker(const std::filesystem::path& file)
      : store_(file, Store::Mode::read_only),
        connection_(file, Connection::Mode::read_only, std::chrono::seconds(30)),
        file_(file.string()) {}

  StoreCheck check() {
    attempt([&] { check_pages(); });
    attempt([&] { check_schema(); });
    attempt([&] { check_references(); });
    check_names();
    attempt([&] { check_trials(); });
    return std::move(found_);
  }

 private:
  // Runs `look`. If it cannot read something, that is recorded as a fault and the check goes on.
  template <class Look>
  void attempt(Look look) {
    try {
      look();
    } catch (const StoreDamage& damage) {
      add(printable(damage.fault(), longest_fault),
          "in a copy of the file, delete the row named here (such as: sqlite3 COPY \"DELETE FROM "
          "trial WHERE id = 7\"), and run doctor again: it names the rows that referred to it");
    } catch (const Error& error) {
      add(error.what(), "");  // the message itself says what to do
    }
  }

  // Adds a fault once: several checks run into the same damaged page.
  void add(const std::string& what, const std::string& cure) {
    const auto& faults = found_.faults;
    if (faults.size() >= most_faults ||
        std::ranges::find(faults, what, &StoreFault::what) != faults.end()) {
      return;
    }
    found_.faults.push_back({what, cure});
  }

  void check_pages() {
    Statement rows(connection_, "SELECT integrity_check FROM pragma_integrity_check(20)");
    while (rows.step()) {
      const std::string told = rows.text(0);
      if (told == "ok") continue;
      add(printable(told, longest_fault), recovery());
    }
  }

  void check_schema() {
    for (const std::string& fault : sqlite::schema_faults(connection_)) add(fault, recovery());
  }

  [[nodiscard]] std::string recovery() const {
    return fmt::format(
        "restore a backup, or save what is left: sqlite3 {} .recover | sqlite3 new.db, then assay "
        "doctor --store new.db",
        file_);
  }

  // Adds one fault for each kind of reference, regardless of the number of rows.
  void check_references() {
    Statement rows(connection_,
                   "SELECT lost.\"table\", key.\"from\", lost.parent, count(*)"
                   " FROM pragma_foreign_key_check AS lost"
                   " JOIN pragma_foreign_key_list(lost.\"table\") AS key ON key.id = lost.fkid"
                   " GROUP BY 1, 2, 3 ORDER BY 1, 2");
    while (rows.step()) {
      const std::string table = rows.text(0);
      const std::string column = rows.text(1);
      const std::string parent = rows.text(2);
      add(fmt::format("{} rows of '{}' refer in '{}' to missing rows of '{}'", rows.integer(3),
                      table, column, parent),
          fmt::format("in a copy of the file, run: sqlite3 COPY \"DELETE FROM {} WHERE {} NOT IN "
                      "(SELECT id FROM {})\", and run doctor again",
                      table, column, parent));
    }
  }

  // Checks what trials refer to: runs, machines, baselines, variants and instances.
  void check_names() {
    attempt([&] { found_.runs = store_.runs().size(); });
    attempt([&] { static_cast<void>(store_.machines()); });
    attempt([&] { static_cast<void>(store_.baselines()); });
    attempt([&] {
      for (const auto& variant : store_.variants()) {
        attempt([&] { static_cast<void>(store_.variant_description(variant.id)); });
      }
    });
    attempt([&] {
      for (const std::int64_t id : numbers("SELECT id FROM instance")) {
        attempt([&] { static_cast<void>(store_.instance_record(id)); });
      }
    });
  }

  [[nodiscard]] std::vector<std::int64_t> numbers(std::string_view sql) {
    std::vector<std::int64_t> all;
    Statement rows(connection_, sql);
    while (rows.step()) all.push_back(rows.integer(0));
    return all;
  }

  void check_trials() {
    Statement rows(connection_, stored_trials::select);
    while (rows.step()) {
      ++found_.trials;
      attempt([&] {
        const std::int64_t id = rows.integer(0);
        reading(file_, "trial", id, [&] { static_cast<void>(stored_trials::at(rows)); });
        static_cast<void>(store_.samples(id));
        static_cast<void>(store_.facts(id));
      });
    }
  }

  Store store_;
  Connection connection_;
  std::string file_;
  StoreCheck found_;
};

}  // namespace

StoreCheck check_store(const std::filesystem::path& file) { return StoreChecker(file).check(); }

}  // namespace assay
