// Tests that records are read back as they were written, and found instead of duplicated.
#include <cmath>
#include <limits>
#include <random>

#include "framework/core/error.hpp"

#include "tests/catch.hpp"
#include "tests/framework/store/store_fixture.hpp"

namespace assay::test {
namespace {

void require_same(const std::vector<Sample>& a, const std::vector<Sample>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    REQUIRE(a[i].seconds == b[i].seconds);
    REQUIRE(a[i].device_seconds == b[i].device_seconds);
    REQUIRE(a[i].warm_up == b[i].warm_up);
    REQUIRE(a[i].slowed == b[i].slowed);
    REQUIRE(a[i].clock_mhz == b[i].clock_mhz);
    REQUIRE(a[i].energy.has_value() == b[i].energy.has_value());
    if (a[i].energy) {
      REQUIRE(a[i].energy->runs == b[i].energy->runs);
      REQUIRE(a[i].energy->seconds == b[i].energy->seconds);
      REQUIRE(a[i].energy->begin_joules == b[i].energy->begin_joules);
      REQUIRE(a[i].energy->end_joules == b[i].energy->end_joules);
    }
    REQUIRE(a[i].phases.size() == b[i].phases.size());
    for (std::size_t p = 0; p < a[i].phases.size(); ++p) {
      REQUIRE(a[i].phases[p].name == b[i].phases[p].name);
      REQUIRE(a[i].phases[p].host_seconds == b[i].phases[p].host_seconds);
      REQUIRE(a[i].phases[p].device_seconds == b[i].phases[p].device_seconds);
    }
  }
}

TEST_CASE("machines, instances and variants are found again, not doubled") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  const Scene first(store);
  const Scene second(store);
  REQUIRE(first.key.machine == second.key.machine);
  REQUIRE(first.key.instance == second.key.instance);
  REQUIRE(first.key.variant == second.key.variant);
  REQUIRE(first.run != second.run);

  SECTION("the order of arguments does not matter, their values do") {
    InstanceRecord turned = instance_of(5);
    std::swap(turned.arguments[0], turned.arguments[1]);
    REQUIRE(store.instance(turned) == first.key.instance);
    REQUIRE(store.instance(instance_of(6)) != first.key.instance);
  }
  SECTION("changed data is another instance, another build another variant") {
    InstanceRecord changed = instance_of(5);
    changed.input_digest = "other";
    REQUIRE(store.instance(changed) != first.key.instance);
    REQUIRE(store.variant(variant_of("streaming.cpu", "b2")) != first.key.variant);
  }
  SECTION("a known instance takes over corrected work and facts") {
    InstanceRecord corrected = instance_of(5);
    corrected.work.flops = 7;
    corrected.facts = {{"subgrids", 3, ""}};
    REQUIRE(store.instance(corrected) == first.key.instance);
    const InstanceRecord read = store.instance_record(first.key.instance);
    REQUIRE(read.work.flops == 7);
    REQUIRE(read.facts.size() == 1);
    REQUIRE(read.facts[0].name == "subgrids");
  }
}

TEST_CASE("an instance reads back as it was given") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  const InstanceRecord given = instance_of(5);
  const InstanceRecord read = store.instance_record(store.instance(given));
  REQUIRE(read.problem == given.problem);
  REQUIRE(canonical_text(read.arguments) == canonical_text(given.arguments));
  REQUIRE(read.work.bytes == given.work.bytes);
  REQUIRE(read.work.double_precision);
  REQUIRE(read.create_seconds == given.create_seconds);
  REQUIRE(read.facts.size() == 2);
  REQUIRE(read.facts[1].unit == "%");
  REQUIRE_THROWS_AS(static_cast<void>(store.instance_record(999)), Error);
}

