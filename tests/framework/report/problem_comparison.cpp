#include "framework/report/problem_comparison.hpp"

#include "tests/catch.hpp"
#include "tests/framework/compare/recorded.hpp"

namespace assay::test {
namespace {

InstanceComparison instance_with(const Bindings& arguments, const std::vector<Fact>& facts) {
  InstanceComparison instance;
  instance.record.problem = "p";
  instance.record.arguments = arguments;
  instance.record.facts = facts;
  return instance;
}

std::vector<std::string> feature_names(const std::vector<InstanceComparison>& instances) {
  Comparison comparison;
  comparison.machines.push_back({{}, instances, {}});
  std::vector<std::string> names;
  const auto problems = problems_of(comparison);
  for (const Feature& feature : problems.at(0).features) {
    names.push_back(feature.name);
  }
  return names;
}

TEST_CASE("features are what varies: numbers before texts, arguments before facts") {
  const auto at = [](std::int64_t n, const char* order, double load, double same) {
    return instance_with({{"order", std::string(order)}, {"n", n}, {"seed", std::int64_t{1}}},
                         {{"load", load, "%"}, {"constant", same, ""}});
  };
  CHECK(feature_names({at(1, "a", 10, 5), at(2, "b", 20, 5), at(2, "a", 30, 5)}) ==
        std::vector<std::string>{"n", "load", "order"});
  CHECK(feature_names({at(1, "a", 10, 5)}).empty());
}

TEST_CASE("a fact that repeats a varying argument is left out, another one of its name is not") {
  const auto both = [](std::int64_t n) {
    return instance_with({{"n", n}}, {{"n", static_cast<double>(n), ""}});
  };
  CHECK(feature_names({both(1), both(2)}) == std::vector<std::string>{"n"});
  // With the argument 0 the problem chooses a value and reports it as a fact.
  const auto chosen = [](double n) {
    return instance_with({{"n", std::int64_t{0}}}, {{"n", n, ""}});
  };
  CHECK(feature_names({chosen(5), chosen(6)}) == std::vector<std::string>{"n"});
}

TEST_CASE("an argument that some instances lack is a feature without a value there") {
  const std::vector<InstanceComparison> instances = {instance_with({{"n", std::int64_t{1}}}, {}),
                                                     instance_with({}, {{"f", NAN, ""}})};
  Comparison comparison;
  comparison.machines.push_back({{}, instances, {}});
  const auto problem = problems_of(comparison).at(0);
  REQUIRE(problem.features.size() == 1);
  CHECK(problem.features[0].values[0] == Value(std::int64_t{1}));
  CHECK_FALSE(problem.features[0].values[1]);
}

TEST_CASE("competitors stand at the same place on every instance") {
  Recorded recorded;
  Recorded::Options level6;
  level6.level = 6;
  recorded.ok("a", around(1e-3));
  recorded.ok("b", around(2e-3));
  recorded.ok("b", around(1e-3), level6);
  const Comparison comparison = compare(recorded.store);
  const auto problem = problems_of(comparison).at(0);
  REQUIRE(problem.competitors.size() == 2);
  CHECK(problem.names == std::vector<std::string>{"level=5", "level=6"});
  CHECK(problem.competitors[0].label == "a");
  CHECK(problem.competitors[0].entries[1] == nullptr);
  CHECK(problem.competitors[1].entries[1]->variant.name == "b");
  CHECK(standing_of(*problem.instances[1], nullptr) == Standing::absent);
}

TEST_CASE("devices and builds are told apart where they are compared") {
  Recorded recorded;
  Recorded::Options other;
  other.device = "opencl:0";
  recorded.ok("a", around(1e-3));
  recorded.ok("a", around(2e-3), other);
  CHECK(problems_of(compare(recorded.store)).at(0).competitors.at(1).label == "a (opencl:0)");

  Recorded rebuilt;
  Recorded::Options level6;
  level6.level = 6;
  level6.build = "build2";
  rebuilt.ok("a", around(1e-3));
  rebuilt.ok("a", around(1e-3), level6);
  // Each instance has a latest build, and both are one line in the figures.
  CHECK(problems_of(compare(rebuilt.store)).at(0).competitors.size() == 1);
  Recorded::Options build2;
  build2.build = "build2";
  rebuilt.ok("a", around(1e-3), build2);
  CompareOptions all;
  all.all_builds = true;
  const Comparison comparison = compare(rebuilt.store, all);
  REQUIRE(problems_of(comparison).at(0).competitors.size() == 2);
  CHECK_THAT(problems_of(comparison).at(0).competitors[0].label, contains("[build build1]"));
}

TEST_CASE("how an interval is read") {
  Recorded recorded;
  recorded.rounds("base", 2e-3);
  recorded.rounds("faster", 1e-3);
  recorded.rounds("slower", 3e-3);
  recorded.rounds("same", 2e-3);
  recorded.ok("short", {1e-3});
  recorded.failed("broken", TrialStatus::crash, "");
  CompareOptions options;
  options.reference = "base";
  const InstanceComparison instance = recorded.only(options);
  const std::map<std::string, Standing> expected = {
      {"base", Standing::reference},     {"faster", Standing::faster},
      {"slower", Standing::slower},      {"same", Standing::inconclusive},
      {"short", Standing::inconclusive}, {"broken", Standing::failed}};
  for (const Entry& entry : instance.entries) {
    CAPTURE(entry.label);
    CHECK(standing_of(instance, &entry) == expected.at(entry.label));
  }
}

}  // namespace
}  // namespace assay::test
