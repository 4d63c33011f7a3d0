#include "framework/scenario/narrow.hpp"

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

Scenario scenario() {
  return parse_scenario(R"(
[[instance]]
problem = ["test/scale", "test/sum"]
n = [10, 20, 30]
[[instance]]
problem = "test/other"
size = 0.5
[[variant]]
name = "loop.cpu"
parameters.unroll = [1, 2]
[[variant]]
name = "tree.cpu"
)",
                        "some.toml");
}

Narrowing only(std::vector<std::string> variants) {
  Narrowing narrowing;
  narrowing.variants = std::move(variants);
  return narrowing;
}

Narrowing with(const std::string& name, const std::vector<int>& values) {
  Narrowing narrowing;
  for (const int value : values) narrowing.where.emplace_back(name, std::int64_t{value});
  return narrowing;
}

std::string message(const Narrowing& narrowing) {
  try {
    (void)narrow(scenario(), narrowing);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a scenario that is not narrowed stays as it is") {
  const auto same = narrow(scenario(), {});
  CHECK(same.instances.size() == 7);
  CHECK(same.variants.size() == 2);
  CHECK(same.tune.trials == scenario().tune.trials);
}

TEST_CASE("variants keep what the scenario says of them") {
  const auto one = narrow(scenario(), only({"loop.cpu"}));
  REQUIRE(one.variants.size() == 1);
  CHECK(one.variants[0].values.at("unroll").size() == 2);
  CHECK_THAT(message(only({"lop.cpu"})), contains("did you mean 'loop.cpu'"));
}

TEST_CASE("a scenario of all variants takes those that are named") {
  auto all = scenario();
  all.variants.clear();
  const auto one = narrow(all, only({"tree.cpu"}));
  REQUIRE(one.variants.size() == 1);
  CHECK(one.variants[0].name == "tree.cpu");
}

TEST_CASE("instances stay that have one of the values of every argument named") {
  CHECK(narrow(scenario(), with("n", {10})).instances.size() == 2);
  CHECK(narrow(scenario(), with("n", {10, 30})).instances.size() == 4);
  auto both = with("n", {30});
  both.where.emplace_back("problem", std::string("test/sum"));
  CHECK(narrow(scenario(), both).instances.size() == 1);
  CHECK_THAT(message(with("m", {10})), contains("sets 'm'"));
  CHECK_THAT(message(with("sice", {10})), contains("did you mean 'size'"));
  CHECK_THAT(message(with("n", {11})), contains("n=11"));
}

TEST_CASE("what is said of variants for a problem goes with its last instance") {
  auto bound = scenario();
  bound.variants[0].problems = {"test/scale", "test/other"};
  bound.variants[1].problems = {"test/sum"};
  Narrowing narrowing;
  narrowing.where.emplace_back("problem", std::string("test/other"));
  const auto other = narrow(bound, narrowing);
  REQUIRE(other.variants.size() == 1);
  CHECK(other.variants[0].name == "loop.cpu");
  CHECK(other.variants[0].problems == std::vector<std::string>{"test/other"});
  CHECK(narrow(bound, with("n", {10})).variants.size() == 2);
  narrowing.variants = {"tree.cpu"};
  CHECK_THROWS_WITH(narrow(bound, narrowing), contains("no variant for the instances"));
}

TEST_CASE("a wrong problem of a variant is kept, to be told of") {
  auto wrong = scenario();
  wrong.variants[0].problems = {"test/scle"};
  CHECK(narrow(wrong, with("n", {10})).variants.size() == 2);
}

TEST_CASE("budgets take the place of the scenario's") {
  Narrowing budget;
  budget.trials = 3;
  budget.seconds = 0.5;
  const auto small = narrow(scenario(), budget);
  CHECK(small.tune.trials == 3);
  CHECK(small.tune.whole_seconds == 0.5);
}

TEST_CASE("a number of trials bounds a search, unless only a time is given") {
  TuneSpec tune;
  CHECK(tune.trial_budget() == default_trials);
  tune.whole_seconds = 20;
  CHECK(tune.trial_budget() > 1'000'000'000);
  tune.trials = 3;
  CHECK(tune.trial_budget() == 3);
}
