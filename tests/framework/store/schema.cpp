// Tests of versions, foreign files and new ones.
#include "framework/store/schema.hpp"

#include <fstream>

#include "framework/core/error.hpp"

#include "tests/catch.hpp"
#include "tests/framework/store/store_fixture.hpp"

namespace assay::test {
namespace {

TEST_CASE("setting up makes a store once, and leaves what it holds alone") {
  TemporaryFolder folder;
  auto db = raw(folder / "s.db");
  sqlite::set_up(db);
  CHECK(db.integer("PRAGMA user_version") == sqlite::schema_version);
  CHECK(db.integer("PRAGMA application_id") == sqlite::application_id);
  db.execute("INSERT INTO machine (fingerprint, attributes) VALUES ('f', '{}')");
  sqlite::set_up(db);
  CHECK(db.integer("SELECT count(*) FROM machine") == 1);
}

TEST_CASE("a file of another schema is refused by both numbers with the cure, and left alone") {
  for (const int version : {0, 2, 8, 99}) {
    TemporaryFolder folder;
    const auto file = folder / "s.db";
    static_cast<void>(Store(file));
    raw(file).execute(("PRAGMA user_version = " + std::to_string(version)).c_str());
    const auto message = contains(
        fmt::format("{}: its schema has version {}, but this assay reads version 1 only: read it "
                    "with the assay that wrote it, or name another file with --store",
                    file.string(), version));
    REQUIRE_THROWS_WITH(Store(file), message);
    REQUIRE_THROWS_WITH(Store(file, Store::Mode::read_only), message);
    REQUIRE(raw(file).integer("PRAGMA user_version") == version);
  }
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
                      contains("holds nothing yet"));
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