TEST_CASE("random trials read back as recorded, also through another connection") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  std::mt19937 random(17);
  std::uniform_real_distribution<double> time(0, 1);
  std::vector<TrialResult> results;
  std::vector<std::int64_t> ids;
  for (int i = 0; i < 20; ++i) {
    TrialResult result = ok_result(0);
    for (auto s = random() % 30; s > 0; --s) {
      Sample sample{time(random), time(random), random() % 5 == 0, {}};
      for (auto p = random() % 4; p > 0; --p) {
        // Names repeat within a sample: a phase may be entered twice.
        sample.phases.push_back({"phase " + std::to_string(random() % 3), time(random), 0});
      }
      sample.slowed = static_cast<Slowed>(random() % 3);
      if (random() % 4 == 0) sample.clock_mhz = 2000 * time(random);
      if (random() % 2 == 0) {
        sample.energy = {static_cast<std::uint32_t>(random() % 9), time(random), time(random),
                         time(random)};
      }
      result.samples.push_back(sample);
    }
    ids.push_back(store.record_trial(scene.run, scene.key, result, std::nullopt));
    results.push_back(result);
  }
  const Store reader(folder / "s.db", Store::Mode::read_only);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    require_same(store.samples(ids[i]), results[i].samples);
    require_same(reader.samples(ids[i]), results[i].samples);
  }
}

TEST_CASE("trials keep status, summary and facts") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  const double infinity = std::numeric_limits<double>::infinity();

  TrialResult good = ok_result(5);
  good.samples[4].slowed = Slowed::retaken;
  good.stop = StopReason::raced;
  good.verified = {1, 2, 3};
  good.agrees_with = "naive.opencl";
  good.facts = {{"launches", 1, ""}, {"occupancy", std::nan(""), "%"}, {"launches", 2, ""}};
  scene.key.process = 3;
  store.record_trial(scene.run, scene.key, good, Interval{1e-3, 0, infinity});
  TrialResult bad;
  bad.status = TrialStatus::not_finite;
  bad.message = "line one\nline 'two' \"\xC3\xA9\"";
  bad.verification_error = infinity;
  TrialKey other = scene.key;  // a wrong result disqualifies its own configuration only
  other.configuration = {{"tile", std::int64_t{64}}};
  store.record_trial(scene.run, other, bad, std::nullopt);

  const auto trials = store.trials_like(scene.key);
  REQUIRE(trials.size() == 2);
  REQUIRE(trials[0].run == scene.run);
  REQUIRE(trials[0].status == TrialStatus::ok);
  REQUIRE(trials[0].stop == StopReason::raced);
  REQUIRE(trials[0].key.machine == scene.key.machine);
  REQUIRE(trials[0].key.process == 3);
  REQUIRE(canonical_text(trials[0].key.configuration) == canonical_text(scene.key.configuration));
  REQUIRE(trials[0].objective->median == 1e-3);
  REQUIRE(trials[0].objective->upper == infinity);
  REQUIRE(trials[0].sample_count == 3);  // of five samples, one is a warm-up and one was retaken
  REQUIRE(trials[0].verification_error == 0.125);
  REQUIRE(trials[0].verified);
  REQUIRE(trials[0].verified->in_full == 1);
  REQUIRE(trials[0].verified->by_digest == 2);
  REQUIRE(trials[0].verified->unverified == 3);
  REQUIRE(trials[0].agrees_with == "naive.opencl");
  REQUIRE(trials[1].status == TrialStatus::not_finite);
  REQUIRE(trials[1].message == bad.message);
  REQUIRE(trials[1].verification_error == infinity);
  REQUIRE_FALSE(trials[1].objective);
  REQUIRE(trials[1].agrees_with.empty());

  const auto facts = store.facts(trials[0].id);
  REQUIRE(facts.size() == 2);
  REQUIRE(facts[0].value == 2);  // the later one of two facts with the same name
  REQUIRE(std::isnan(facts[1].value));
}

