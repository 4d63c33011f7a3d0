// Tests of a guard against a record, with made-up records and a real candidate.
#include "framework/guard/history_guard.hpp"

#include <cmath>
#include <limits>

#include "framework/guard/recorded_result.hpp"
#include "framework/measure/clock.hpp"
#include "tests/catch.hpp"
#include "tests/framework/guard/builds.hpp"
#include "tests/framework/store/store_fixture.hpp"

using namespace assay;
using namespace assay::guard;
using assay::test::BuildBench;

namespace {

// A run of an earlier build whose processes took the given times.
struct Recorded : BuildBench {
  Recorded() : BuildBench("spin-1", "spin-1"), run(session.run()) {}

  std::int64_t trial(const std::string& stage, std::uint32_t process, double seconds,
                     std::int64_t tile = 1, const std::string& variant = "spin.cpu") {
    const Case& one = cases.cases.at(0);
    VariantDescription earlier = one.baseline.variant;
    earlier.name = variant;
    earlier.build_id = "an-earlier-one";
    TrialKey key = session.key(one.instance, one.baseline, {stage, process});
    key.variant = store.variant(earlier);
    key.configuration = {{"tile", tile}};
    return store.record_trial(run, key, test::ok_result(9, seconds),
                              Interval{seconds, seconds, seconds});
  }

  GuardReport guarded(double budget = std::numeric_limits<double>::infinity()) {
    GuardOptions settings;
    settings.confirmation = 8;
    settings.budget.seconds = budget;
    scenario.sampling.max_seconds = 0.02;
    GuardObserver silent;
    add_missing(session, run, cases);
    return run_against_history(session, run, alone(folders.candidate), scenario, cases, settings,
                               silent, std::atomic(false));
  }

  std::int64_t run;
};

}  // namespace

TEST_CASE("a record is that of finals before searches, and its level that of other processes") {
  Recorded recorded;
  const auto result = [&] {
    return recorded_result(recorded.session, recorded.run, recorded.cases.cases.at(0));
  };
  const Bindings one = {{"tile", std::int64_t{1}}};
  CHECK_FALSE(result().has_value());
  recorded.trial("search", 0, 1e-6, 2);
  CHECK(result()->log_times.size() == 1);
  for (std::uint32_t process = 0; process < 3; ++process) {
    recorded.trial("final", process, 4e-6 + 1e-6 * process, 1);
    recorded.trial("final", process, 8e-6, 2);
  }
  // The search has measured only one of the two configurations, so process 1 of the finals chooses,
  // and the level comes from the other processes.
  CHECK(result()->configuration == one);
  CHECK(result()->log_times == std::vector<double>{std::log(4e-6), std::log(6e-6)});
  // The search has measured both configurations, so it chooses the one that it found faster, and
  // the level comes from all processes of the finals.
  recorded.trial("search", 1, 5e-6, 1);
  CHECK(result()->configuration == Bindings{{"tile", std::int64_t{2}}});
  CHECK(result()->log_times == std::vector<double>(3, std::log(8e-6)));
}

TEST_CASE("a record that a later trial found wrong is none") {
  Recorded recorded;
  const auto result = [&] {
    return recorded_result(recorded.session, recorded.run, recorded.cases.cases.at(0));
  };
  const auto find_wrong = [&](std::int64_t trial) {
    for (const StoredTrial& stored : recorded.store.trials({})) {
      if (stored.id != trial) continue;
      TrialKey key = stored.key;
      key.stage = "run";
      TrialResult wrong;
      wrong.status = TrialStatus::input_changed;
      recorded.store.record_trial(recorded.run, key, wrong, std::nullopt);
    }
  };
  const std::int64_t faster = recorded.trial("final", 0, 1e-6, 1);
  const std::int64_t slower = recorded.trial("final", 0, 2e-6, 2);
  find_wrong(faster);
  CHECK(result()->configuration == Bindings{{"tile", std::int64_t{2}}});
  find_wrong(slower);
  CHECK_FALSE(result().has_value());
}

TEST_CASE("a candidate slower than its record is found so twice, by exact ranks of processes") {
  Recorded recorded;
  for (std::uint32_t process = 0; process < 5; ++process) recorded.trial("final", process, 1e-9);
  const GuardReport report = recorded.guarded();
  const CaseResult& result = report.results.at(0);
  CHECK(result.kind == CaseResult::Kind::slower);
  CHECK(result.blocks == 8);
  // None of the 1287 ways to deal 13 processes into the two groups is more extreme.
  CHECK(result.p_value == Approx(2.0 / 1287));
  CHECK(result.location->method == inference::Method::rank_sum);
  CHECK(exit_code(report) == 1);
  auto db = test::raw(recorded.folder / "s.db");
  CHECK(db.integer("SELECT count(*) FROM v_verdicts WHERE outcome = 'slower'") == 1);
  CHECK(db.integer("SELECT count(*) FROM trial WHERE stage = 'guard'") == 16);
}

TEST_CASE("beside a record, too, the time is told that was spent, and no more is") {
  Recorded recorded;
  for (std::uint32_t process = 0; process < 5; ++process) recorded.trial("final", process, 1e-9);
  const Stopwatch watch;
  const double told = recorded.guarded().results.at(0).seconds;
  CHECK(told > 0);
  CHECK(told < watch.seconds());
  const CaseResult result = recorded.guarded(0).results.at(0);
  CHECK(result.kind == CaseResult::Kind::inconclusive);
  CHECK_THAT(result.reason, contains("was used up after 0 of its processes"));
}

TEST_CASE("one recorded process is too little for a verdict") {
  Recorded recorded;
  recorded.trial("run", 0, 1e-9);
  const CaseResult result = recorded.guarded().results.at(0);
  CHECK(result.kind == CaseResult::Kind::inconclusive);
  CHECK_THAT(result.reason, contains("too few"));
}

TEST_CASE("the best of configurations recorded in one process each may only have been lucky") {
  Recorded recorded;
  for (const std::int64_t tile : {1, 2, 4}) recorded.trial("search", 0, 1e-9, tile);
  const CaseResult result = recorded.guarded().results.at(0);
  CHECK(result.kind == CaseResult::Kind::inconclusive);
  CHECK_THAT(result.reason, contains("the best of 3 configurations"));
  CHECK(result.blocks == 0);
}

TEST_CASE("what has no record, and what is recorded and no more measured, is invalid") {
  Recorded recorded;
  recorded.trial("final", 0, 1e-6, 1, "gone.cpu");
  const GuardReport report = recorded.guarded();
  REQUIRE(report.results.size() == 2);
  CHECK(report.results[0].kind == CaseResult::Kind::invalid);
  CHECK_THAT(report.results[0].reason, contains("no verified result"));
  CHECK(report.cases[1].candidate.variant.name == "gone.cpu");
  CHECK(report.results[1].kind == CaseResult::Kind::invalid);
  CHECK_THAT(report.results[1].reason, contains("no longer measured"));
  CHECK(exit_code(report) == 3);
}
