// Tests of coarse clocks: steps are found in times that have them and in no others, and means over
// runs overcome them.
#include "framework/guard/clock_step.hpp"

#include <fmt/format.h>

#include <cmath>

#include "framework/core/random.hpp"
#include "framework/guard/guard.hpp"
#include "framework/guard/history_guard.hpp"
#include "framework/inference/median.hpp"
#include "tests/catch.hpp"
#include "tests/framework/guard/builds.hpp"
#include "tests/framework/store/store_fixture.hpp"

using namespace assay;
using namespace assay::guard;
using inference::TimePair;

namespace {

// The time that a clock with steps of `step` seconds reports for a run that begins at any moment.
double told(double seconds, double step, Random& random) {
  return std::floor(seconds / step + random.uniform()) * step;
}

std::vector<TimePair> pairs_of(std::size_t count, double baseline, double candidate, double step,
                               double noise = 0) {
  Random random(11);
  std::vector<TimePair> pairs;
  for (std::size_t k = 0; k < count; ++k) {
    const double drift = std::exp(noise * random.normal());
    pairs.push_back({told(baseline * drift, step, random), told(candidate * drift, step, random)});
  }
  return pairs;
}

}  // namespace

TEST_CASE("the step of a coarse clock is found, and a fine clock has none") {
  for (const double step : {1e-6, 5e-7, 1024e-9}) {
    CAPTURE(step);
    CHECK(coarse_step(pairs_of(30, 3.3e-6, 3.4e-6, step)) == Approx(step));
    CHECK(coarse_step(pairs_of(6, 50.3e-6, 50.3e-6, step, 0.1)) == Approx(step));
    CHECK(coarse_step(pairs_of(30, 300 * step, 300 * step, step, 0.1)) == 0);
  }
  // A nanosecond of the host's clock is coarse for runs of nanoseconds only, and a value with more
  // digits than any clock has is not coarse at all.
  CHECK(coarse_step(pairs_of(30, 80e-6, 81e-6, 1e-9, 0.01)) == 0);
  CHECK(coarse_step(pairs_of(30, 80e-9, 81e-9, 1e-9, 0.1)) == Approx(1e-9));
  for (const double noise : {1e-6, 0.01, 0.5, 3.0}) {
    CHECK(coarse_step(pairs_of(6, 3.3e-6, 3.4e-6, 1e-22, noise)) == 0);
  }
  // Ticks of 27 MHz, reported in whole nanoseconds.
  auto ticks = pairs_of(30, 200e-9, 210e-9, 1e-6 / 27, 0.2);
  for (TimePair& pair : ticks) {
    pair = {std::floor(pair.baseline * 1e9) * 1e-9, std::floor(pair.candidate * 1e9) * 1e-9};
  }
  CHECK(coarse_step(ticks) == Approx(37e-9).epsilon(0.05));
}

TEST_CASE("a step shows where runs are shorter than it, and not in a handful of pairs") {
  CHECK(coarse_step(pairs_of(100, 5e-8, 6e-8, 1e-6)) == Approx(1e-6));
  CHECK(coarse_step(pairs_of(5, 3.3e-6, 3.4e-6, 1e-6)) == 0);
  CHECK(coarse_step({}) == 0);
  // A time of 0 is not a measured time and must not be divided by.
  CHECK(coarse_step(std::vector<TimePair>{{0, 2e-6}, {3e-6, 1.9e-6}}) > 0);
  CHECK(std::isinf(coarse_step(std::vector<TimePair>(8, {0, 0}))));
  CHECK_THAT(too_coarse_text(INFINITY), contains("the clock did not move"));
}

TEST_CASE("times that never differ have the step in which they are written") {
  const std::vector<TimePair> three(8, {3e-6, 3e-6});
  CHECK(coarse_step(three) == 3e-6);
  CHECK(coarse_step(three, 1e-6) == 1e-6);
  CHECK(coarse_step(three, 1e-9) == 0);  // each time is three thousand steps
  CHECK(coarse_step(std::vector<TimePair>(8, {3.25e-6, 3.25e-6}), 1e-6) == 0);
}

TEST_CASE("means over enough runs tell what medians of a coarse clock do not") {
  const auto all = pairs_of(6000, 3.3e-6, 3.4e-6, 1e-6);
  CHECK(inference::block_effect(all) == 0);  // most times of either build are three steps
  const double runs = runs_to_last(all, 1e-6);
  CHECK(runs >= 200 / 3.3);
  CHECK(runs <= 3 * 200 / 3.3);
  const auto size = static_cast<std::size_t>(runs);
  CHECK(lasts(all, size, 1e-6));
  CHECK_FALSE(lasts(all, 30, 1e-6));
  const auto means = grouped(all, size);
  CHECK(means.size() == all.size() / size);
  CHECK(coarse_step(means) == 0);
  CHECK(inference::block_effect(means) == Approx(std::log(3.4 / 3.3)).margin(0.012));
  CHECK(grouped(std::span(all).first(size - 1), size).empty());
  CHECK(std::isinf(runs_to_last(std::vector<TimePair>(8, {0, 1e-6}), 1e-6)));
}