TEST_CASE("every status and stop reason survives") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  for (int i = 0; i <= static_cast<int>(TrialStatus::error); ++i) {
    TrialResult result;
    result.status = static_cast<TrialStatus>(i);
    result.stop = static_cast<StopReason>(i % 3);
    store.record_trial(scene.run, scene.key, result, std::nullopt);
  }
  const auto trials = store.trials_like(scene.key);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    REQUIRE(static_cast<std::size_t>(trials[i].status) == i);
    REQUIRE(static_cast<std::size_t>(trials[i].stop) == i % 3);
  }
  REQUIRE(trials.size() == 13);
}

TEST_CASE("a key matches only its own trials") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  store.record_trial(scene.run, scene.key, ok_result(2), std::nullopt);
  REQUIRE(store.trials_like(scene.key).size() == 1);

  const auto other = [&](auto change) {
    TrialKey key = scene.key;
    change(key);
    return store.trials_like(key).size();
  };
  CHECK(other([](TrialKey& key) { ++key.machine; }) == 0);
  CHECK(other([](TrialKey& key) { ++key.instance; }) == 0);
  CHECK(other([](TrialKey& key) { ++key.variant; }) == 0);
  CHECK(other([](TrialKey& key) { key.device = "opencl:0"; }) == 0);
  CHECK(other([](TrialKey& key) { key.stage = "final"; }) == 0);
  CHECK(other([](TrialKey& key) { key.mode = "time cold"; }) == 0);
  CHECK(other([](TrialKey& key) { key.configuration.clear(); }) == 1);
  CHECK(other([](TrialKey& key) { key.process = 9; }) == 1);
}

TEST_CASE("filters choose by machine, run, scenario and instance") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  store.record_trial(scene.run, scene.key, ok_result(2), std::nullopt);
  TrialKey elsewhere = scene.key;
  elsewhere.machine = store.machine({{{"cpu", "b"}}});
  elsewhere.instance = store.instance(instance_of(6));
  const auto run = store.begin_run({"assay run", "", "", "0.1", "{}"}, elsewhere.machine);
  store.record_trial(run, elsewhere, ok_result(2), std::nullopt);

  CHECK(store.trials({}).size() == 2);
  TrialFilter filter;
  SECTION("machine") { filter.machine = elsewhere.machine; }
  SECTION("run") { filter.run = run; }
  SECTION("scenario") { filter.scenario = ""; }
  SECTION("instance") { filter.instances = {elsewhere.instance, 1000}; }
  const auto trials = store.trials(filter);
  REQUIRE(trials.size() == 1);
  REQUIRE(trials[0].run == run);
  REQUIRE(store.latest_machine() == elsewhere.machine);
}

TEST_CASE("a scenario has what it took over from others, too, and that stays theirs") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  const auto trial = store.record_trial(scene.run, scene.key, ok_result(2), std::nullopt);
  store.record_trial(scene.run, scene.key, ok_result(3), std::nullopt);
  const auto count = [&](const std::string& scenario) {
    TrialFilter filter;
    filter.scenario = scenario;
    return store.trials(filter).size();
  };
  const auto begin = [&](const std::string& scenario) {
    return store.begin_run({"assay tune", scenario, "", "0.1", "{}"}, scene.key.machine);
  };
  store.take_over(begin("y"), {trial, 1000});  // there is no trial 1000
  store.take_over(begin("y"), {trial});
  store.take_over(begin(""), {trial});
  store.take_over(begin("x"), {trial});  // the scenario's own trial
  CHECK(count("y") == 1);
  CHECK(count("x") == 2);
  CHECK(count("") == 0);
  TrialFilter run;
  run.run = scene.run;
  CHECK(store.trials(run).size() == 2);
}

TEST_CASE("a trial under a run of another machine is refused and leaves nothing") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  scene.key.machine = store.machine({{{"cpu", "b"}}});
  REQUIRE_THROWS_WITH(store.record_trial(scene.run, scene.key, ok_result(2), std::nullopt),
                      contains("which belongs to another machine"));
  REQUIRE(store.trials({}).empty());
}

