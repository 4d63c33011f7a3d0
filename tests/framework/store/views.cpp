// Tests of the views that make `sqlite3 results.db` a front end.
#include "framework/store/schema.hpp"
#include "tests/catch.hpp"
#include "tests/framework/store/store_fixture.hpp"

namespace assay::test {
namespace {

TEST_CASE("v_best prefers final measurements and the least median of their processes") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  const auto record = [&](std::int64_t tile, const char* stage, double median) {
    scene.key.configuration = {{"tile", tile}};
    scene.key.stage = stage;
    store.record_trial(scene.run, scene.key, ok_result(3), Interval{median, median, median});
  };
  record(1, "search", 1e-3);  // the fastest trial, which is of a search
  for (const double median : {9e-3, 3e-3, 5e-3}) record(2, "final", median);
  for (const double median : {4e-3, 90e-3, 1e-3, 3.5e-3}) record(3, "final", median);
  auto db = raw(folder / "s.db");
  sqlite::Statement best(db, "SELECT configuration, stage, median_ms, processes FROM v_best");
  REQUIRE(best.step());
  CHECK(best.text(0) == R"({"tile":3})");
  CHECK(best.text(1) == "final");
  CHECK(best.real(2) == Approx(3.75));
  CHECK(best.integer(3) == 4);
  REQUIRE_FALSE(best.step());
}

TEST_CASE("failures never rank and are counted by kind") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  TrialResult result;
  for (const auto status : {TrialStatus::crash, TrialStatus::timeout, TrialStatus::crash}) {
    result.status = status;
    result.message = "text " + std::to_string(static_cast<int>(status));
    store.record_trial(scene.run, scene.key, result, std::nullopt);
  }
  auto db = raw(folder / "s.db");
  CHECK(db.integer("SELECT count(*) FROM v_best") == 0);
  sqlite::Statement failures(db, "SELECT status, trials FROM v_failures");
  REQUIRE(failures.step());
  CHECK(failures.text(0) == "crash");
  CHECK(failures.integer(1) == 2);
  REQUIRE(failures.step());
  REQUIRE_FALSE(failures.step());
}

TEST_CASE("every view of the schema answers") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  store.record_trial(scene.run, scene.key, ok_result(3), Interval{1e-3, 1e-3, 1e-3});
  store.finish_run(scene.run, "finished");
  auto db = raw(folder / "s.db");
  std::vector<std::string> names;
  sqlite::Statement views(db, "SELECT name FROM sqlite_schema WHERE type = 'view'");
  while (views.step()) {
    names.push_back(views.text(0));
  }
  REQUIRE(names.size() == 9);
  for (const std::string& name : names) {
    INFO(name);
    CHECK(db.integer("SELECT count(*) FROM " + name) == (name == "v_failures"       ? 0
                                                         : name == "v_disqualified" ? 0
                                                         : name == "v_verdicts"     ? 0
                                                         : name == "v_energy"       ? 0
                                                         : name == "v_samples"      ? 3
                                                         : name == "v_phases"       ? 6
                                                                                    : 1));
  }
  CHECK(db.integer("SELECT outcome = 'finished' AND finished >= started FROM v_runs") == 1);
}

TEST_CASE("samples are shown with the clock that was seen after them, where there is one") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  TrialResult result = ok_result(2);
  result.samples[1].clock_mhz = 1755;
  store.record_trial(scene.run, scene.key, result, std::nullopt);
  auto db = raw(folder / "s.db");
  sqlite::Statement rows(db, "SELECT clock_mhz FROM v_samples ORDER BY ordinal");
  REQUIRE(rows.step());
  CHECK(rows.is_null(0));
  REQUIRE(rows.step());
  CHECK(rows.real(0) == 1755);
}

TEST_CASE("energies are shown as such, never as times") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  scene.key.mode = "energy warm";
  TrialResult result = ok_result(2);
  for (Sample& sample : result.samples) sample.energy = {4, 0.5, 100, 102};
  store.record_trial(scene.run, scene.key, result, Interval{0.5, 0.5, 0.5});
  auto db = raw(folder / "s.db");
  for (const char* view : {"v_trials", "v_best"}) {
    sqlite::Statement row(db, std::string("SELECT median_ms, median_mj FROM ") + view);
    REQUIRE(row.step());
    CHECK(row.is_null(0));
    CHECK(row.real(1) == Approx(500));
  }
  sqlite::Statement blocks(db, "SELECT mj_per_run, watts, share_of_runs FROM v_energy");
  REQUIRE(blocks.step());
  CHECK(blocks.real(0) == Approx(500));
  CHECK(blocks.real(1) == Approx(4));
  CHECK(blocks.real(2) == Approx(4 * 1e-3 / 0.5));
}

}  // namespace
}  // namespace assay::test
