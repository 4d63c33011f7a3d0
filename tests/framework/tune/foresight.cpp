// Tests that --check reports what tuning finds.
#include "framework/tune/foresight.hpp"

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

struct ForeseenNotes final : TuneObserver {
  void note(const std::string& text) override { all += text + "\n"; }
  std::string all;
};

std::vector<Value> integers(std::initializer_list<std::int64_t> numbers) {
  return {numbers.begin(), numbers.end()};
}

Contender foreseen_contender(std::vector<Constraint> constraints) {
  Contender contender;
  contender.variant.name = "v.cpu";
  contender.device.id = "cpu";
  contender.device.facts = {{"cores", 2.0}};
  contender.parameters = {{"x", "", integers({8, 1, 2, 4}), std::int64_t{8}, ""},
                          {"y", "", integers({0, 1}), std::int64_t{0}, ""}};
  contender.variant.parameters = contender.parameters;
  contender.constraints = std::move(constraints);
  return contender;
}

Plan foreseen_plan(const Contender& contender) {
  return {{{"p", {{"n", std::int64_t{16}}}, {contender}}}, {}, {}};
}

struct Foreseen {
  std::vector<ForeseenContest> contests;
  std::string notes;
};

// The spaces and notes foreseen for a plan.
Foreseen foreseen(const Plan& plan, const Scenario& scenario = {}) {
  ForeseenNotes notes;
  auto contests = foresee(scenario, plan, notes);
  return {std::move(contests), notes.all};
}

Scenario with_kernel_problem() {
  Scenario scenario;
  scenario.kernels.problems.emplace_back().name = "p";
  return scenario;
}

}  // namespace

TEST_CASE("spaces are counted, over device facts and arguments too") {
  const Plan plan = foreseen_plan(foreseen_contender({{"x <= cores * 2", ""}, {"n % x == 0", ""}}));
  const auto found = foreseen(plan);
  REQUIRE(found.contests.size() == 1);
  REQUIRE(found.contests[0].spaces.size() == 1);
  CHECK(found.contests[0].spaces[0].size == 6);
  CHECK_FALSE(found.contests[0].spaces[0].at_most);
  CHECK_THAT(found.notes,
             contains("defaults, x=8 y=0") && contains("the nearest configuration, x=1 y=0"));
}

TEST_CASE("what a fact of the instance decides bounds the count, and unknown names are told") {
  const Plan plan = foreseen_plan(foreseen_contender({{"x <= grid_points", ""}, {"y == 0", ""}}));
  const auto found = foreseen(plan);
  CHECK(found.contests[0].spaces[0].size == 4);
  CHECK(found.contests[0].spaces[0].at_most);
  CHECK_THAT(found.notes, contains("'grid_points'") && contains("fact"));
  // A problem of arrays has two facts of the instance, and grid_points is not one of them.
  CHECK_THROWS_WITH(foreseen(plan, with_kernel_problem()),
                    contains("v.cpu") && contains("no name 'grid_points'"));
  const Plan bytes = foreseen_plan(foreseen_contender({{"x <= input_bytes", ""}}));
  CHECK(foreseen(bytes, with_kernel_problem()).contests[0].spaces[0].at_most);
}

TEST_CASE("mistakes are thrown as tuning throws them") {
  CHECK_THROWS_WITH(foreseen(foreseen_plan(foreseen_contender({{"x % y == 0", ""}}))),
                    contains("division by zero"));
  CHECK_THROWS_WITH(foreseen(foreseen_plan(foreseen_contender({{"x <", ""}}))), contains("^"));
  CHECK_THROWS_WITH(foreseen(foreseen_plan(foreseen_contender({{"x > 8", ""}}))),
                    contains("v.cpu") || contains("no configuration is left"));
  const Plan nobody{{{"p", {}, {}}}, {}, {"v.cuda is left out: no cuda device on this machine"}};
  try {
    (void)foreseen(nobody);
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::environment);
    CHECK_THAT(error.what(), contains("no cuda device"));
  }
}

TEST_CASE(
    "a variant's own constraints that leave nothing anywhere are a mistake if nobody else serves") {
  Contender none = foreseen_contender({{"x > 8", "it is too small"}});
  none.variant.constraints = none.constraints;
  Plan plan = foreseen_plan(none);
  CHECK_THROWS_WITH(foreseen(plan),
                    contains("nothing is left to measure") && contains("too small"));
  plan.contests[0].contenders.push_back(foreseen_contender({}));
  const auto found = foreseen(plan);
  CHECK(found.contests[0].spaces.size() == 1);
  CHECK_THAT(found.notes, contains("left out"));
}

TEST_CASE("more configurations than can be numbered are an error that names the variant") {
  Contender huge = foreseen_contender({});
  std::vector<Value> values;
  for (std::int64_t k = 0; k < 100; ++k) values.emplace_back(k);
  for (int k = 0; k < 10; ++k) {
    huge.parameters.push_back({"p" + std::to_string(k), "", values, values.front(), ""});
  }
  huge.variant.parameters = huge.parameters;
  CHECK_THROWS_WITH(foreseen(foreseen_plan(huge)), contains("v.cpu") && contains("2^64"));
}