TEST_CASE("peaks are replaced and belong to machine and device") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  const Scene scene(store);
  REQUIRE_FALSE(store.peaks(scene.key.machine, "cpu"));
  store.save_peaks(scene.key.machine, "cpu", {1, 2, 3});
  store.save_peaks(scene.key.machine, "cpu", {4, 5, 6});
  REQUIRE(store.peaks(scene.key.machine, "cpu")->flops_double == 5);
  REQUIRE_FALSE(store.peaks(scene.key.machine, "opencl:0"));
}

TEST_CASE("a scenario is known as its latest run had it, or as one run had it") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  const Scene scene(store);  // a run of the scenario x
  store.begin_run({"assay tune y", "y", "old", "0.1", "{}"}, scene.key.machine);
  const auto other = store.machine({{{"cpu", "b"}}});
  store.begin_run({"assay tune y", "y", "new", "0.1", "{}"}, other);
  store.begin_run({"assay run", "", "", "0.1", "{}"}, other);
  const auto scenarios = store.scenarios();
  REQUIRE(scenarios.size() == 2);
  CHECK(scenarios[0].name == "x");
  CHECK(scenarios[0].text == "text");
  CHECK(scenarios[1].text == "new");
  const auto first = store.scenarios(2);
  REQUIRE(first.size() == 1);
  CHECK(first[0].text == "old");
  CHECK(store.scenarios(4).empty());
}

TEST_CASE("runs read back in order, finished or not") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  const Scene scene(store);
  store.finish_run(scene.run, "finished");
  const auto other =
      store.begin_run({"again", "y", "t2", "0.2", "{\"load\":1}"}, scene.key.machine);
  const auto runs = store.runs();
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].id == scene.run);
  CHECK(runs[0].machine == scene.key.machine);
  CHECK(runs[0].record.command == "assay tune x.toml");
  CHECK(runs[0].outcome == "finished");
  CHECK(runs[0].finished >= runs[0].started);
  CHECK(runs[1].id == other);
  CHECK(runs[1].record.environment == "{\"load\":1}");
  CHECK(runs[1].finished.empty());
  CHECK(runs[1].outcome.empty());
}

TEST_CASE("an empty store answers with nothing") {
  TemporaryFolder folder;
  const Store store(folder / "new/folder/s.db");
  REQUIRE(store.trials({}).empty());
  REQUIRE(store.machines().empty());
  REQUIRE(store.variants().empty());
  REQUIRE(store.runs().empty());
  REQUIRE_FALSE(store.latest_machine());
}

TEST_CASE("a moved-from store hands over its connection") {
  TemporaryFolder folder;
  Store first(folder / "s.db");
  Store second(std::move(first));
  const Scene scene(second);
  REQUIRE(second.machines().size() == 1);
  REQUIRE(second.machines()[0].record.attributes.at("cores") == "2");
}

TEST_CASE("records made together are kept together, or not at all") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  const Scene scene(store);
  const auto record = [&](std::int64_t tile, const std::string& phase) {
    TrialKey key = scene.key;
    key.configuration = {{"tile", tile}};
    TrialResult result = ok_result(2);
    result.samples[0].phases[0].name = phase;
    store.record_trial(scene.run, key, result, std::nullopt);
  };
  store.together([&] {
    record(1, "upload");
    record(2, "upload");
  });
  CHECK(store.trials_like(scene.key).size() == 2);
  CHECK_THROWS_AS(store.together([&] {
    record(3, "a phase that nobody has seen before");
    throw usage_error("no");
  }),
                  Error);
  CHECK(store.trials_like(scene.key).size() == 2);
  // The name of the phase is not remembered from the transaction that failed.
  record(4, "a phase that nobody has seen before");
  CHECK(store.trials_like(scene.key).size() == 3);
}

}  // namespace
}  // namespace assay::test
