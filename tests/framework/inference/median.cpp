#include "framework/inference/median.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "tests/catch.hpp"

namespace {

using assay::Interval;
using assay::inference::median_interval;
using Engine = std::mt19937_64;

// P(Binomial(n, 1/2) < k), the sum of exact binomial coefficients.
double tail_by_definition(unsigned n, unsigned k) {
  double sum = 0;
  double coefficient = 1;
  for (unsigned i = 0; i < k; ++i) {
    sum += coefficient;
    coefficient = coefficient * (n - i) / (i + 1);
  }
  return sum / std::pow(2.0, n);
}

std::vector<double> one_to(unsigned n) {
  std::vector<double> values;
  for (unsigned k = 1; k <= n; ++k) values.push_back(k);
  return values;
}

std::vector<double> series(std::size_t n, const std::function<double(std::size_t)>& value) {
  std::vector<double> values;
  for (std::size_t k = 0; k < n; ++k) values.push_back(value(k));
  return values;
}

TEST_CASE("the interval's ranks are the narrowest that the binomial distribution allows") {
  for (const double confidence : {0.5, 0.9, 0.95, 0.99, 0.999}) {
    for (unsigned n = 1; n <= 60; ++n) {
      const auto values = one_to(n);
      const Interval interval = median_interval(values, confidence);
      CHECK(interval.median == (n + 1) / 2.0);
      if (std::isinf(interval.upper)) {
        CHECK(interval.lower == 0);
        CHECK(1 - 2 * tail_by_definition(n, 1) < confidence + 1e-12);
        continue;
      }
      const auto k = static_cast<unsigned>(interval.lower);
      CHECK(interval.upper == n + 1 - k);
      CHECK(1 - 2 * tail_by_definition(n, k) >= confidence - 1e-12);
      CHECK(1 - 2 * tail_by_definition(n, k + 1) < confidence + 1e-12);
    }
  }
}

TEST_CASE("five values bound no median at 95 %, six do") {
  CHECK(std::isinf(median_interval(one_to(5), 0.95).upper));
  CHECK(median_interval(one_to(5), 0.95).lower == 0);
  CHECK(median_interval(one_to(6), 0.95).lower == 1);
  CHECK(median_interval(one_to(6), 0.95).upper == 6);
}

TEST_CASE("the interval covers the true median as often as it promises") {
  Engine random(1);
  std::lognormal_distribution<double> skewed(0, 1);  // median 1
  for (const std::size_t n : {6u, 9u, 25u, 100u}) {
    int covered = 0;
    constexpr int repetitions = 4000;
    for (int r = 0; r < repetitions; ++r) {
      const auto values = series(n, [&](std::size_t) { return skewed(random); });
      const Interval interval = median_interval(values, 0.95);
      covered += interval.lower <= 1 && 1 <= interval.upper ? 1 : 0;
    }
    // The bound is five standard deviations of the simulation below the promised coverage.
    CHECK(covered >= repetitions * 0.95 - 5 * std::sqrt(repetitions * 0.95 * 0.05));
  }
}

TEST_CASE("large samples leave no range of doubles") {
  const auto values = one_to(20000);
  const Interval interval = median_interval(values, 0.95);
  // The normal approximation has a half width of 1.96 sqrt(n) / 2.
  CHECK(interval.lower == Approx(10000 - 0.98 * std::sqrt(20000)).margin(3));
  CHECK(interval.upper == Approx(10001 + 0.98 * std::sqrt(20000)).margin(3));
}

TEST_CASE("the values' order does not matter and is kept") {
  std::vector<double> values = {5, 1, 4, 2, 3, 9, 7, 8, 6};
  const auto before = values;
  const Interval interval = median_interval(values, 0.95);
  CHECK(values == before);
  CHECK(interval.median == 5);
  CHECK(interval.lower == 2);
  CHECK(interval.upper == 8);
}

}  // namespace
