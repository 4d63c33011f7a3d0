// Tests that a configuration that one trial found wrong wins nothing.
#include <nlohmann/json.hpp>

#include "framework/store/recorded_search.hpp"
#include "framework/store/t4.hpp"
#include "tests/catch.hpp"
#include "tests/framework/store/store_fixture.hpp"

namespace assay::test {
namespace {

TrialResult wrong_result(TrialStatus status = TrialStatus::wrong_output) {
  TrialResult result;
  result.status = status;
  result.message = "element 7 is 0.5, not 1";
  return result;
}

// A search of two configurations, both right; the one with tile 1 is faster.
struct Searched : Scene {
  explicit Searched(Store& store) : Scene(store), store_(store) {
    right(1, 1e-3);
    right(2, 2e-3);
  }

  std::int64_t right(std::int64_t tile, double median) {
    key.configuration = {{"tile", tile}};
    return store_.record_trial(run, key, ok_result(3, median), Interval{median, median, median});
  }
  // Records a wrong result in the third process of the finals.
  std::int64_t wrong_in_finals(std::int64_t tile) {
    TrialKey final = key;
    final.configuration = {{"tile", tile}};
    final.stage = "final";
    final.process = 2;
    return store_.record_trial(run, final, wrong_result(), std::nullopt);
  }

 private:
  Store& store_;
};

std::string best_configuration(const std::filesystem::path& file) {
  auto db = raw(file);
  sqlite::Statement best(db, "SELECT configuration FROM v_best");
  return best.step() ? best.text(0) : "none";
}

TEST_CASE("a wrong final takes its configuration's right trials out of the ranking") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Searched scene(store);
  REQUIRE(best_configuration(folder / "s.db") == R"({"tile":1})");
  const std::int64_t wrong = scene.wrong_in_finals(1);

  CHECK(best_configuration(folder / "s.db") == R"({"tile":2})");
  const auto trials = store.trials_like(scene.key);
  REQUIRE(trials.size() == 2);
  CHECK(trials[0].status == TrialStatus::ok);
  CHECK(trials[0].standing() == TrialStatus::wrong_output);
  CHECK_FALSE(trials[0].objective);
  REQUIRE(trials[0].wrong);
  CHECK(trials[0].wrong->id == wrong);
  CHECK(to_string(*trials[0].wrong) ==
        "wrong-output in process 3 of the finals (run 1): element 7 is 0.5, not 1");
  CHECK(trials[1].objective);
  CHECK_FALSE(trials[1].wrong);
  CHECK(trials[1].standing() == TrialStatus::ok);
}

TEST_CASE("v_best tells of its members whom they only agree with") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  TrialResult agreeing = ok_result(3);
  agreeing.agrees_with = "naive.cpu";
  store.record_trial(scene.run, scene.key, agreeing, Interval{1e-3, 1e-3, 1e-3});
  auto db = raw(folder / "s.db");
  sqlite::Statement best(db, "SELECT agrees_with FROM v_best");
  REQUIRE(best.step());
  CHECK(best.text(0) == "naive.cpu");
}

TEST_CASE("whichever run, mode or stage found it wrong, and however narrow the question") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Searched scene(store);
  TrialKey elsewhere = scene.key;
  elsewhere.configuration = {{"tile", std::int64_t{1}}};
  elsewhere.stage = "run";
  elsewhere.mode = "energy cold";
  const std::int64_t other = store.begin_run({"assay run", "", "", "0.1", "{}"}, scene.key.machine);
  store.record_trial(other, elsewhere, wrong_result(TrialStatus::input_changed), std::nullopt);

  CHECK(best_configuration(folder / "s.db") == R"({"tile":2})");
  TrialFilter filter;
  filter.run = scene.run;
  const auto trials = store.trials(filter);
  REQUIRE(trials.size() == 2);
  REQUIRE(trials[0].wrong);
  CHECK(trials[0].wrong->run == other);
  CHECK(trials[0].wrong->status == TrialStatus::input_changed);
}

TEST_CASE("what is not the same code, input or device is not disqualified with it") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Searched scene(store);
  const TrialKey own = scene.key;
  const auto change = GENERATE(0, 1, 2, 3, 4);
  TrialKey other = own;
  other.configuration = {{"tile", std::int64_t{change == 0 ? 3 : 1}}};
  std::int64_t run = scene.run;
  if (change == 1) other.variant = store.variant(variant_of("streaming.cpu", "b2"));
  if (change == 2) other.instance = store.instance(instance_of(6));
  if (change == 3) other.device = "opencl:0";
  if (change == 4) {
    other.machine = store.machine({{{"cpu", "b"}}});
    run = store.begin_run({"assay tune", "x", "", "0.1", "{}"}, other.machine);
  }
  store.record_trial(run, other, wrong_result(), std::nullopt);
  for (const StoredTrial& trial : store.trials_like(own)) {
    if (change != 0 || trial.status == TrialStatus::ok) CHECK(trial.objective);
  }
  CHECK(best_configuration(folder / "s.db") == R"({"tile":1})");
}

TEST_CASE("the statuses that disqualify are those that are wrong, in the store as elsewhere") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Searched scene(store);
  for (int k = 0; k < static_cast<int>(TrialStatus::stopped); ++k) {
    const auto status = static_cast<TrialStatus>(k);
    INFO(to_string(status));
    scene.key.configuration = {{"tile", std::int64_t{100 + k}}};
    store.record_trial(scene.run, scene.key, wrong_result(status), std::nullopt);
    CHECK(store.trials_like(scene.key).back().wrong.has_value() == is_wrong(status));
  }
}

TEST_CASE("a recorded space has what disqualified a configuration for its outcome, as T4 does") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Searched scene(store);
  scene.wrong_in_finals(1);
  const auto searches = recorded_searches(store, {});
  REQUIRE(searches.size() == 1);
  const RecordedSpace space = recorded_space(store, searches.front());
  REQUIRE(space.outcomes.size() == 2);
  CHECK(space.outcomes[0].status == TrialStatus::wrong_output);
  CHECK_FALSE(space.outcomes[0].objective);
  CHECK(space.outcomes[1].objective);
  const auto t4 = nlohmann::json::parse(t4_text(space));
  CHECK(t4.at("results").at(0).at("correctness") == 0);
  CHECK(t4.at("results").at(0).at("invalidity") == "correctness");
  CHECK(t4.at("results").at(1).at("invalidity") == "correct");
}

}  // namespace
}  // namespace assay::test
