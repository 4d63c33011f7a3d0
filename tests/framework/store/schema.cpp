// Versions, foreign files and migration.
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
  raw(folder / "s.db").execute("PRAGMA user_version = 7");
  const auto message = contains("written by a newer assay (schema 7, this one knows 2)");
  REQUIRE_THROWS_WITH(Store(folder / "s.db"), message);
  REQUIRE_THROWS_WITH(Store(folder / "s.db", Store::Mode::read_only), message);
  REQUIRE(raw(folder / "s.db").integer("PRAGMA user_version") == 7);
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
  REQUIRE_THROWS_WITH(Store(folder / "empty.db", Store::Mode::read_only),
                      contains("holds nothing"));
  REQUIRE_THROWS_WITH(Store(folder / "text.db/s.db"), contains("folder cannot be created"));
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
