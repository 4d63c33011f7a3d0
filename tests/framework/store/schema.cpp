// Tests of versions, foreign files and migration.
#include "framework/store/schema.hpp"

#include <fstream>

#include "framework/core/error.hpp"

#include "tests/catch.hpp"
#include "tests/framework/store/store_fixture.hpp"

namespace assay::test {
namespace {

using sqlite::Connection;
using sqlite::Schema;

constexpr const char* old_migrations[] = {"CREATE TABLE a (x); INSERT INTO a VALUES (1)"};
constexpr const char* new_migrations[] = {old_migrations[0], "ALTER TABLE a ADD COLUMN y DEFAULT 2",
                                          "CREATE TABLE b AS SELECT x + y AS z FROM a"};
const Schema old_schema{old_migrations, "CREATE VIEW v AS SELECT x FROM a"};
const Schema new_schema{new_migrations, "CREATE VIEW v AS SELECT x, y FROM a"};

TEST_CASE("an older file is brought up to date, data kept and views replaced") {
  TemporaryFolder folder;
  auto db = raw(folder / "s.db");
  migrate(db, old_schema);
  REQUIRE(db.integer("PRAGMA user_version") == 1);
  migrate(db, new_schema);
  REQUIRE(db.integer("PRAGMA user_version") == 3);
  REQUIRE(db.integer("SELECT z FROM b") == 3);
  REQUIRE(db.integer("SELECT y FROM v") == 2);
  migrate(db, new_schema);
  REQUIRE(db.integer("SELECT count(*) FROM b") == 1);
}

// Makes a store as an assay of schema `version` left it, with one trial and what `samples` inserts,
// but without that version's views.
void make_older_store(const std::filesystem::path& file, std::size_t version,
                      const char* samples = "") {
  const Schema& now = sqlite::store_schema();
  REQUIRE(now.migrations.size() > version);
  auto db = raw(file);
  migrate(db, Schema{now.migrations.first(version), ""});
  db.execute(
      "INSERT INTO machine (fingerprint, attributes) VALUES ('f', '{}');"
      "INSERT INTO run (machine, command, scenario_name, scenario_text, assay_version,"
      " environment) VALUES (1, '', '', '', '', '{}');"
      "INSERT INTO instance VALUES (1, 'family/problem', '{}', '', 0, 0, 0, 0);"
      "INSERT INTO variant VALUES (1, 'family/problem', 'streaming.cpu', 'cpu', 'family', 'b1');"
      "INSERT INTO configuration VALUES (1, '{\"tile\":8}');"
      "INSERT INTO trial (run, instance, variant, configuration, device, stage, process, mode,"
      " status, message, stop, compile_seconds, prepare_seconds, verify_seconds, samples)"
      " VALUES (1, 1, 1, 1, 'cpu', 'search', 0, 'time warm', 'crash', '', 'precise', 1, 2, 3, "
      "0)");
  db.execute(samples);
}

TEST_CASE("a store of version 2 keeps its trials and learns what its variants' parameters are") {
  TemporaryFolder folder;
  make_older_store(folder / "s.db", 2);
  Store store(folder / "s.db");
  const auto trials = store.trials({});
  REQUIRE(trials.size() == 1);
  CHECK(trials[0].compile_seconds == 1);
  CHECK(store.variant_description(1).parameters.empty());
  auto described = variant_of("streaming.cpu");
  described.parameters = {{"tile", "", {std::int64_t{8}}, std::int64_t{8}, ""}};
  CHECK(store.variant(described) == 1);
  CHECK(store.variant_description(1).parameters.size() == 1);
}

TEST_CASE("a store of version 4 keeps its samples, and those to come have clocks") {
  TemporaryFolder folder;
  make_older_store(
      folder / "s.db", 4,
      "INSERT INTO sample VALUES (1, 0, 0.5, 0.25, 1, 'no'), (1, 1, 0.3, 0.2, 0, 'kept')");
  Store store(folder / "s.db");
  const auto old = store.samples(1);
  REQUIRE(old.size() == 2);
  CHECK(old[0].warm_up);
  CHECK(old[1].seconds == 0.3);
  CHECK(old[1].slowed == Slowed::kept);
  CHECK_FALSE(old[0].clock_mhz);
  CHECK_FALSE(old[1].clock_mhz);

  Scene scene(store);
  TrialResult result = ok_result(2);
  result.samples[1].clock_mhz = 1755;
  const auto trial = store.record_trial(scene.run, scene.key, result, std::nullopt);
  CHECK_FALSE(store.samples(trial).at(0).clock_mhz);
  CHECK(store.samples(trial).at(1).clock_mhz == 1755);
}

TEST_CASE("a migration that fails leaves the older file as it was") {
  TemporaryFolder folder;
  auto db = raw(folder / "s.db");
  migrate(db, old_schema);
  constexpr const char* broken[] = {old_migrations[0], "CREATE TABLE c (x)", "no sql"};
  REQUIRE_THROWS_AS(migrate(db, Schema{broken, ""}), Error);
  REQUIRE(db.integer("PRAGMA user_version") == 1);
  REQUIRE(db.integer("SELECT x FROM v") == 1);
  REQUIRE(db.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'c'") == 0);
}

TEST_CASE("a file of a newer assay is refused by name of both versions and left alone") {
  TemporaryFolder folder;
  static_cast<void>(Store(folder / "s.db"));
  raw(folder / "s.db").execute("PRAGMA user_version = 99");
  const auto message = contains("written by a newer assay (schema 99, this one reads up to 8)");
  REQUIRE_THROWS_WITH(Store(folder / "s.db"), message);
  REQUIRE_THROWS_WITH(Store(folder / "s.db", Store::Mode::read_only), message);
  REQUIRE(raw(folder / "s.db").integer("PRAGMA user_version") == 99);
}

TEST_CASE("an older file opened read-only is refused with the cure") {
  TemporaryFolder folder;
  auto writer = raw(folder / "s.db");
  migrate(writer, old_schema);
  Connection reader(folder / "s.db", Connection::Mode::read_only, std::chrono::seconds(1));
  REQUIRE_THROWS_WITH(migrate(reader, new_schema), contains("older assay"));
}

TEST_CASE("another application's database is refused and left alone") {
  TemporaryFolder folder;
  raw(folder / "s.db").execute("CREATE TABLE mail (x)");
  REQUIRE_THROWS_WITH(Store(folder / "s.db"), contains("another application"));
  auto db = raw(folder / "s.db");
  REQUIRE(db.integer("SELECT count(*) FROM sqlite_schema") == 1);
  sqlite::Statement mode(db, "PRAGMA journal_mode");
  REQUIRE(mode.step());
  REQUIRE(mode.text(0) == "delete");
}

TEST_CASE("what is no database, no file or nothing at all is refused") {
  TemporaryFolder folder;
  std::ofstream(folder / "text.db") << std::string(5000, 'x');
  std::ofstream(folder / "empty.db").flush();
  REQUIRE_THROWS_WITH(Store(folder / "text.db"), contains("not a store of assay"));
  REQUIRE_THROWS_WITH(Store(folder.path()), contains("is a folder"));
  REQUIRE_THROWS_WITH(Store(folder / "none.db", Store::Mode::read_only), contains("no such file"));
  REQUIRE_THROWS_WITH(Store(folder / "empty.db", Store::Mode::read_only), contains("is empty"));
  REQUIRE_THROWS_WITH(Store(folder / "text.db/s.db"), contains("cannot create its folder"));
  REQUIRE_NOTHROW(Store(folder / "empty.db"));
}

TEST_CASE("names that mean something in a URI are only names") {
  TemporaryFolder folder;
  const auto file = folder / "a?mode=memory#b%41 '\xC3\xA9.db";
  {
    Store store(file);
    const Scene scene(store);
  }
  REQUIRE(std::filesystem::exists(file));
  REQUIRE(Store(file, Store::Mode::read_only).machines().size() == 1);
}

}  // namespace
}  // namespace assay::test
