#include "framework/measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "tests/catch.hpp"

namespace {

using assay::Interval;
using assay::median_interval;
using Random = std::mt19937_64;

// P(Binomial(n, 1/2) < k) by summing exact binomial coefficients.
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
  Random random(1);
  std::lognormal_distribution<double> skewed(0, 1);  // median 1
  for (const std::size_t n : {6u, 9u, 25u, 100u}) {
    int covered = 0;
    constexpr int repetitions = 4000;
    for (int r = 0; r < repetitions; ++r) {
      const auto values = series(n, [&](std::size_t) { return skewed(random); });
      const Interval interval = median_interval(values, 0.95);
      covered += interval.lower <= 1 && 1 <= interval.upper ? 1 : 0;
    }
    // Five standard deviations of the simulation below what is promised.
    CHECK(covered >= repetitions * 0.95 - 5 * std::sqrt(repetitions * 0.95 * 0.05));
  }
}

TEST_CASE("large samples leave no range of doubles") {
  const auto values = one_to(20000);
  const Interval interval = median_interval(values, 0.95);
  // Normal approximation: half width 1.96 sqrt(n) / 2.
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

TEST_CASE("a ratio's interval covers the true ratio and is wider than either median's") {
  Random random(2);
  std::lognormal_distribution<double> noise(0, 0.2);
  int covered = 0;
  constexpr int repetitions = 1000;
  for (int r = 0; r < repetitions; ++r) {
    const auto slow = series(20, [&](std::size_t) { return 3 * noise(random); });
    const auto fast = series(20, [&](std::size_t) { return 2 * noise(random); });
    const Interval ratio = assay::ratio_interval(slow, fast, 0.95);
    CHECK(ratio.lower <= ratio.median);
    CHECK(ratio.median <= ratio.upper);
    covered += ratio.lower <= 1.5 && 1.5 <= ratio.upper ? 1 : 0;
  }
  CHECK(covered >= repetitions * 0.95);
  CHECK(std::isinf(assay::ratio_interval(one_to(6), one_to(6), 0.95).upper));  // 97.5 % needs 7
}

// ---- warm-up -----------------------------------------------------------------------------------

// How often a warm-up is seen in `repetitions` stationary series of n values.
double alarm_rate(std::size_t n, const std::function<double(Random&)>& noise) {
  Random random(n);
  int alarms = 0;
  constexpr int repetitions = 2000;
  for (int r = 0; r < repetitions; ++r) {
    const auto values = series(n, [&](std::size_t) { return noise(random); });
    alarms += assay::warm_up_length(values) > 0 ? 1 : 0;
  }
  return static_cast<double>(alarms) / repetitions;
}

TEST_CASE("stationary noise is hardly ever taken for a warm-up") {
  const std::size_t n = GENERATE(6u, 9u, 12u, 20u, 50u, 200u);
  CAPTURE(n);
  CHECK(alarm_rate(n, [](Random& r) { return std::normal_distribution<double>(1, 0.02)(r); }) <=
        0.02);
  CHECK(alarm_rate(n, [](Random& r) { return std::lognormal_distribution<double>(0, 0.1)(r); }) <=
        0.06);
  CHECK(alarm_rate(n, [](Random& r) {
          return 1 + 0.01 * std::exponential_distribution<double>(1)(r);
        }) <= 0.06);
  // A clock so coarse that most values are equal.
  CHECK(alarm_rate(n, [](Random& r) {
          return 100 + static_cast<double>(std::uniform_int_distribution<int>(0, 1)(r));
        }) <= 0.01);
  CHECK(alarm_rate(n, [](Random&) { return 1.0; }) == 0);
}

TEST_CASE("a slow first run is found, however few follow") {
  for (std::size_t n = 6; n < 40; ++n) {
    Random random(n);
    std::normal_distribution<double> noise(1, 0.01);
    auto values = series(n, [&](std::size_t) { return noise(random); });
    values[0] *= 2;
    CHECK(assay::warm_up_length(values) == 1);
  }
}

TEST_CASE("a decaying start is cut where it meets the noise") {
  Random random(3);
  std::normal_distribution<double> noise(1, 0.01);
  const auto values = series(60, [&](std::size_t k) {
    return noise(random) * (1 + std::exp(-static_cast<double>(k) / 3));
  });
  const std::size_t length = assay::warm_up_length(values);
  CHECK(length >= 7);   // there it is still 10 % above
  CHECK(length <= 16);  // here only 0.5 %
}

TEST_CASE("a long start that is only slightly slower is found by its ranks") {
  Random random(4);
  std::normal_distribution<double> noise(1, 0.02);
  const auto values =
      series(120, [&](std::size_t k) { return noise(random) * (k < 30 ? 1.06 : 1.0); });
  const std::size_t length = assay::warm_up_length(values);
  CHECK(length >= 27);
  CHECK(length <= 33);
}

TEST_CASE("late outliers and a fast start are no warm-up") {
  Random random(5);
  std::normal_distribution<double> noise(1, 0.01);
  auto values = series(40, [&](std::size_t) { return noise(random); });
  values[30] = 10;
  CHECK(assay::warm_up_length(values) == 0);
  values[0] = 0.5;
  CHECK(assay::warm_up_length(values) == 0);
}

TEST_CASE("at most half of a series is warm-up, and a short one has none") {
  for (std::size_t n = 0; n < 6; ++n) {
    CHECK(assay::warm_up_length(series(n, [&](std::size_t k) { return k == 0 ? 9.0 : 1.0; })) == 0);
  }
  const auto falling = series(40, [](std::size_t k) { return 100.0 - static_cast<double>(k); });
  CHECK(assay::warm_up_length(falling) <= 20);
}

}  // namespace
