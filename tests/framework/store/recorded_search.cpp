// Tests of searches that are read back from the store as spaces and as prior knowledge.
#include "framework/store/recorded_search.hpp"

#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/framework/store/store_fixture.hpp"

namespace assay::test {
namespace {

// A store whose trials have a parameter "tile" and a conditional parameter "depth" for order = "z".
struct Recorded {
  Recorded() : store(folder / "s.db"), scene(store) {
    auto described = variant_of("streaming.cpu");
    described.parameters = {
        {"tile", "points a tile", {std::int64_t{8}, std::int64_t{16}}, std::int64_t{8}, ""},
        {"order", "", {std::string("rows"), std::string("z")}, std::string("rows"), ""},
        {"depth", "", {std::int64_t{2}, std::int64_t{3}}, std::int64_t{2}, "order == \"z\""}};
    described.constraints = {{"tile == 8 || level == 5", "the level is 5"}};
    scene.key.variant = store.variant(described);
  }

  void record(const Bindings& configuration, std::optional<double> median) {
    scene.key.configuration = configuration;
    auto result = median ? ok_result(4, *median) : TrialResult();
    if (!median) result.status = TrialStatus::timeout;
    result.compile_seconds = 0.5;
    store.record_trial(scene.run, scene.key, result,
                       median ? std::optional(Interval{*median, *median, *median}) : std::nullopt);
  }

  void record_all() {
    for (const std::int64_t tile : {8, 16}) {
      record({{"order", std::string("rows")}, {"tile", tile}}, 1e-3 * static_cast<double>(tile));
      for (const std::int64_t depth : {2, 3}) {
        record({{"depth", depth}, {"order", std::string("z")}, {"tile", tile}}, 2e-3);
      }
    }
  }

  [[nodiscard]] RecordedSpace space() const {
    return recorded_space(store, recorded_searches(store, {}).at(0));
  }

