#include "framework/measure/warm_up.hpp"

#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "tests/catch.hpp"

namespace {

using Random = std::mt19937_64;

std::vector<double> series(std::size_t n, const std::function<double(std::size_t)>& value) {
  std::vector<double> values;
  for (std::size_t k = 0; k < n; ++k) values.push_back(value(k));
  return values;
}

// The share of `repetitions` stationary series of n values in which a warm-up is found.
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
  CHECK(length >= 7);   // value 7 is still 10 % above the end
  CHECK(length <= 16);  // value 16 is only 0.5 % above the end
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
