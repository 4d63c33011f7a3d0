#include "framework/dispatch/recorded_costs.hpp"

#include "tests/catch.hpp"

using namespace assay;
using namespace assay::dispatch;

TEST_CASE("a trial that failed, or that the clock could not time, costs as much as a failure") {
  CHECK(cost_of(std::nullopt) == failed_cost);
  CHECK(cost_of(Interval{0, 0, 1e-6}) == failed_cost);
  CHECK(cost_of(Interval{2e-6, 1e-6, 3e-6}) == 2e-6);
}
