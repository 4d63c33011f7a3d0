#include "framework/guard/series/change_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/core/random.hpp"
#include "framework/guard/series/energy_split.hpp"
#include "framework/guard/series/spikes.hpp"
#include "tests/campaign.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace assay::guard;

namespace {

std::vector<double> noise(std::size_t count, double deviation, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(100 + deviation * random.normal());
  return values;
}

void shift(std::vector<double>& series, std::size_t from, double by) {
  for (std::size_t i = from; i < series.size(); ++i) series[i] += by;
}

// The energy statistic of one split by its definition.
double statistic_by_definition(const std::vector<double>& series, std::size_t split) {
  const auto mean_distance = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    double sum = 0;
    double pairs = 0;
    for (std::size_t i = a; i < b; ++i) {
      for (std::size_t j = c; j < d; ++j) {
        if (i == j) continue;
        sum += std::abs(series[i] - series[j]);
        ++pairs;
      }
    }
    return sum / pairs;
  };
  const std::size_t n = series.size();
  const double m = static_cast<double>(split);
  const double k = static_cast<double>(n - split);
  return m * k / (m + k) *
         (2 * mean_distance(0, split, split, n) - mean_distance(0, split, 0, split) -
          mean_distance(split, n, split, n));
}

TEST_CASE("the best split has the largest energy statistic by definition") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    auto series = noise(4 + seed % 20, 1, seed);
    shift(series, series.size() / 2, 2);
    const std::size_t least = 2;
    double largest = 0;
    for (std::size_t split = least; split + least <= series.size(); ++split) {
      largest = std::max(largest, statistic_by_definition(series, split));
    }
    const auto best = best_split(series, least);
    REQUIRE(best);
    CHECK(best->statistic == Approx(largest).margin(1e-9));
    if (largest > 0) {
      CHECK(statistic_by_definition(series, best->index) == Approx(largest));
    }
  }
  CHECK_FALSE(best_split(std::vector<double>(3, 1.0), 2));
}

TEST_CASE("planted shifts are found where they are, with the medians around them") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto series = noise(300, 1, seed);
    shift(series, 70, 6);
    shift(series, 190, -9);
    const auto changes = change_points(series);
    REQUIRE(changes.size() == 2);
    CHECK(std::abs(static_cast<int>(changes[0].index) - 70) <= 1);
    CHECK(std::abs(static_cast<int>(changes[1].index) - 190) <= 1);
    CHECK(changes[0].before == Approx(100).margin(0.6));
    CHECK(changes[0].after == Approx(106).margin(0.6));
    CHECK(changes[1].before == changes[0].after);
    CHECK(changes[1].after == Approx(97).margin(0.6));
    for (const auto& change : changes) CHECK(change.p <= 0.05);
  }
}

TEST_CASE("a smaller shift before a larger one of the same window is found too") {
  int others = 0;
  const auto repetitions = static_cast<int>(assay::test::repeated(60));
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(repetitions); ++seed) {
    auto series = noise(60, 1, seed);
    shift(series, 20, 12);
    shift(series, 40, 40);
    std::vector<std::size_t> found;
    for (const auto& change : change_points(series, {0.05, 5, 60, seed})) {
      found.push_back(change.index);
    }
    CHECK(std::count(found.begin(), found.end(), 20U) == 1);
    CHECK(std::count(found.begin(), found.end(), 40U) == 1);
    others += static_cast<int>(found.size()) - 2;
  }
  // The three parts without a change are each tested at the level.
  const double most = 3 * 0.05 * repetitions;
  CHECK(others <= most + 3 * std::sqrt(most));
}

TEST_CASE("a shift of the last values is found once there are enough of them") {
  auto series = noise(40, 1, 3);
  shift(series, 35, 10);
  const auto changes = change_points(series);
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].index == 35);
  series.pop_back();
  for (const auto& change : change_points(series)) CHECK(change.index != 35);
}

TEST_CASE("a shift of a series without noise is found exactly") {
  std::vector<double> series(200, 5.0);
  shift(series, 123, 0.5);
  const auto changes = change_points(series);
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].index == 123);
  CHECK(changes[0].before == 5);
  CHECK(changes[0].after == 5.5);
  CHECK(change_points(std::vector<double>(200, 5.0)).empty());
}

TEST_CASE("noise alone has changes as rarely as the level says, however long it is") {
  for (const std::size_t length : {10U, 30U, 60U, 400U}) {
    const auto repetitions = static_cast<int>(assay::test::repeated(300));
    int alarms = 0;
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(repetitions); ++seed) {
      alarms += change_points(noise(length, 1, seed), {0.1, 5, 60, seed}).empty() ? 0 : 1;
    }
    INFO("length " << length << ", alarms " << alarms);
    CHECK(alarms <= 0.1 * repetitions + 3 * std::sqrt(0.09 * repetitions));
    // Overlapping windows are each tested at a share of the level, which wastes some of it, so that
    // long series raise fewer alarms.
    if (length <= 60) CHECK(alarms >= 0.1 * repetitions - 3 * std::sqrt(0.09 * repetitions));
  }
}

