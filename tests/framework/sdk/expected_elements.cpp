#include "assay/expected_elements.hpp"

#include <cmath>
#include <limits>

#include "tests/catch.hpp"

using assay::sdk::ExpectedElements;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// Whether x passes against an element that was set.
template <class Number>
bool passes(double x, double right, double tolerance) {
  ExpectedElements<Number> elements(1);
  elements.set(0, right, tolerance);
  return std::abs(x - double{elements.numbers()[0]}) <= double{elements.tolerances()[0]};
}

}  // namespace

TEST_CASE("doubles are expected as they are, with the tolerances they have") {
  ExpectedElements<double> elements(2);
  elements.set(1, 0.1, 1e-310);
  CHECK(elements.numbers()[1] == 0.1);
  CHECK(elements.tolerances()[1] == 1e-310);
  CHECK(elements.numbers()[0] == 0);
}

TEST_CASE(
    "rounding to float refuses nothing that is within the tolerance, and allows little more") {
  for (const double right : {0.1, -1e-3, 1e30 / 7, 1e-40 / 3}) {
    for (const double tolerance : {0.0, 1e-60, std::abs(right) / 3e6, std::abs(right)}) {
      CAPTURE(right, tolerance);
      CHECK(passes<float>(right + tolerance, right, tolerance));
      CHECK(passes<float>(right - tolerance, right, tolerance));
      const double step = std::abs(right) * 1.2e-7 + 3e-45;  // two roundings
      CHECK_FALSE(passes<float>(right + 1.01 * tolerance + 1.1 * step, right, tolerance));
      CHECK_FALSE(passes<float>(right - 1.01 * tolerance - 1.1 * step, right, tolerance));
    }
  }
}

TEST_CASE("what float holds stays exact, and so do infinite tolerances") {
  ExpectedElements<float> elements(4);
  elements.set(0, 3, 0);
  elements.set(1, 0.1, infinite);
  elements.set(2, infinite, 0);
  elements.set(3, std::numeric_limits<double>::quiet_NaN(), 0);
  CHECK(elements.numbers()[0] == 3);
  CHECK(elements.tolerances()[0] == 0);
  CHECK(std::isinf(elements.tolerances()[1]));
  CHECK(std::isinf(elements.numbers()[2]));
  CHECK(elements.tolerances()[2] == 0);
  CHECK(std::isnan(elements.numbers()[3]));
  CHECK(elements.tolerances()[3] == 0);
}
