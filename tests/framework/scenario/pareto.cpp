// Tests of the quantities that a scenario counts next to its objective.
#include "framework/core/error.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/scenario/scenario.hpp"
#include "tests/catch.hpp"
#include "tests/framework/scenario/two_problems.hpp"

using namespace assay;

namespace {

ParetoSpec pareto_of(const std::string& text) { return test::parse_with_two_problems(text).pareto; }

}  // namespace

TEST_CASE("[pareto] reaches its place with all its keys") {
  const ParetoSpec spec = pareto_of(R"([pareto]
higher = "accuracy"
lower = ["nodes", "bytes"]
require = ["accuracy >= 0.7", "seconds < 2"]
across = ["level"]
)");
  REQUIRE(spec.axes.size() == 3);
  CHECK(spec.axes[0].name == "accuracy");
  CHECK(spec.axes[0].higher);
  CHECK(spec.axes[2].name == "bytes");
  CHECK_FALSE(spec.axes[2].higher);
  CHECK(spec.axes[2].place == "folder/some.toml:6:19");
  REQUIRE(spec.requirements.size() == 2);
  CHECK(spec.requirements[1].text == "seconds < 2");
  CHECK(spec.across.at(0).name == "level");
  CHECK(spec.instances.size() == 4);
  CHECK(pareto_of("[pareto]\nproblem = \"a/sum\"\nlower = \"x\"\n").instances.size() == 2);
  CHECK(pareto_of("").empty());
}

TEST_CASE("mistakes in [pareto] are told with place and cure") {
  test::refuses_with_two_problems("[pareto]\n", {"some.toml:4:1", "is empty", "`require`"});
  test::refuses_with_two_problems("[pareto]\nacross = \"level\"\n", {"is empty"});
  test::refuses_with_two_problems("[pareto]\nhigher = [\"x\"]\nlower = [\"y\", \"x\"]\n",
                                  {"some.toml:6:15", "'x'", "some.toml:5:11", "name it once"});
  test::refuses_with_two_problems("[pareto]\nlower = [\"x\", \"x\"]\n",
                                  {"some.toml:5:15", "name it once"});
  test::refuses_with_two_problems("[pareto]\nlower = [\"seconds\"]\n",
                                  {"objective itself", "leave it out"});
  test::refuses_with_two_problems("[pareto]\nrequire = [\"x >= \"]\n",
                                  {"some.toml:5:12", "not an expression"});
  test::refuses_with_two_problems("[pareto]\nrequire = [3]\n", {"some.toml:5:12", "an integer"});
  test::refuses_with_two_problems("[pareto]\nhihger = [\"x\"]\n", {"did you mean 'higher'"});
  test::refuses_with_two_problems("[pareto]\nproblem = \"b/sum\"\nlower = \"x\"\n",
                                  {"some.toml:5:11", "of any [[instance]]"});
  const std::string ratio =
      "[[derived]]\nname = \"ratio\"\nvalue = \"other_seconds / seconds\"\nagainst.level = 5\n";
  test::refuses_with_two_problems(ratio + "[pareto]\nhigher = \"ratio\"\n",
                                  {"some.toml:9:10", "some.toml:4:1"});
  test::refuses_with_two_problems(ratio + "[pareto]\nrequire = \"ratio > 2\"\n",
                                  {"'pareto.require'", "'ratio'"});
}

TEST_CASE("where energy is minimised the time counts beside it") {
  const std::string energy = "objective = \"energy\"\n" + test::two_problems;
  const auto spec = parse_scenario(energy + "[pareto]\nlower = \"seconds\"\n", "x.toml").pareto;
  CHECK(spec.axes.at(0).name == "seconds");
  CHECK_THROWS_AS(parse_scenario(energy + "[pareto]\nlower = \"joules\"\n", "x.toml"), Error);
}

TEST_CASE("a group reaches across arguments that there are") {
  Catalog catalog;
  for (const char* name : {"a/eval", "a/sum"}) {
    ProblemDescription problem;
    problem.name = name;
    problem.arguments = {{"level", "", std::int64_t{5}, {}}};
    catalog.problems.push_back(problem);
  }
  const auto plan = [&](const std::string& across) {
    const std::string text =
        test::two_problems + "[pareto]\nlower = \"x\"\nacross = [\"" + across + "\"]\n";
    return make_plan(parse_scenario(text, "some.toml"), catalog);
  };
  CHECK(plan("level").contests.size() == 4);
  try {
    (void)plan("levle");
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK_THAT(error.what(), contains("some.toml:6:11") && contains("did you mean 'level'"));
  }
}