namespace {

// A session with one fake worker that plays both builds; `words` are the arguments of its command.
struct FakeBench {
  explicit FakeBench(const std::vector<std::string>& words)
      : options(options_of(words)),
        scenario(fake_scenario()),
        store(folder / "s.db"),
        worker(options),
        session(store, worker, {"assay guard", "fake", "", "0.1", "{}"}, scenario),
        cases(make_cases(scenario, describe_builds(folders, options), session, worker)) {
    for (Case& one : cases.cases) one.identical = false;  // one fake worker plays both builds
  }
  static WorkerOptions options_of(const std::vector<std::string>& words) {
    WorkerOptions options;
    options.command = {ASSAY_FAKE_WORKER};
    options.command.insert(options.command.end(), words.begin(), words.end());
    return options;
  }
  static Scenario fake_scenario() {
    Scenario scenario;
    scenario.name = "fake";
    scenario.instances = {{"test/fake", {}}};
    scenario.variants = {{"fake.gpu", "", {}, {}}};
    return scenario;
  }

  test::TemporaryFolder folder;
  BuildFolders folders{{folder.path()}, {folder.path()}, {}};
  WorkerOptions options;
  Scenario scenario;
  Store store;
  WorkerClient worker;
  Session session;
  Cases cases;
  GuardObserver silent;
};

// The report of a guard on a candidate and a baseline whose runs take the given microseconds, by a
// clock with steps of 1 us.
GuardReport by_coarse_clock(double candidate_us, double baseline_us = 3.3,
                            std::uint32_t pairs = 30) {
  FakeBench bench({"--step-us", "1", "--baseline-us", fmt::format("{}", baseline_us),
                   "--candidate-us", fmt::format("{}", candidate_us)});
  GuardOptions guard;
  guard.block.pairs = pairs;
  WorkerBlocks blocks(bench.session, bench.folders, bench.options, bench.scenario, guard.block, 1);
  return run_guard(bench.session, blocks, bench.cases, guard, bench.silent, std::atomic(false));
}

// The report of a guard on a candidate of 3.4 us against a record of 3.3 us.
GuardReport beside_record(double step_us) {
  FakeBench bench({"--step-us", fmt::format("{}", step_us), "--trial-us", "3.4004"});
  const Case& one = bench.cases.cases.at(0);
  for (std::uint32_t process = 0; process < 16; ++process) {
    TrialKey key = bench.session.key(one.instance, one.baseline, {"final", process});
    key.configuration = one.configuration;
    const double seconds = 3.3e-6 + 1e-10 * process;
    bench.store.record_trial(bench.session.run(), key, test::ok_result(9, seconds),
                             Interval{seconds, seconds, seconds});
  }
  return run_against_history(bench.session, bench.session.run(), bench.options, bench.scenario,
                             bench.cases, {}, bench.silent, std::atomic(false));
}

}  // namespace

TEST_CASE("blocks of a coarse clock grow until what is averaged outlasts its steps", "[computes]") {
  const GuardReport slower = by_coarse_clock(3.4);
  CHECK(slower.results.at(0).reason == "");
  CHECK(slower.results.at(0).kind == CaseResult::Kind::slower);
  CHECK(slower.results.at(0).location->estimate == Approx(std::log(3.4 / 3.3)).margin(0.01));
  CHECK(slower.results.at(0).baseline_seconds == Approx(3.3e-6).epsilon(0.02));
  const GuardReport few = by_coarse_clock(3.4, 3.3, 1);
  CHECK(few.results.at(0).kind != CaseResult::Kind::equivalent);
  CHECK(few.results.at(0).location->estimate == Approx(std::log(3.4 / 3.3)).margin(0.02));
  const GuardReport same = by_coarse_clock(3.3);
  CHECK(same.results.at(0).kind == CaseResult::Kind::equivalent);
}

TEST_CASE("a run of which no block could hold enough is inconclusive, with the step and the cure") {
  const GuardReport report = by_coarse_clock(0.02, 0.04);
  CHECK(report.results.at(0).kind == CaseResult::Kind::inconclusive);
  CHECK_THAT(report.results.at(0).reason,
             contains("the clock") && contains("measure something longer"));
  CHECK(exit_code(report) == 4);
}

TEST_CASE("beside a record a coarse clock is inconclusive: what was recorded stays as it is") {
  const CaseResult coarse = beside_record(1).results.at(0);
  CHECK(coarse.kind == CaseResult::Kind::inconclusive);
  CHECK_THAT(coarse.reason, contains("the clock") && contains("recorded samples"));
  const CaseResult fine = beside_record(0.001).results.at(0);
  CHECK(fine.reason == "");
  CHECK(fine.kind == CaseResult::Kind::slower);
}