TEST_CASE("a lone spike is no change, wherever it stands") {
  for (const std::size_t length : {12U, 45U, 150U}) {
    for (std::size_t at = 0; at < length; ++at) {
      std::vector<double> flat(length, 100.0);
      flat[at] = 300;
      CHECK(change_points(flat).empty());
    }
  }
  int alarms = 0;
  const auto repetitions = static_cast<int>(assay::test::repeated(300));
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(repetitions); ++seed) {
    auto series = noise(50, 1, seed);
    series[seed % 50] += seed % 2 == 0 ? 1000 : -50;
    alarms += change_points(series, {0.05, 5, 60, seed}).empty() ? 0 : 1;
  }
  CHECK(alarms <= 0.05 * repetitions + 3 * std::sqrt(0.05 * 0.95 * repetitions));
}

TEST_CASE("a spike beside a shift does not hide it") {
  auto series = noise(100, 1, 7);
  shift(series, 50, 8);
  series[30] = 500;
  series[52] = 1;
  const auto changes = change_points(series);
  REQUIRE(changes.size() == 1);
  CHECK(std::abs(static_cast<int>(changes[0].index) - 50) <= 1);
}

TEST_CASE("lone spikes go, shifts and noise stay") {
  const std::vector<double> spiky = {1, 1, 9, 1, 1, 2, 2, 2, -5, 2};
  CHECK(without_lone_spikes(spiky) == std::vector<double>{1, 1, 1, 1, 1, 2, 2, 2, 2, 2});
  CHECK(without_lone_spikes(std::vector<double>{9, 1, 1, 1, 1, 8}) == std::vector<double>(6, 1.0));
  const std::vector<double> shifted = {1, 1, 1, 1, 5, 5};
  CHECK(without_lone_spikes(shifted) == shifted);
  const std::vector<double> two = {1, 9};
  CHECK(without_lone_spikes(two) == two);
  CHECK(without_lone_spikes({}).empty());
  const auto plain = noise(2000, 1, 5);
  const auto kept = without_lone_spikes(plain);
  int moved = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) moved += kept[i] == plain[i] ? 0 : 1;
  CHECK(moved <= 3);
}

TEST_CASE("thousands of values and many changes") {
  auto series = noise(5000, 1, 9);
  for (std::size_t at = 500; at < 5000; at += 500) shift(series, at, at % 1000 == 0 ? -8 : 8);
  const auto changes = change_points(series);
  REQUIRE(changes.size() == 9);
  for (std::size_t c = 0; c < 9; ++c) {
    CHECK(std::abs(static_cast<int>(changes[c].index) - static_cast<int>(500 * (c + 1))) <= 1);
  }
}

TEST_CASE("the same seed gives the same changes") {
  auto series = noise(120, 1, 11);
  shift(series, 60, 1.2);
  const auto once = change_points(series);
  const auto again = change_points(series);
  REQUIRE(once.size() == again.size());
  for (std::size_t c = 0; c < once.size(); ++c) {
    CHECK(once[c].index == again[c].index);
    CHECK(once[c].p == again[c].p);
  }
}

TEST_CASE("series that are too short or not finite, and senseless settings, are refused") {
  CHECK_THROWS_WITH(
      change_points(noise(9, 1, 1)),
      "a series of 9 values is too short for change points: they need 10, 5 on each side");
  CHECK_THROWS_WITH(change_points({}), contains("a series of 0 values"));
  CHECK_NOTHROW(change_points(noise(10, 1, 1)));
  auto series = noise(20, 1, 1);
  series[6] = std::nan("");
  CHECK_THROWS_WITH(change_points(series), contains("value 7 of 20 is nan"));
  series[6] = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(change_points(series), contains("value 7 of 20 is inf"));
  series[6] = 100;
  CHECK_THROWS_WITH(change_points(series, {1.5, 5, 60, 1}), contains("between 0.001 and 1"));
  CHECK_THROWS_WITH(change_points(series, {1e-9, 5, 60, 1}), contains("between 0.001 and 1"));
  CHECK_THROWS_WITH(change_points(series, {0.05, 1, 60, 1}), contains("a part needs 2 or more"));
  CHECK_THROWS_WITH(change_points(series, {0.05, 5, 9, 1}), contains("room for two parts"));
}

}  // namespace
