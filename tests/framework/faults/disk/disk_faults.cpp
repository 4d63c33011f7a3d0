// Runs commands while the disk fails at every operation in turn: an I/O error, a full disk, a power
// loss (after SQLite, "How SQLite Is Tested", 3.2 and 3.3).
#include <fmt/format.h>

#include <map>
#include <optional>

#include "framework/core/error.hpp"
#include "framework/store/store_check.hpp"
#include "tests/campaign.hpp"
#include "tests/catch.hpp"
#include "tests/framework/faults/disk/acknowledged.hpp"
#include "tests/framework/faults/disk/commands.hpp"
#include "tests/framework/faults/disk/faulty_disk.hpp"
#include "tests/framework/store/store_fixture.hpp"

namespace assay::test {
namespace {

using std::filesystem::path;

struct Tally {
  std::size_t operations = 0;
  std::size_t cases = 0;
  std::size_t broken = 0;   // cases in which the fault was met
  std::size_t refused = 0;  // cases in which the command ended with an error
  std::size_t lost = 0;     // cases in which a row that was reported as recorded is missing
};

bool is_set_up(const path& file) {
  return std::filesystem::exists(file) && raw(file).integer("PRAGMA user_version") != 0;
}

// Describes the rows that were reported as recorded but are missing in a store. A file that is not
// set up as a store holds no rows.
std::string rows_missing(const path& file, const RowCounts& told) {
  std::optional<sqlite::Connection> db;
  if (is_set_up(file))
    db.emplace(file, sqlite::Connection::Mode::read_write, std::chrono::seconds(30));
  std::string missing;
  for (const auto& [table, count] : told) {
    if (table.starts_with("sqlite_")) continue;
    const auto found = db ? db->integer("SELECT count(*) FROM " + table) : 0;
    if (found < count) missing += fmt::format("{} of {} in {}; ", count - found, count, table);
  }
  return missing;
}

void require_whole(const path& file) {
  const StoreCheck check = check_store(file);
  for (const StoreFault& fault : check.faults) FAIL_CHECK(fault.what);
}

class Sweep {
 public:
  // Prepares cases on a store that `before` has written, or on a new one without `before`.
  Sweep(Command command, std::optional<Command> before)
      : command_(std::move(command)), before_(std::move(before)) {
    const TemporaryFolder folder;
    const Acknowledged acknowledged;
    if (before_) before_->run(folder / "s.db");
    faulty_disk::count();
    command_.run(folder / "s.db");
    tally_.operations = faulty_disk::operations();
    expected_ = command_.outcome(folder / "s.db");
    REQUIRE(acknowledged.rows().at("trial") ==
            raw(folder / "s.db").integer("SELECT count(*) FROM trial"));
    faulty_disk::mend(0);
    REQUIRE(tally_.operations > 100);
  }

  Tally run(DiskFault fault, std::size_t most) {
    for (const std::size_t operation : cases_of(tally_.operations, most, 11)) {
      INFO(command_.name << ", " << to_string(fault) << " at operation " << operation);
      ++tally_.cases;
      break_once(fault, operation);
    }
    return tally_;
  }

 private:
  void break_once(DiskFault fault, std::uint64_t operation) {
    const TemporaryFolder folder;
    const path file = folder / "s.db";
    RowCounts told;
    {
      const Acknowledged acknowledged;
      if (before_) before_->run(file);
      faulty_disk::break_at(fault, operation);
      run_to_its_end(file);
      tally_.broken += faulty_disk::broken() ? 1 : 0;
      faulty_disk::mend(operation);
      told = acknowledged.rows();
    }
    if (is_set_up(file)) require_whole(file);
    const std::string missing = rows_missing(file, told);
    CHECK(missing == "");
    tally_.lost += missing.empty() ? 0 : 1;
    CHECK_NOTHROW(command_.run(file));
    CHECK(command_.outcome(file) == expected_);
    require_whole(file);
    faulty_disk::mend(0);
  }

  // Runs the command, which must succeed or report an error that names the store.
  void run_to_its_end(const path& file) {
    try {
      command_.run(file);
    } catch (const Error& error) {
      ++tally_.refused;
      CHECK(faulty_disk::broken());
      CHECK(error.kind() == ErrorKind::environment);
      CHECK_THAT(error.what(), contains("store " + file.string()));
    }
  }

  Command command_;
  std::optional<Command> before_;
  std::string expected_;
  Tally tally_;
};

// Runs at most `most` cases of each fault.
void sweep(const Command& command, std::size_t most, const std::optional<Command>& before = {}) {
  faulty_disk::install();
  for (const auto fault :
       {DiskFault::once, DiskFault::from_then_on, DiskFault::full, DiskFault::power_loss}) {
    const Tally tally = Sweep(command, before).run(fault, sanitized() ? most / 2 : most);
    if (every_case()) {
      fmt::print("{}, {}: {} operations, {} cases, {} faults met, {} commands refused, {} losses\n",
                 command.name, to_string(fault), tally.operations, tally.cases, tally.broken,
                 tally.refused, tally.lost);
    }
    CHECK(tally.broken > tally.cases / 2);
    CHECK(tally.refused > 0);
    CHECK(tally.lost == 0);
  }
}

}  // namespace

TEST_CASE("whatever the disk does, an import of benchmarks loses nothing and can be repeated") {
  sweep(import_of_benchmarks(), 16);
}

TEST_CASE("whatever the disk does, an import loses nothing of what was there before") {
  sweep(import_of_space(), 16, every_write());
}

TEST_CASE("whatever the disk does, a tune loses nothing and can be repeated") {
  sweep(small_tune(), 8);
}

TEST_CASE("whatever the disk does, a guard loses nothing and can be repeated") {
  sweep(small_guard(), 6);
}

TEST_CASE("whatever the disk does, nothing that the store has taken is lost") {
  sweep(every_write(), 30);
}

}  // namespace assay::test
