// Tests of real blocks: two builds of a plugin in fresh workers.
#include <map>

#include "framework/core/random.hpp"
#include "framework/guard/calibrate.hpp"
#include "tests/catch.hpp"
#include "tests/framework/guard/builds.hpp"
#include "tests/framework/store/store_fixture.hpp"

using namespace assay;
using namespace assay::guard;
using assay::test::BuildBench;

namespace {

GuardOptions quick_options() {
  GuardOptions options;
  options.block.pairs = 12;
  return options;
}

WorkerBlocks blocks_of(BuildBench& bench, std::uint64_t seed = 1) {
  return {bench.session, bench.folders, bench.options, bench.scenario, quick_options().block, seed};
}

}  // namespace

TEST_CASE("a block measures both builds in a fresh process and keeps every sample") {
  BuildBench bench("spin-1", "spin-slow");
  WorkerBlocks blocks = blocks_of(bench);
  const Case& one = bench.cases.cases.at(0);
  CHECK(one.problem == "");
  CHECK_FALSE(one.identical);
  for (int k = 0; k < 3; ++k) {
    const Block block = blocks.measure(one);
    REQUIRE(block.failure == "");
    CHECK(block.pairs.size() > 5);
    CHECK(inference::block_effect(block.pairs) > 0);  // the candidate computes half as much again
  }
  auto db = test::raw(bench.folder / "s.db");
  CHECK(db.integer("SELECT count(*) FROM pairing") == 3);
  CHECK(db.integer("SELECT count(*) FROM trial WHERE stage = 'guard' AND status = 'ok'") == 6);
  CHECK(db.integer("SELECT count(DISTINCT process) FROM trial") == 3);
  CHECK(db.integer("SELECT count(*) FROM sample JOIN pairing ON trial = candidate") == 36);
  CHECK(db.integer("SELECT min(length(first)) FROM pairing") == 12);
}

TEST_CASE("a candidate whose output is wrong is found out in its first block") {
  BuildBench bench("spin-1", "spin-wrong");
  WorkerBlocks blocks = blocks_of(bench);
  GuardObserver silent;
  const auto report =
      run_guard(bench.session, blocks, bench.cases, quick_options(), silent, std::atomic(false));
  const CaseResult& result = report.results.at(0);
  CHECK(result.kind == CaseResult::Kind::invalid);
  CHECK(result.candidate_failed);
  CHECK_THAT(result.reason, contains("the candidate failed (wrong-output)"));
  CHECK(exit_code(report) == 1);
  // A disqualified candidate is not measured again until it happens to be right.
  const auto again =
      run_guard(bench.session, blocks, bench.cases, quick_options(), silent, std::atomic(false));
  CHECK_THAT(again.results.at(0).reason,
             contains("the candidate is disqualified: wrong-output in a guard (run"));
  CHECK(exit_code(again) == 1);
}

TEST_CASE("of builds in a worker that dies the one at fault is named") {
  const auto compared = [](const std::string& baseline, const std::string& candidate) {
    BuildBench bench(baseline, candidate);
    WorkerBlocks blocks = blocks_of(bench);
    GuardObserver silent;
    return run_guard(bench.session, blocks, bench.cases, quick_options(), silent,
                     std::atomic(false));
  };
  const GuardReport candidate = compared("spin-1", "spin-crash");
  CHECK_THAT(candidate.results.at(0).reason, contains("the candidate failed (crash)"));
  CHECK(exit_code(candidate) == 1);
  const GuardReport baseline = compared("spin-crash", "spin-1");
  CHECK_THAT(baseline.results.at(0).reason, contains("the baseline failed (crash)"));
  CHECK(exit_code(baseline) == 3);
}

TEST_CASE("a calibration of too few blocks is refused before anything is measured") {
  BuildBench bench("spin-1", "spin-2");
  WorkerBlocks blocks = blocks_of(bench);
  GuardObserver silent;
  CHECK_THROWS_WITH(calibrate(bench.session, blocks, bench.cases.cases, quick_options(), 10, silent,
                              std::atomic(false)),
                    contains("take 16"));
  CHECK(test::raw(bench.folder / "s.db").integer("SELECT count(*) FROM trial") == 0);
}

