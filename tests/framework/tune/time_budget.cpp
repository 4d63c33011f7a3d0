#include "framework/tune/time_budget.hpp"

#include <chrono>
#include <thread>

#include "tests/catch.hpp"

namespace assay::test {
namespace {

TEST_CASE("without a whole, search and finals have what the scenario says") {
  Scenario scenario;
  scenario.tune.seconds = 7;
  scenario.finals.seconds = 5;
  TimeBudget budget(scenario, 3);
  budget.contest_begins();
  CHECK(budget.text().empty());
  CHECK(budget.search_seconds(4) == 7);
  CHECK(budget.finals_limits(1).seconds == 5);
}

TEST_CASE("a whole is shared by instances, searches and finals, and never exceeded") {
  Scenario scenario;
  scenario.tune.whole_seconds = 60;
  TimeBudget budget(scenario, 2);
  CHECK(budget.text() ==
        "60 s in all, for each of 2 instances 30 s: 20 s for the search, shared by its variants, "
        "and 10 s for the finals; time left over goes to whatever comes next");
  budget.contest_begins();
  CHECK(budget.search_seconds(4) == Approx(5).margin(0.1));
  CHECK(budget.search_seconds(1) == Approx(20).margin(0.1));
  CHECK(budget.finals_limits(1).seconds == Approx(30).margin(0.1));  // nothing was searched
  budget.contest_begins();
  CHECK(budget.finals_limits(1).seconds ==
        Approx(60).margin(0.1));  // the first one left all of its part
  scenario.tune.seconds = 3;
  CHECK(budget.search_seconds(1) == 3);
}

TEST_CASE("a search has most of a long time, and half of a short one") {
  const auto search_seconds = [](double whole) {
    Scenario scenario;
    scenario.tune.whole_seconds = whole;
    TimeBudget budget(scenario, 1);
    budget.contest_begins();
    return budget.search_seconds(1);
  };
  CHECK(search_seconds(400) == Approx(340).margin(0.1));  // the default is for searches unbounded
  CHECK(search_seconds(40) == Approx(30).margin(0.1));
  CHECK(search_seconds(8) == Approx(4).margin(0.1));
}

TEST_CASE("what a time affords is all but the costliest, and two rivals whatever they cost") {
  const std::vector<MeasurementCost> costs = {{0.1, 0}, {5, 1}, {0.2, 2}, {1, 3}};
  using Stays = std::vector<bool>;
  CHECK(affordable(costs, 10, 63) == Stays{true, true, true, true});
  CHECK(affordable(costs, 10, 62) == Stays{true, false, true, true});
  CHECK(affordable(costs, 10, 12.9) == Stays{true, false, true, false});
  CHECK(affordable(costs, 10, 0) == Stays{true, false, true, false});
  CHECK(affordable(std::vector<MeasurementCost>{{7, 0}, {8, 1}}, 10, 1) == Stays{true, true});
  CHECK(affordable({}, 10, 1).empty());
}

TEST_CASE("what a time affords has a rival, the cheapest one, though those without are cheaper") {
  using Costs = std::vector<MeasurementCost>;
  using Stays = std::vector<bool>;
  const Costs costs = {{0.1, 0}, {0.2, 0}, {0.3, 0}, {5, 1}, {4, 2}};
  CHECK(affordable(costs, 10, 46) == Stays{true, true, true, false, true});
  CHECK(affordable(costs, 10, 45) == Stays{true, true, false, false, true});
  CHECK(affordable(costs, 10, 0) == Stays{true, false, false, false, true});
  CHECK(affordable(Costs{{2, 0}, {2, 0}, {2, 0}}, 10, 45) == Stays{true, true, false});
  CHECK(affordable(Costs{{2, 0}, {2, 0}, {2, 0}}, 10, 0) == Stays{true, false, false});
}

TEST_CASE("a stop in time comes when it is asked for, or when time is up") {
  std::atomic<bool> asked = false;
  {
    const StopInTime never(asked, std::numeric_limits<double>::infinity());
    CHECK_FALSE(never.flag());
    asked = true;
    CHECK(never.flag());
  }
  asked = false;
  const StopInTime soon(asked, 0.02);
  while (!soon.flag()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK_FALSE(asked);
}

}  // namespace
}  // namespace assay::test