  TemporaryFolder folder;
  Store store;
  Scene scene;
};

TEST_CASE("a search becomes a space in its order, defaults where a parameter does not count") {
  Recorded searched;
  searched.record(
      {{"depth", std::int64_t{3}}, {"order", std::string("z")}, {"tile", std::int64_t{16}}}, 2e-3);
  searched.record({{"order", std::string("rows")}, {"tile", std::int64_t{8}}}, std::nullopt);
  const auto space = searched.space();
  CHECK(space.name == "streaming.cpu on cpu, family/problem (instance 1)");
  REQUIRE(space.parameters.size() == 3);
  CHECK(space.parameters[0].name == "tile");
  CHECK(space.parameters[2].name == "depth");
  CHECK(space.at(0) == Bindings{{"tile", std::int64_t{16}},
                                {"order", std::string("z")},
                                {"depth", std::int64_t{3}}});
  CHECK(space.at(1) == Bindings{{"tile", std::int64_t{8}},
                                {"order", std::string("rows")},
                                {"depth", std::int64_t{2}}});
  CHECK(space.outcomes[0].objective == 2e-3);
  // The warm-up is not among the run times, but counts towards the time that the trial took.
  CHECK(space.outcomes[0].runtimes.size() == 3);
  CHECK(space.outcomes[0].trial_seconds() == Approx(0.5 + 4 * 2e-3 + 6e-6));
  CHECK(space.outcomes[1].status == TrialStatus::timeout);
  CHECK_FALSE(space.outcomes[1].objective);
  CHECK_FALSE(space.whole);
}

TEST_CASE("a configuration tried again is what came of it last") {
  Recorded searched;
  const Bindings configuration = {{"order", std::string("rows")}, {"tile", std::int64_t{8}}};
  searched.record(configuration, std::nullopt);
  searched.record(configuration, 3e-3);
  const auto space = searched.space();
  REQUIRE(space.outcomes.size() == 1);
  CHECK(space.outcomes[0].objective == 3e-3);
}

TEST_CASE("a space is whole once all that its constraints allow is recorded") {
  Recorded searched;
  searched.record_all();
  CHECK(searched.space().whole);
  Recorded partly;
  partly.record({{"order", std::string("rows")}, {"tile", std::int64_t{8}}}, 1e-3);
  CHECK_FALSE(partly.space().whole);
}

TEST_CASE("a variant the store knows no parameters of is read as its trials stand") {
  TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  scene.key.configuration = {{"tile", std::int64_t{8}}};
  store.record_trial(scene.run, scene.key, ok_result(3), Interval{1e-3, 1e-3, 1e-3});
  scene.key.configuration = {{"tile", std::int64_t{8}}, {"depth", std::int64_t{2}}};
  store.record_trial(scene.run, scene.key, ok_result(3), Interval{2e-3, 2e-3, 2e-3});
  const auto space = recorded_space(store, recorded_searches(store, {}).at(0));
  CHECK(space.at(0) == Bindings{{"depth", std::string("-")}, {"tile", std::int64_t{8}}});
  CHECK_FALSE(space.whole);
}

TEST_CASE("searches are told apart by what differs, and chosen by name") {
  Recorded searched;
  searched.record_all();
  searched.scene.key.instance = searched.store.instance(instance_of(6));
  searched.record_all();
  searched.scene.key.mode = "energy warm";
  searched.record_all();
  // Trials of a final are no search.
  searched.scene.key.stage = "final";
  searched.record_all();
  const auto& store = searched.store;
  const auto all = recorded_searches(store, {});
  REQUIRE(all.size() == 3);
  CHECK(all[0].label == "streaming.cpu on cpu, family/problem level=5 (instance 1), time warm");
  CHECK(all[2].label == "streaming.cpu on cpu, family/problem level=6 (instance 2), energy warm");
  CHECK(all[0].trials == 6);
  SearchChoice choice;
  choice.mode = "energy";
  CHECK(recorded_searches(store, choice).size() == 1);
  choice = {};
  choice.instances = {all[0].instance};
  CHECK(recorded_searches(store, choice).size() == 1);
  choice = {};
  choice.scenario = "x";
  choice.variants = {"streaming.cpu"};
  choice.device = "cpu";
  CHECK(recorded_searches(store, choice).size() == 3);
}

TEST_CASE("of several builds the latest counts unless all are asked for") {
  Recorded searched;
  searched.record_all();
  auto rebuilt = variant_of("streaming.cpu", "b2");
  searched.scene.key.variant = searched.store.variant(rebuilt);
  searched.record_all();
  SearchChoice choice;
  REQUIRE(recorded_searches(searched.store, choice).size() == 1);
  CHECK(recorded_searches(searched.store, choice)[0].variant.build_id == "b2");
  choice.all_builds = true;
  REQUIRE(recorded_searches(searched.store, choice).size() == 2);
  CHECK_THAT(recorded_searches(searched.store, choice)[0].label, contains("build b1"));
}

TEST_CASE("a name the store does not know gets the nearest, an empty store what to do") {
  TemporaryFolder folder;
  CHECK_THROWS_WITH(recorded_searches(Store(folder / "s.db"), {}),
                    contains("is empty") && contains("assay tune"));
  Recorded searched;
  CHECK_THROWS_WITH(recorded_searches(searched.store, {}), contains("no search of this machine"));
  searched.record_all();
  const auto complaint = [&](const auto& set) -> std::string {
    SearchChoice choice;
    set(choice);
    try {
      static_cast<void>(recorded_searches(searched.store, choice));
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  };
  CHECK_THAT(complaint([](auto& c) { c.variants = {"steaming.cpu"}; }),
             contains("did you mean 'streaming.cpu'"));
  CHECK_THAT(complaint([](auto& c) { c.problems = {"family/problems"}; }),
             contains("did you mean 'family/problem'"));
  CHECK_THAT(complaint([](auto& c) { c.scenario = "y"; }), contains("'y'"));
  CHECK_THAT(complaint([](auto& c) { c.device = "cqu"; }), contains("did you mean 'cpu'"));
  CHECK_THAT(complaint([](auto& c) { c.mode = "tim"; }), contains("did you mean 'time'"));
  CHECK_THAT(complaint([](auto& c) { c.instances = {77}; }), contains("'77'"));
  CHECK_THAT(complaint([](auto& c) { c.machines = {"zz"}; }), contains("'zz'"));
}

TEST_CASE("what is known elsewhere comes with the nearest first, and never the search itself") {
  Recorded searched;
  auto& key = searched.scene.key;
  searched.record_all();
  const TrialKey own = key;
  const auto here = key.machine;
  // A search on the same machine, with another instance and another build.
  key.instance = searched.store.instance(instance_of(6));
  key.variant = searched.store.variant(variant_of("streaming.cpu", "b2"));
  searched.record_all();
  const auto instance = key.instance;
  // An earlier search of that other build on the same instance as `own`.
  const auto newer = key.variant;
  key.instance = own.instance;
  searched.record_all();
  // Searches on another machine with the same instance, the second of them with an objective that
  // is of no use.
  key = own;
  key.machine = searched.store.machine({{{"cpu", "b"}}});
  searched.scene.run = searched.store.begin_run({"", "x", "", "0.1", "{}"}, key.machine);
  searched.record_all();
  key.mode = "energy warm";
  searched.record_all();
  // A search of another variant.
  key.mode = own.mode;
  key.variant = searched.store.variant(variant_of("recursive.cpu"));
  searched.record_all();

  const auto searches = searched.store.searches_elsewhere(own);
  REQUIRE(searches.size() == 3);
  CHECK(searches[0].machine == here);
  CHECK(searches[0].instance == own.instance);
  CHECK(searches[0].variant == newer);
  CHECK(searches[1].machine == here);
  CHECK(searches[1].instance == instance);
  CHECK(searches[2].machine != here);
  CHECK(searches[2].instance == own.instance);
  CHECK(searched.store.trials_like(searches[2]).size() == 6);
}

TEST_CASE("a variant's parameters and constraints are kept as they were described") {
  Recorded searched;
  const auto described = searched.store.variant_description(searched.scene.key.variant);
  REQUIRE(described.parameters.size() == 3);
  CHECK(described.name == "streaming.cpu");
  CHECK(described.parameters[0].doc == "points a tile");
  CHECK(described.parameters[0].values == std::vector<Value>{std::int64_t{8}, std::int64_t{16}});
  CHECK(described.parameters[1].default_value == Value(std::string("rows")));
  CHECK(described.parameters[2].condition == "order == \"z\"");
  REQUIRE(described.constraints.size() == 1);
  CHECK(described.constraints[0].reason == "the level is 5");
  CHECK_THROWS_AS(searched.store.variant_description(99), Error);
}

}  // namespace
}  // namespace assay::test
