#include "framework/decision/pair_conditions.hpp"

#include <limits>

#include "tests/catch.hpp"

using namespace assay::decision;

namespace {

const std::vector<Feature> features{{"rows"}, {"columns"}, {"type", {"double", "float"}}};

}  // namespace

TEST_CASE("a pair admits the inputs on which all of its conditions hold") {
  const PairConditions conditions(
      features, {{"columns <= 256 * 8", "columns % 4 == 0"}, {"type == 'float'"}, {}});
  CHECK(conditions.admits(0, {1, 2048, 0}));
  CHECK_FALSE(conditions.admits(0, {1, 2052, 0}));
  CHECK_FALSE(conditions.admits(0, {1, 2047, 0}));
  CHECK(conditions.admits(1, {1, 1, 1}));
  CHECK_FALSE(conditions.admits(1, {1, 1, 0}));
  CHECK(conditions.admits(2, {0, 0, 0}));
}

TEST_CASE("what is not admitted falls back to the first pair that is, or stays if none is") {
  const PairConditions conditions(features, {{"columns > 100"}, {"columns > 10"}, {"rows == 1"}});
  CHECK(conditions.admitted({0}, {5, 200, 0}) == 0);
  CHECK(conditions.admitted({0}, {5, 50, 0}) == 1);
  CHECK(conditions.admitted({2}, {5, 200, 0}) == 0);
  CHECK(conditions.admitted({1}, {1, 5, 0}) == 2);
  CHECK(conditions.admitted({1}, {5, 5, 0}) == 1);
  CHECK(conditions.admitted({2, 1}, {5, 200, 0}) == 1);
  CHECK(conditions.admitted({2, 1}, {1, 200, 0}) == 2);
  CHECK(conditions.admitted({2, 1}, {5, 5, 0}) == 2);
}

TEST_CASE("an input without a value for a condition is not admitted") {
  const PairConditions conditions(features, {{"columns % rows == 0"}, {"type == 'float'"}});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(conditions.admits(0, {3, 9, 0}));
  CHECK_FALSE(conditions.admits(0, {0, 9, 0}));
  CHECK_FALSE(conditions.admits(0, {nan, 9, 0}));
  for (const double type : {-1.0, 2.0, 1e300, nan}) {
    CAPTURE(type);
    CHECK_FALSE(conditions.admits(1, {1, 1, type}));
  }
}

TEST_CASE("pairs without conditions admit everything") {
  CHECK(PairConditions().admits(7, {1, 2}));
  CHECK(PairConditions().admitted({7}, {1, 2}) == 7);
}
