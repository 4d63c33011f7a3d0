// Tests of the records that guards leave in the store, and of names for runs.
#include "framework/store/guard_records.hpp"

#include "tests/catch.hpp"
#include "tests/framework/store/store_fixture.hpp"

using namespace assay;
using test::Scene;

namespace {

GuardCaseKey key_of(const Scene& scene) {
  return {scene.key.instance, scene.key.variant,       scene.key.variant,
          scene.key.device,   scene.key.configuration, scene.key.mode};
}

}  // namespace

TEST_CASE("the latest calibration of a variant counts, of whatever build, on its machine alone") {
  const test::TemporaryFolder folder;
  Store store(folder / "s.db");
  const Scene scene(store);
  CalibrationRecord record;
  record.machine = scene.key.machine;
  record.key = key_of(scene);
  record.blocks = 40;
  for (const double between : {0.1, 0.2}) {
    record.between = between;
    store.record_calibration(record);
  }
  GuardCaseKey rebuilt = key_of(scene);
  rebuilt.baseline = store.variant(test::variant_of("streaming.cpu", "b2"));
  REQUIRE(store.calibration(scene.key.machine, rebuilt).has_value());
  CHECK(store.calibration(scene.key.machine, rebuilt)->between == 0.2);
  CHECK(store.calibration(scene.key.machine, rebuilt)->blocks == 40);
  const auto other = store.machine({{{"cpu", "another"}}});
  CHECK_FALSE(store.calibration(other, rebuilt).has_value());
  rebuilt.device = "opencl:0";
  CHECK_FALSE(store.calibration(scene.key.machine, rebuilt).has_value());
}

TEST_CASE("a verdict without a ratio has none in the view") {
  const test::TemporaryFolder folder;
  Store store(folder / "s.db");
  const Scene scene(store);
  VerdictRecord verdict;
  verdict.key = key_of(scene);
  verdict.outcome = "invalid";
  verdict.reason = "no \"result\"";
  store.record_verdict(scene.run, verdict);
  verdict.outcome = "slower";
  verdict.log_ratio = 0;
  store.record_verdict(scene.run, verdict);
  auto db = test::raw(folder / "s.db");
  CHECK(db.integer("SELECT count(*) FROM v_verdicts WHERE ratio IS NULL AND lower IS NULL") == 1);
  CHECK(db.integer("SELECT count(*) FROM v_verdicts WHERE ratio = 1") == 1);
}

TEST_CASE("pairs are kept with the order in which their sides ran") {
  const test::TemporaryFolder folder;
  Store store(folder / "s.db");
  const Scene scene(store);
  const auto one = store.record_trial(scene.run, scene.key, test::ok_result(3), std::nullopt);
  const auto other = store.record_trial(scene.run, scene.key, test::ok_result(3), std::nullopt);
  store.record_pairing(one, other, {true, false, true});
  auto db = test::raw(folder / "s.db");
  CHECK(db.integer("SELECT count(*) FROM pairing WHERE first = 'cbc'") == 1);
  CHECK_THROWS(store.record_pairing(one, 99, {true}));
}

TEST_CASE("a baseline is what its name was given last, until it is taken away; runs stay") {
  const test::TemporaryFolder folder;
  Store store(folder / "s.db");
  const Scene scene(store);
  const Scene later(store);
  const BaselineKey key{"main", "", scene.key.machine};
  CHECK(store.baselines().empty());
  store.set_baseline(key, scene.run);
  store.set_baseline({"main", "dev", scene.key.machine}, scene.run);
  store.set_baseline(key, later.run);
  REQUIRE(store.baselines().size() == 2);
  CHECK(store.baselines()[0].run == later.run);
  CHECK(store.baselines()[1].key.branch == "dev");
  store.set_baseline(key, std::nullopt);
  REQUIRE(store.baselines().size() == 1);
  CHECK(store.baselines()[0].key.branch == "dev");
  auto db = test::raw(folder / "s.db");
  CHECK(db.integer("SELECT count(*) FROM baseline") == 4);
  CHECK(db.integer("SELECT count(*) FROM run") == 2);
  CHECK_THROWS(store.set_baseline(key, 99));
}