TEST_CASE("a candidate with other parameters, or without the variant, is never called equivalent") {
  BuildBench other("spin-1", "spin-other");
  CHECK_THAT(other.cases.cases.at(0).problem, contains("tile"));
  BuildBench missing("spin-1", "build-1");
  CHECK(missing.cases.cases.at(0).problem != "");
}

TEST_CASE(
    "a variant that the candidate alone brings is a note, whether the scenario names it or not") {
  for (const bool named : {true, false}) {
    BuildBench bench("spin-1", "spin-more");
    Scenario scenario = test::spin_scenario();
    if (named) {
      scenario.variants.push_back({"spin-new.cpu", "", {}, {}});
    } else {
      scenario.variants.clear();
    }
    const Cases cases = make_cases(scenario, bench.catalogs, bench.session, bench.candidate_worker);
    REQUIRE(cases.cases.size() == 1);
    CHECK(cases.cases[0].problem == "");
    REQUIRE(cases.notes.size() == 1);
    CHECK_THAT(cases.notes[0], contains("only the candidate has spin-new.cpu on cpu"));
  }
}

TEST_CASE("folders that hold no build are told") {
  const auto describe = [](const std::string& baseline, const std::string& candidate) {
    return describe_builds(test::folders_of(baseline, candidate), BuildBench::worker());
  };
  CHECK_THROWS_WITH(describe("spin-1", "nothing-there"), contains("nothing-there is not a folder"));
  CHECK_THROWS_WITH(describe("broken", "spin-1"), contains("provide no variant"));
}

TEST_CASE("a build and its copy load side by side, and are the same to a calibration") {
  const auto root = std::filesystem::path(ASSAY_TEST_PLUGINS);
  const BuildCopy copy({root / "spin-1"});
  BuildFolders folders{{root / "spin-1"}, {copy.folder()}, {}};
  BuildBench bench("spin-1", "spin-1");
  bench.folders = folders;
  bench.catalogs = describe_builds(folders, bench.options);
  WorkerClient candidate(bench.alone({copy.folder()}));
  bench.cases = make_cases(bench.scenario, bench.catalogs, bench.session, candidate);
  REQUIRE_FALSE(bench.cases.cases.at(0).identical);
  WorkerBlocks blocks = blocks_of(bench);
  GuardObserver silent;
  const auto found = calibrate(bench.session, blocks, bench.cases.cases, quick_options(), 16,
                               silent, std::atomic(false));
  REQUIRE(found.at(0).failure == "");
  CHECK(found[0].record->blocks == 16);
  CHECK(found[0].detectable > 0);
  CHECK(found[0].record->pair_seconds > 0);
  const auto key = found[0].record->key;
  const auto kept = bench.store.calibration(bench.session.machine(), key);
  REQUIRE(kept.has_value());
  CHECK(kept->between == found[0].record->between);
  CHECK(kept->lag_one == found[0].record->lag_one);
  CHECK(kept->recorded != "");
}

TEST_CASE("copies of a build go with their owner") {
  std::filesystem::path folder;
  {
    const BuildCopy copy({std::filesystem::path(ASSAY_TEST_PLUGINS) / "spin-1"});
    folder = copy.folder();
    CHECK(std::filesystem::exists(folder / "spinning.so"));
  }
  CHECK_FALSE(std::filesystem::exists(folder));
}

TEST_CASE("comparisons of nothing but noise reject as often as they may, and of a shift always") {
  GuardOptions options;
  Random random(3);
  std::vector<double> noise;
  std::vector<double> shifted;
  for (int k = 0; k < 64; ++k) {
    noise.push_back(0.01 * random.normal());
    shifted.push_back(0.1 + 0.01 * random.normal());
  }
  CHECK(false_positive_rate(noise, options, 500) < 0.2);
  CHECK(false_positive_rate(shifted, options, 500) == 1);
  noise.resize(10);
  CHECK_THROWS_WITH(false_positive_rate(noise, options, 500), contains("take 16"));
}
