// Tests of fronts and requirements, in the model and in every format.
#include <limits>
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/framework/compare/recorded.hpp"

namespace assay::test {
namespace {

ParetoSpec spec_of(std::vector<ParetoAxis> axes, const std::string& requirement = "") {
  ParetoSpec spec;
  spec.axes = std::move(axes);
  if (!requirement.empty()) spec.requirements = {{requirement, "x.toml:3:1"}};
  spec.instances = {{"family/problem", {}}};
  return spec;
}

CompareOptions with(ParetoSpec spec) {
  CompareOptions options;
  options.pareto = {std::move(spec)};
  return options;
}

const ParetoAxis accuracy{"accuracy", true, "x.toml:2:1"};
const ParetoAxis nodes{"nodes", false, "x.toml:2:9"};

struct Forest : Recorded {
  std::int64_t grow(const std::string& variant, double seconds, double found,
                    Options options = {}) {
    options.facts = {{"accuracy", found, ""}, {"nodes", 100 / seconds, "1"}};
    return ok(variant, around(seconds), options);
  }

  [[nodiscard]] MachineComparison compared(const ParetoSpec& spec) const {
    return compare(store, with(spec)).machines.at(0);
  }
};

Recorded::Options at(std::int64_t tile, std::int64_t level = 5,
                     const std::string& stage = "search") {
  Recorded::Options options;
  options.stage = stage;
  options.tile = tile;
  options.level = level;
  return options;
}

TEST_CASE("a front holds the best configurations of all variants, by the objective") {
  Forest forest;
  forest.grow("a", 4e-3, 0.9, at(1));
  forest.grow("a", 3e-3, 0.8, at(2));
  forest.grow("a", 3.5e-3, 0.7, at(4));  // slower and less accurate than the second
  forest.grow("b", 1e-3, 0.6, at(1));
  forest.grow("b", 5e-3, 0.9, at(2));
  const auto machine = forest.compared(spec_of({accuracy}));
  REQUIRE(machine.fronts.size() == 1);
  const ParetoFront& front = machine.fronts[0];
  CHECK(front.candidates == 5);
  CHECK_THAT(front.notes.at(0), contains("3 of 3 members known only from the search"));
  REQUIRE(front.members.size() == 3);
  CHECK(front.members[0].variant == "b");
  CHECK(front.members[0].values == std::vector<double>{0.6});
  CHECK(front.members[1].configuration == Bindings{{"tile", std::int64_t{2}}});
  CHECK(front.members[2].value.median == Approx(4e-3));
  CHECK(front.members[2].stage == "search");
}

TEST_CASE("finals count in place of the search's trial, all of their processes") {
  Forest forest;
  forest.grow("a", 1e-3, 0.9, at(1));
  forest.grow("a", 2e-3, 0.9, at(1, 5, "final"));
  forest.grow("a", 2.2e-3, 0.9, at(1, 5, "final"));
  const auto machine = forest.compared(spec_of({accuracy}));
  REQUIRE(machine.fronts.at(0).members.size() == 1);
  CHECK(machine.fronts[0].members[0].stage == "final");
  CHECK(machine.fronts[0].notes.empty());
  CHECK(machine.fronts[0].members[0].value.median > 1.9e-3);
}

TEST_CASE("what breaks a requirement is in no front and wins nothing") {
  Forest forest;
  forest.grow("a", 4e-3, 0.9, at(1));
  forest.grow("a", 3e-3, 0.7, at(2));
  forest.grow("b", 1e-3, 0.6, at(1));
  const auto machine = forest.compared(spec_of({nodes}, "accuracy >= 0.8"));
  const InstanceComparison& instance = machine.instances.at(0);
  CHECK(instance.entries.at(0).label == "a");
  CHECK(instance.entries[0].best->value.median == Approx(4e-3));
  CHECK_FALSE(instance.entries.at(1).best);
  CHECK(instance.verdict.kind == Verdict::Kind::only);
  CHECK(instance.requirements == "accuracy >= 0.8");
  CHECK_THAT(instance.notes.back(),
             contains("b: none of its 1 configuration verified meets accuracy >= 0.8"));
  const ParetoFront& front = machine.fronts.at(0);
  CHECK(front.members.size() == 1);
  CHECK_THAT(front.notes.at(0), contains("2 configurations left out"));
}

TEST_CASE("requirements alone make no front") {
  Forest forest;
  forest.grow("a", 4e-3, 0.9, at(1));
  const auto machine = forest.compared(spec_of({}, "seconds < 1"));
  CHECK(machine.fronts.empty());
  CHECK(machine.instances.at(0).entries.at(0).best);
}

TEST_CASE("without a finite value a configuration is left out and counted") {
  Forest forest;
  forest.grow("a", 4e-3, 0.9, at(1));
  forest.grow("a", 1e-3, std::numeric_limits<double>::quiet_NaN(), at(2));
  forest.ok("b", around(1e-3), at(1));  // reports no accuracy
  const auto machine = forest.compared(spec_of({accuracy}));
  const ParetoFront& front = machine.fronts.at(0);
  CHECK(front.members.size() == 1);
  CHECK(front.candidates == 1);
  CHECK_THAT(front.notes.at(0), contains("2 configurations left out") && contains("accuracy"));
  // The configurations left out are still ranked, as nothing is required of them.
  CHECK(machine.instances.at(0).entries.at(0).best->value.median == Approx(1e-3));
  // A note names the variant that never reports the fact.
  const auto& notes = machine.instances[0].notes;
  const auto told = std::count_if(notes.begin(), notes.end(), [](const auto& note) {
    return note.find("x.toml:2:1") != std::string::npos;
  });
  CHECK(told == 1);
}

TEST_CASE("a misspelt name is noted with the nearest one") {
  Forest forest;
  forest.grow("a", 4e-3, 0.9, at(1));
  const auto machine = forest.compared(spec_of({{"acuracy", true, "x.toml:2:1"}}));
  CHECK(machine.fronts.at(0).members.empty());
  CHECK_THAT(machine.instances.at(0).notes.back(),
             contains("x.toml:2:1") && contains("did you mean 'accuracy'"));
}

TEST_CASE("instances that differ in the named arguments alone share a front") {
  Forest forest;
  forest.grow("a", 1e-3, 0.6, at(1, 4));
  forest.grow("a", 2e-3, 0.5, at(1, 5));  // dominated by the coarser level 4
  forest.grow("a", 3e-3, 0.9, at(1, 6));
  ParetoSpec spec = spec_of({accuracy});
  CHECK(forest.compared(spec).fronts.size() == 3);
  spec.across = {{"level", "x.toml:4:1"}};
  const auto machine = forest.compared(spec);
  REQUIRE(machine.fronts.size() == 1);
  const auto& members = machine.fronts[0].members;
  REQUIRE(members.size() == 2);
  CHECK(members[0].arguments == Bindings{{"level", std::int64_t{4}}});
  CHECK(members[1].arguments == Bindings{{"level", std::int64_t{6}}});
  CHECK(machine.instances.at(members[1].instance).record.arguments ==
        machine.instances.at(2).record.arguments);
}

TEST_CASE("arguments and derived quantities count as facts do") {
  Forest forest;
  forest.grow("a", 1e-3, 0.6, at(1, 4));
  forest.grow("a", 3e-3, 0.9, at(1, 6));
  ParetoSpec spec = spec_of({{"level", false, ""}, {"error", false, ""}}, "error < 0.5");
  spec.across = {{"level", ""}};
  CompareOptions options = with(spec);
  options.beside.derived = {
      {"error", "1", "1 - accuracy", {}, {{"family/problem", {}}}, "x.toml:1:1"}};
  const auto front = compare(forest.store, options).machines.at(0).fronts.at(0);
  REQUIRE(front.members.size() == 2);
  CHECK(front.members[0].values.at(0) == 4);
  CHECK(front.members[1].values.at(1) == Approx(0.1));
  CHECK(front.axes.at(1).unit == "1");
}

TEST_CASE("every format shows fronts") {
  Forest forest;
  forest.grow("a|", 4e-3, 0.9, at(1));
  forest.grow("a|", 3e-3, 0.7, at(2));
  forest.grow("b", 1e-3, 0.6, at(1));
  const auto comparison =
      compare(forest.store, with(spec_of({accuracy, nodes}, "accuracy > 0.65")));

  const std::string terminal = written(comparison, "terminal");
  CHECK_THAT(terminal, contains("Pareto front of family/problem: time, higher accuracy, lower "
                                "nodes"));
  CHECK_THAT(terminal, contains("nodes [1]") && contains("33333.3") && contains("tile=2"));
  CHECK_THAT(terminal, contains("Only results that meet accuracy > 0.65 are ranked."));
  CHECK_THAT(terminal, contains("2 of 2 configurations that meet accuracy > 0.65 are in the front; "
                                "a| needs the least time."));
  CHECK_THAT(terminal, contains("1 configuration left out of the front"));

  const std::string markdown = written(comparison, "markdown");
  CHECK_THAT(markdown, contains("## Pareto front of family/problem") && contains("| a\\| |"));

  const auto json = nlohmann::json::parse(written(comparison, "json"));
  const auto& front = json.at("/machines/0/fronts/0"_json_pointer);
  CHECK(front.at("members").size() == 2);
  CHECK(front.at("/members/0/configuration/tile"_json_pointer) == 2);
  CHECK(front.at("/members/0/values/0"_json_pointer) == Approx(0.7));
  CHECK(front.at("/axes/0/better"_json_pointer) == "higher");
  CHECK(json.at("/machines/0/instances/0/requirements"_json_pointer) == "accuracy > 0.65");

  const std::string csv = written(comparison, "csv");
  CHECK_THAT(csv, contains(",front,front_variant,") && contains(",front accuracy,front nodes [1]"));
  CHECK_THAT(csv, contains(",family/problem,a|,cpu,\"{\"\"tile\"\":2}\",search,0.003,"));
  const auto rows = std::count(csv.begin(), csv.end(), '\n');
  CHECK(rows == 1 + 2 + 2);  // header, entries, members
}

TEST_CASE("a front without members says so") {
  Forest forest;
  forest.grow("a", 4e-3, 0.9, at(1));
  const auto comparison = compare(forest.store, with(spec_of({accuracy}, "accuracy > 1")));
  CHECK_THAT(written(comparison, "terminal"),
             contains("No configuration that meets accuracy > 1 has values for all of these."));
}

}  // namespace
}  // namespace assay::test
