#include <cmath>
#include <random>

#include "framework/compare/verdict_sentences.hpp"
#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/framework/compare/recorded.hpp"

namespace assay::test {
namespace {

TEST_CASE("the faster variant wins, with its speed-up over the slower one") {
  Recorded recorded;
  recorded.rounds("slow", 8e-3);
  recorded.rounds("fast", 1e-3);
  const auto instance = recorded.only();
  REQUIRE(instance.entries.size() == 2);
  CHECK(instance.entries[0].label == "fast");
  CHECK(instance.entries[0].best->value.median == Approx(1e-3).epsilon(0.04));
  CHECK(instance.entries[0].best->samples == 210);  // the warm-up is left out
  CHECK(instance.entries[0].best->processes.size() == 10);
  CHECK(instance.verdict.kind == Verdict::Kind::winner);
  CHECK(instance.verdict.rounds == 10);
  CHECK(instance.verdict.margin->median == Approx(8).epsilon(0.01));
  CHECK(instance.reference == 1);  // the slowest one, as no reference was named
  CHECK(instance.entries[0].best->speed_up->median == Approx(8).epsilon(0.01));
  CHECK(instance.entries[0].best->speed_up->lower < instance.entries[0].best->speed_up->median);
  CHECK(instance.entries[0].best->speed_up->upper > instance.entries[0].best->speed_up->median);
  CHECK(instance.notes.empty());
}

TEST_CASE("what differs by less than the margin is a tie, what cannot be told is undecided") {
  Recorded recorded;
  SECTION("equivalent") {
    recorded.rounds("a", 1e-3);
    recorded.rounds("b", 1.002e-3);
    const auto instance = recorded.only();
    CHECK(instance.verdict.kind == Verdict::Kind::tie);
    CHECK(instance.verdict.tied == std::vector<std::size_t>{1});
    CHECK_THAT(verdict_sentences(instance).at(0), contains("a and b are equivalent, within 1%"));
    CompareOptions narrow;
    narrow.rankings = {{"", 0.0005, {{"family/problem", {}}}}};
    CHECK(recorded.only(narrow).verdict.kind != Verdict::Kind::tie);
  }
  SECTION("too noisy") {
    recorded.rounds("a", 1e-3, {}, 10, 0.2);
    recorded.rounds("b", 1.01e-3, {}, 10, 0.2);
    const auto instance = recorded.only();
    CHECK(instance.verdict.kind == Verdict::Kind::undecided);
    CHECK(instance.verdict.undecided == std::vector<std::size_t>{1});
    CHECK_THAT(instance.verdict.advice,
               contains("10 more rounds, ") && contains("would tell") && contains("apart"));
  }
  SECTION("three rounds, however clear") {
    recorded.rounds("a", 1e-3, {}, 3);
    recorded.rounds("b", 2e-3, {}, 3);
    const auto instance = recorded.only();
    CHECK(instance.verdict.kind == Verdict::Kind::undecided);
    CHECK(std::isinf(instance.entries[0].best->value.upper));
    CHECK(std::isinf(instance.entries[0].best->speed_up->upper));
    CHECK_THAT(instance.verdict.advice, contains("7 more rounds") && contains("allow a claim"));
  }
  SECTION("three, of which the last is clearly slower") {
    recorded.rounds("a", 1e-3);
    recorded.rounds("b", 1.001e-3);
    recorded.rounds("c", 1);
    CHECK(recorded.only().verdict.tied == std::vector<std::size_t>{1});
  }
}

TEST_CASE("samples of one process, however many, make no claim") {
  Recorded recorded;
  recorded.ok("a", around(1e-3, 1001));
  recorded.ok("b", around(2e-3, 1001));
  CHECK(recorded.only().verdict.kind == Verdict::Kind::undecided);
}

TEST_CASE("search alone never names a winner, and single runs are counted as processes") {
  Recorded recorded;
  Recorded::Options options;
  SECTION("search") {
    options.stage = "search";
    for (int k = 0; k < 8; ++k) {
      recorded.ok("a", around(1e-3), options);
      recorded.ok("b", around(2e-3), options);
    }
    const auto instance = recorded.only();
    CHECK(instance.verdict.kind == Verdict::Kind::undecided);
    CHECK_THAT(instance.verdict.advice, contains("do not tell variants apart"));
  }
  SECTION("runs") {
    options.stage = "run";
    for (int k = 0; k < 3; ++k) {
      recorded.ok("a", around(1e-3 * (1 + 0.001 * k)), options);
      recorded.ok("b", around(2e-3 * (1 + 0.001 * k)), options);
    }
    CHECK(recorded.only().verdict.kind == Verdict::Kind::undecided);
    CHECK_THAT(recorded.only().verdict.advice, contains("4 runs of each would allow a claim"));
    recorded.ok("a", around(1.01e-3), options);
    recorded.ok("b", around(2.01e-3), options);
    CHECK(recorded.only().verdict.kind == Verdict::Kind::winner);
  }
  SECTION("finals of one, search of another") {
    recorded.rounds("a", 2e-3);
    options.stage = "search";
    recorded.ok("b", around(1e-3), options);
    const auto instance = recorded.only();
    CHECK(instance.verdict.kind == Verdict::Kind::undecided);
    CHECK(instance.entries[0].label == "a");
    CHECK_THAT(instance.verdict.advice, contains("needs finals") && !contains("more round"));
    recorded.rounds("c", 2e-3);
    CHECK_THAT(recorded.only().verdict.advice, contains("needs finals"));
  }
}

TEST_CASE("a process counts once, however many samples it has, for whole samples too") {
  Recorded recorded;
  Recorded::Options options;
  options.stage = "run";
  recorded.ok("a", around(1e-3, 1001), options);
  for (int process = 0; process < 2; ++process) recorded.ok("a", around(3e-3, 9), options);
  const auto best = *recorded.only().entries[0].best;
  CHECK(best.value.median == Approx(3e-3));
  CHECK(best.wall == Approx(3e-3));
}

TEST_CASE("an interval holds its median, where a clock's steps make times equal too") {
  for (int ticks = 1; ticks < 200; ++ticks) {
    CAPTURE(ticks);
    Recorded recorded;
    for (const char* variant : {"a", "b"}) {
      for (int process = 0; process < 8; ++process) recorded.ok(variant, {ticks * 1e-9});
    }
    for (const auto& entry : recorded.only().entries) {
      REQUIRE(entry.best->value.lower <= entry.best->value.median);
      REQUIRE(entry.best->value.median <= entry.best->value.upper);
    }
  }
}

TEST_CASE("a configuration that failed in the finals is out, and its variant's next best is in") {
  Recorded recorded;
  Recorded::Options best;
  best.tile = 1;
  Recorded::Options second;
  second.tile = 2;
  recorded.rounds("v", 1e-3, best);
  recorded.rounds("v", 2e-3, second);
  recorded.rounds("w", 3e-3);
  CHECK(to_string(recorded.only().entries[0].best->configuration) == "tile=1");
  TrialResult wrong;
  wrong.status = TrialStatus::wrong_output;
  recorded.record("v", wrong, std::nullopt, best);
  const auto instance = recorded.only();
  CHECK(to_string(instance.entries[0].best->configuration) == "tile=2");
  CHECK(instance.verdict.kind == Verdict::Kind::winner);
}

TEST_CASE("configurations of one variant that look alike decide nothing by luck") {
  Recorded recorded;
  Recorded::Options other;
  other.tile = 2;
  recorded.rounds("v", 1e-3);
  recorded.rounds("v", 1.001e-3, other);
  recorded.rounds("w", 1.1e-3);
  recorded.rounds("w", 1.002e-3, other);
  const auto instance = recorded.only();
  CHECK(instance.verdict.kind == Verdict::Kind::tie);
  CHECK(to_string(instance.entries[1].best->configuration) == "tile=2");
}

TEST_CASE("finals are preferred to luckier search trials") {
  Recorded recorded;
  recorded.ok("v", around(1e-3), {"search", 1});
  recorded.ok("v", around(3e-3), {"final", 2});
  recorded.ok("v", around(3.02e-3), {"final", 2});
  recorded.ok("v", around(4e-3), {"final", 3});
  recorded.ok("v", around(4e-3), {"final", 3});
  const auto best = recorded.only().entries[0].best;
  REQUIRE(best);
  CHECK(best->stage == "final");
  CHECK(to_string(best->configuration) == "tile=2");
  CHECK(best->processes.size() == 2);
  CHECK(best->samples == 42);
  CHECK(best->value.median == Approx(3.01e-3));
}

TEST_CASE("without finals the best search trial counts, and is marked") {
  Recorded recorded;
  recorded.ok("v", around(2e-3), {"search", 1});
  recorded.ok("v", around(1e-3), {"search", 2});
  const auto instance = recorded.only();
  CHECK(instance.entries[0].best->stage == "search");
  CHECK(to_string(instance.entries[0].best->configuration) == "tile=2");
  CHECK(instance.entries[0].configurations == 2);
  CHECK_THAT(instance.notes.at(0), contains("search only"));
}

TEST_CASE("what was not verified is never ranked") {
  Recorded recorded;
  TrialResult unverified;
  unverified.status = TrialStatus::ok;
  unverified.samples.resize(20, Sample{1e-9, 0, false, {}});
  recorded.record("v", unverified, Interval{1e-9, 1e-9, 1e-9}, {});
  unverified.verification_error = 1.5;
  recorded.record("v", unverified, Interval{1e-9, 1e-9, 1e-9}, {"search", 4});
  CHECK_FALSE(recorded.only().entries[0].best);
  recorded.ok("v", around(1e-3), {"search", 2});
  CHECK(recorded.only().entries[0].best->value.median == Approx(1e-3));
}

TEST_CASE("only failures: counted by kind, with the latest text, and no verdict") {
  Recorded recorded;
  recorded.failed("v", TrialStatus::crash, "first");
  recorded.failed("v", TrialStatus::timeout, "limit");
  recorded.failed("v", TrialStatus::crash, "second");
  const auto instance = recorded.only();
  CHECK(instance.verdict.kind == Verdict::Kind::none);
  const auto& failures = instance.entries[0].failures;
  REQUIRE(failures.size() == 2);
  CHECK(failures[0].status == TrialStatus::crash);
  CHECK(failures[0].count == 2);
  CHECK(failures[0].message == "second");
}

TEST_CASE("phases are medians of their sums, and what they leave out is shown") {
  Recorded recorded;
  Recorded::Options options;
  options.phases = {{"upload", 1e-3, 0}, {"kernel", 2e-3, 1e-3}, {"kernel", 1e-3, 1e-3}};
  recorded.ok("v", around(10e-3, 21, 0), options);
  const auto best = *recorded.only().entries[0].best;
  REQUIRE(best.phases.size() == 2);
  CHECK(best.phases[0].name == "upload");
  CHECK_FALSE(best.phases[0].device);
  CHECK(best.phases[1].host == Approx(3e-3));
  CHECK(*best.phases[1].device == Approx(2e-3));
  CHECK(best.outside_phases == Approx(6e-3));
  CHECK_FALSE(best.device);
}

TEST_CASE("the objective decides what is compared; other modes are named, not mixed in") {
  Recorded recorded;
  Recorded::Options options;
  options.mode = "phase:kernel warm";
  options.phases = {{"kernel", 2e-3, 1e-3}};
  recorded.ok("v", around(10e-3), Recorded::Options());
  recorded.ok("v", around(10e-3), options);
  const auto newest = compare(recorded.store);
  CHECK(newest.mode == "phase:kernel warm");
  CHECK(newest.machines.at(0).instances.at(0).entries.at(0).best->value.median == Approx(1e-3));
  CHECK_THAT(newest.notes.at(0), contains("'time warm'"));
  CompareOptions by_time;
  by_time.mode = "time";
  CHECK(recorded.only(by_time).entries[0].best->value.median == Approx(10e-3));
  by_time.mode = "time cold";
  CHECK_THROWS_AS(compare(recorded.store, by_time), Error);
}

TEST_CASE("the share of the floor takes the larger part, and is absent without peaks") {
  Recorded recorded;
  recorded.ok("v", around(100));  // the instance has 100 flops in double and 200 bytes
  CHECK_FALSE(recorded.only().entries[0].best->floor);
  recorded.store.save_peaks(recorded.machine, "cpu", {1e9, 10, 1e9});
  auto floor = recorded.only().entries[0].best->floor;
  REQUIRE(floor);
  CHECK(floor->seconds == Approx(10));
  CHECK(floor->share == Approx(0.1));
  CHECK_FALSE(floor->memory_bound);
  recorded.store.save_peaks(recorded.machine, "cpu", {1e9, 10, 4});
  floor = recorded.only().entries[0].best->floor;
  CHECK(floor->memory_bound);
  CHECK(floor->share == Approx(0.5));
  recorded.store.save_peaks(recorded.machine, "cpu", {1e9, 0, 4});  // no double precision
  CHECK_FALSE(recorded.only().entries[0].best->floor);
  recorded.store.save_peaks(recorded.machine, "cpu", {1e9, 1e9, 1});
  CHECK_THAT(recorded.only().notes.at(0), contains("faster than the counted work"));
}

TEST_CASE("machines are not mixed, and shown beside each other only when asked for") {
  Recorded recorded;
  recorded.ok("v", around(1e-3));
  recorded.use_machine("b");
  recorded.ok("v", around(5e-3));
  const auto latest = compare(recorded.store);
  REQUIRE(latest.machines.size() == 1);
  CHECK(latest.machines[0].machine.record.attributes.at("cpu") == "b");
  CHECK(latest.machines[0].instances[0].entries[0].best->value.median == Approx(5e-3));
  CompareOptions both;
  for (const auto& machine : recorded.store.machines()) {
    both.machines.push_back(machine.fingerprint.substr(0, 10));
  }
  REQUIRE(compare(recorded.store, both).machines.size() == 2);
  both.machines = {"zz"};
  CHECK_THROWS_WITH(compare(recorded.store, both), contains("the store has"));
}

TEST_CASE("of several builds the latest counts, unless all are asked for") {
  Recorded recorded;
  Recorded::Options options;
  recorded.ok("v", around(1e-3), options);
  options.build = "build2";
  recorded.ok("v", around(2e-3), options);
  CHECK(recorded.only().entries.size() == 1);
  CHECK(recorded.only().entries[0].best->value.median == Approx(2e-3));
  CompareOptions all;
  all.all_builds = true;
  REQUIRE(recorded.only(all).entries.size() == 2);
  CHECK(recorded.only(all).entries[0].label == "v [build build1]");
}

TEST_CASE("labels name devices and arguments only where they differ") {
  Recorded recorded;
  Recorded::Options options;
  recorded.ok("v", around(1e-3), options);
  CHECK(recorded.only().label == "family/problem");
  CHECK(recorded.only().entries[0].label == "v");
  options.device = "opencl:0";
  recorded.ok("v", around(2e-3), options);
  CHECK(recorded.only().entries[0].label == "v (cpu)");
  options.level = 6;
  recorded.ok("v", around(2e-3), options);
  const auto instances = compare(recorded.store).machines.at(0).instances;
  REQUIRE(instances.size() == 2);
  CHECK(instances[0].label == "family/problem level=5");
  CHECK(instances[1].label == "family/problem level=6");
  CHECK(instances[1].entries[0].label == "v");
}

TEST_CASE("a reference that is named holds everywhere; where it failed that is noted") {
  Recorded recorded;
  recorded.ok("fast", around(1e-3));
  recorded.ok("slow", around(4e-3));
  recorded.failed("broken", TrialStatus::crash, "");
  CompareOptions options;
  options.reference = "fast";
  CHECK(recorded.only(options).entries[1].best->speed_up->median == Approx(0.25));
  options.reference = "broken";
  const auto without = recorded.only(options);
  CHECK_FALSE(without.reference);
  CHECK_FALSE(without.entries[0].best->speed_up);
  CHECK_THAT(without.notes.at(0), contains("the reference broken has no verified result"));
  options.reference = "fats";
  CHECK_THROWS_WITH(compare(recorded.store, options), contains("did you mean 'fast'"));
}

TEST_CASE("speed-ups refer to what the instance's scenario names, unless another is asked for") {
  Recorded recorded;
  recorded.rounds("fast", 1e-3);
  recorded.rounds("middle", 2e-3);
  recorded.rounds("slow", 4e-3);
  CompareOptions options;
  options.rankings = {{"fast", 0.01, {{"another/problem", {}}}},
                      {"middle", 0.01, {{"family/problem", {}}}},
                      {"slow", 0.01, {{"family/problem", {}}}}};
  const auto instance = recorded.only(options);
  CHECK(instance.reference == 1);
  CHECK(instance.entries[0].best->speed_up->median == Approx(2).epsilon(0.01));
  options.reference = "fast";
  CHECK(recorded.only(options).reference == 0);
}

TEST_CASE("filters choose problems, variants, instances, runs and scenarios") {
  Recorded recorded;
  recorded.ok("a", around(1e-3));
  recorded.ok("b", around(2e-3));
  CompareOptions options;
  options.variants = {"b"};
  CHECK(recorded.only(options).entries.size() == 1);
  options = {};
  options.scenario = "other";
  CHECK(compare(recorded.store, options).machines.empty());
  CHECK_THAT(compare(recorded.store, options).notes.at(0), contains("no results that match"));
  options = {};
  options.run = recorded.run;
  options.problems = {"family/problem"};
  CHECK(recorded.only(options).entries.size() == 2);
  options.instances = {12345};
  CHECK(compare(recorded.store, options).machines.empty());
}

TEST_CASE("random stores keep the invariants of a comparison") {
  std::mt19937 random(5);
  for (int round = 0; round < 20; ++round) {
    Recorded recorded;
    for (auto n = random() % 12 + 1; n > 0; --n) {
      const std::string variant(1, static_cast<char>('a' + random() % 4));
      if (random() % 4 == 0) {
        recorded.failed(variant, TrialStatus::wrong_output, "off");
        continue;
      }
      Recorded::Options options;
      options.stage = random() % 2 == 0 ? "search" : "final";
      options.tile = static_cast<std::int64_t>(random() % 3);
      const double center = 1e-3 * static_cast<double>(1 + random() % 4);
      recorded.ok(variant, around(center, 1 + random() % 30, 0.05), options);
    }
    const auto instance = recorded.only();
    const auto& entries = instance.entries;
    std::size_t measured = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      CAPTURE(round, i);
      if (!entries[i].best) continue;
      REQUIRE(measured++ == i);  // entries with a result come first
      const auto& best = *entries[i].best;
      REQUIRE(best.value.lower <= best.value.median);
      REQUIRE(best.value.median <= best.value.upper);
      REQUIRE(best.samples == best.values.size());
      REQUIRE(best.speed_up);
      // The leader is the first in common rounds, whatever its median; the others are sorted by
      // their medians.
      if (i > 1) REQUIRE(entries[i - 1].best->value.median <= best.value.median);
    }
    REQUIRE((instance.verdict.kind == Verdict::Kind::none) == (measured == 0));
    REQUIRE((instance.verdict.kind == Verdict::Kind::only) == (measured == 1));
    REQUIRE(instance.verdict.margin.has_value() == (measured > 1));
    if (instance.verdict.kind == Verdict::Kind::winner) {
      REQUIRE(instance.verdict.margin->lower > 1);
    }
    if (measured > 0) {
      REQUIRE(entries[*instance.reference].best->speed_up->median == 1);
    }
    for (const auto& name : writer_names()) {
      REQUIRE_FALSE(written(compare(recorded.store), name).empty());
    }
  }
}

TEST_CASE("energy ranks by joules, and what follows from a time still does") {
  Recorded recorded;
  Recorded::Options frugal;
  frugal.mode = "energy warm";
  frugal.joules = 0.5;
  Recorded::Options fast = frugal;
  fast.joules = 2;
  recorded.rounds("frugal", 8e-3, frugal);
  recorded.rounds("fast", 1e-3, fast);
  recorded.store.save_peaks(recorded.machine, "cpu", {1e6, 1e6, 1e6});
  CompareOptions options;
  const std::vector<InstancePattern> everywhere = {{"family/problem", {}}};
  options.beside.derived = {{"thrift", "", "points / joules", {}, everywhere, "here"},
                            {"rate", "", "points / seconds", {}, everywhere, "here"}};
  const auto instance = recorded.only(options);
  CHECK(instance.objective.is_energy());
  REQUIRE(instance.entries.size() == 2);
  CHECK(instance.entries[0].label == "frugal");
  const Measurement& best = *instance.entries[0].best;
  CHECK(best.value.median == Approx(0.5).epsilon(0.02));
  CHECK(best.seconds == Approx(8e-3).epsilon(0.05));
  CHECK(best.speed_up->median == Approx(4).epsilon(0.02));
  REQUIRE(best.floor);
  CHECK(best.floor->share == Approx(best.floor->seconds / best.seconds));
  REQUIRE(best.derived.size() == 2);
  CHECK(best.derived[0].value == Approx(11 / best.value.median));
  CHECK(best.derived[1].value == Approx(11 / best.seconds));
  const std::string text = written(compare(recorded.store), "terminal");
  CHECK_THAT(text, contains("measured: energy warm"));
  CHECK_THAT(text, contains("frugal needs 4.0"));
  CHECK_THAT(text, contains("less energy than fast."));
  CHECK_THAT(text, contains("less energy than fast  "));  // in the table's column
  CHECK_THAT(text, contains(" mJ ") && contains(" ms "));
  CHECK_THAT(written(compare(recorded.store), "json"), contains(R"("unit": "J")"));
}

TEST_CASE("cold and warm caches never mix") {
  Recorded recorded;
  Recorded::Options cold;
  cold.mode = "time cold";
  recorded.ok("v", around(1e-3));
  recorded.ok("v", around(5e-3), cold);
  CHECK(recorded.only().entries[0].best->value.median == Approx(5e-3));
  CHECK(recorded.only().entries[0].best->samples == 21);
  CompareOptions warm;
  warm.mode = "time warm";
  CHECK(recorded.only(warm).entries[0].best->value.median == Approx(1e-3));
  CHECK_THAT(compare(recorded.store).notes.at(0), contains("'time warm'"));
}

TEST_CASE("samples that were kept though the device slowed down are told of") {
  Recorded recorded;
  Recorded::Options slowed;
  slowed.slowed = Slowed::kept;
  recorded.ok("v", around(1e-3), slowed);
  const auto instance = recorded.only();
  CHECK(instance.entries[0].best->slowed == 21);
  CHECK_THAT(instance.notes.at(0), contains("21 of its 21 samples"));
}

TEST_CASE("every pooled sample keeps the clock that was seen after it") {
  Recorded recorded;
  Recorded::Options clocked;
  clocked.clocks_mhz = {std::nullopt, 1755};
  recorded.ok("v", around(1e-3, 3), clocked);
  const auto instance = recorded.only();
  const Measurement& best = *instance.entries[0].best;
  CHECK(best.clocks_mhz.size() == best.values.size());
  CHECK(best.clocks_mhz == std::vector<std::optional<double>>{std::nullopt, 1755, std::nullopt});
}

TEST_CASE("what a guard measured takes no variant's place, unless its run is asked for") {
  Recorded recorded;
  recorded.ok("v", {2e-3, 2e-3, 2e-3, 2e-3, 2e-3, 2e-3});
  recorded.use_machine("a");
  Recorded::Options guard;
  guard.stage = "guard";
  guard.build = "a copy";
  recorded.ok("v", {1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3}, guard);
  const Entry entry = recorded.only().entries.at(0);
  CHECK(entry.variant.build_id == "build1");
  CHECK(entry.best->value.median == 2e-3);
  CompareOptions its_run;
  its_run.run = recorded.run;
  CHECK(recorded.only(its_run).entries.at(0).variant.build_id == "a copy");
}

}  // namespace
}  // namespace assay::test
