// Tests that a configuration found wrong once wins no comparison, and that the comparison says so.
#include <nlohmann/json.hpp>

#include "framework/compare/winner.hpp"
#include "framework/core/pareto.hpp"
#include "tests/catch.hpp"
#include "tests/framework/compare/recorded.hpp"

namespace assay::test {
namespace {

Recorded::Options with_tile(std::int64_t tile, const std::string& stage = "final") {
  Recorded::Options options;
  options.tile = tile;
  options.stage = stage;
  return options;
}

void wrong(Recorded& recorded, const std::string& variant, const Recorded::Options& options) {
  TrialResult result;
  result.status = TrialStatus::wrong_output;
  result.message = "element 7 is 0.5, not 1";
  recorded.record(variant, result, std::nullopt, options);
}

TEST_CASE("a configuration right in the search and wrong in every final is no winner") {
  Recorded recorded;
  recorded.ok("f", around(1e-3), with_tile(64, "search"));
  wrong(recorded, "f", with_tile(64));
  wrong(recorded, "f", with_tile(64));
  const Comparison comparison = compare(recorded.store);
  const InstanceComparison& instance = comparison.machines.at(0).instances.at(0);
  CHECK(instance.verdict.kind == Verdict::Kind::none);
  REQUIRE(instance.entries.size() == 1);
  CHECK_FALSE(instance.entries[0].best);
  CHECK_FALSE(winner_of(comparison));
  REQUIRE(instance.entries[0].disqualified.size() == 1);
  const std::string note =
      "tile=64 of f is disqualified: wrong-output in process 1 of the finals (run 1): element 7 is "
      "0.5, not 1";
  REQUIRE(instance.notes.size() == 1);
  CHECK(instance.notes[0] == note);
  for (const char* format : {"terminal", "markdown"}) {
    CHECK_THAT(written(comparison, format), contains("tile=64 of f is disqualified"));
  }
  const auto json = nlohmann::json::parse(written(comparison, "json"));
  const auto& told =
      json.at("machines").at(0).at("instances").at(0).at("entries").at(0).at("disqualified").at(0);
  CHECK(told.at("configuration").at("tile") == 64);
  CHECK(told.at("status") == "wrong-output");
  CHECK(told.at("stage") == "final");
  CHECK(told.at("process") == 0);
  CHECK(told.at("run") == 1);
  CHECK(told.at("message") == "element 7 is 0.5, not 1");
  CHECK_THAT(written(comparison, "csv"), contains(",disqualified,") && contains(",2,1,,\r\n"));
}

TEST_CASE("the best of what is left stands for the variant") {
  Recorded recorded;
  recorded.rounds("f", 1e-3, with_tile(1));
  recorded.rounds("f", 2e-3, with_tile(2));
  recorded.rounds("g", 1.5e-3, with_tile(1));
  CHECK(recorded.only().entries[0].label == "f");
  wrong(recorded, "f", with_tile(1, "run"));
  const InstanceComparison after = recorded.only();
  CHECK(after.entries[0].label == "g");
  CHECK(after.verdict.kind == Verdict::Kind::winner);
  CHECK(after.entries[1].best->configuration == Bindings{{"tile", std::int64_t{2}}});
  CHECK_THAT(after.notes.at(0),
             contains("tile=1 of f is disqualified: wrong-output in a single run"));
}

TEST_CASE("a comparison of one run or scenario knows what another one found wrong") {
  Recorded recorded;
  recorded.rounds("f", 1e-3, with_tile(1));
  CompareOptions options;
  options.run = recorded.run;
  REQUIRE(recorded.only(options).entries[0].best);
  recorded.run =
      recorded.store.begin_run({"assay guard", "other", "", "0.1", "{}"}, recorded.machine);
  wrong(recorded, "f", with_tile(1, "guard"));
  CHECK_FALSE(recorded.only(options).entries[0].best);
  options.run.reset();
  options.scenario = "quick";
  const InstanceComparison instance = recorded.only(options);
  CHECK_FALSE(instance.entries[0].best);
  CHECK_THAT(instance.notes.at(0), contains("in a guard (run 2)"));
}

TEST_CASE("another build of the variant is not disqualified with it") {
  Recorded recorded;
  wrong(recorded, "f", with_tile(1));
  Recorded::Options mended = with_tile(1);
  mended.build = "build2";
  recorded.ok("f", around(1e-3), mended);
  CHECK(recorded.only().entries[0].best);
}

TEST_CASE("what was never right is a failure, and no note says that it won nothing") {
  Recorded recorded;
  recorded.ok("f", around(1e-3), with_tile(1));
  wrong(recorded, "f", with_tile(2, "search"));
  const InstanceComparison instance = recorded.only();
  CHECK(instance.notes.empty());
  CHECK(instance.entries[0].failures.size() == 1);
}

TEST_CASE("a long list of what won nothing is cut") {
  Recorded recorded;
  for (std::int64_t tile = 1; tile <= 8; ++tile) {
    recorded.ok("f", around(1e-3), with_tile(tile, "search"));
    wrong(recorded, "f", with_tile(tile));
  }
  const InstanceComparison instance = recorded.only();
  REQUIRE(instance.notes.size() == 6);
  CHECK_THAT(instance.notes.back(), contains("f: 3 more of its configurations are disqualified"));
}

TEST_CASE("a disqualified configuration is on no Pareto front") {
  Recorded recorded;
  Recorded::Options options = with_tile(1);
  options.facts = {{"bytes", 10, "B"}};
  recorded.ok("f", around(1e-3), options);
  options.tile = 2;
  options.facts = {{"bytes", 20, "B"}};
  recorded.ok("f", around(2e-3), options);
  CompareOptions chosen;
  ParetoSpec spec;
  spec.axes = {{"bytes", false, ""}};
  spec.instances = {{"family/problem", {}}};
  chosen.pareto = {spec};
  REQUIRE(compare(recorded.store, chosen).machines[0].fronts.at(0).members.size() == 1);
  wrong(recorded, "f", with_tile(1, "run"));
  const auto fronts = compare(recorded.store, chosen).machines[0].fronts;
  REQUIRE(fronts.at(0).members.size() == 1);
  CHECK(fronts[0].members[0].configuration == Bindings{{"tile", std::int64_t{2}}});
}

}  // namespace
}  // namespace assay::test
