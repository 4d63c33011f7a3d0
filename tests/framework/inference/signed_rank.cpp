#include "framework/inference/signed_rank.hpp"

#include <algorithm>
#include <limits>

#include "framework/core/random.hpp"
#include "framework/inference/block_effect.hpp"
#include "tests/catch.hpp"
#include "tests/framework/inference/infinity.hpp"
#include "tests/framework/inference/sign_flips.hpp"

using namespace assay;
using namespace assay::inference;

namespace {

// Random whole numbers of -width .. width, with many ties and zeros.
std::vector<double> whole_effects(std::size_t count, int width, Random& random) {
  std::vector<double> effects;
  const auto values = static_cast<std::size_t>(2 * width + 1);
  for (std::size_t i = 0; i < count; ++i) {
    effects.push_back(static_cast<double>(random.below(values)) - width);
  }
  return effects;
}

std::vector<double> normal_effects(std::size_t count, double centre, Random& random) {
  std::vector<double> effects;
  for (std::size_t i = 0; i < count; ++i) effects.push_back(centre + random.normal());
  return effects;
}

// The share of the subsets of 1..n that have each sum, by recursion over n; it holds without ties.
std::vector<double> subset_shares(std::size_t n) {
  std::vector<double> shares = {1};
  for (std::size_t rank = 1; rank <= n; ++rank) {
    std::vector<double> next(shares.size() + rank);
    for (std::size_t sum = 0; sum < shares.size(); ++sum) {
      next[sum] += shares[sum] / 2;
      next[sum + rank] += shares[sum] / 2;
    }
    shares = next;
  }
  return shares;
}

TEST_CASE("signed-rank p-values are those of all sign flips, with ties and zeros") {
  Random random(1);
  for (int repetition = 0; repetition < 300; ++repetition) {
    const auto effects =
        whole_effects(random.below(11), 1 + static_cast<int>(random.below(6)), random);
    for (const double shift : {-2.0, -0.5, 0.0, 0.25, 1.0}) {
      CHECK(signed_rank_above(effects, shift) == Approx(above_by_all_sign_flips(effects, shift)));
      CHECK(signed_rank_below(effects, shift) == Approx(below_by_all_sign_flips(effects, shift)));
    }
  }
}

TEST_CASE("signed-rank p-values of untied effects are those of the recursion") {
  Random random(2);
  for (const std::size_t n : {1U, 2U, 13U, 40U, 256U}) {
    const auto effects = normal_effects(n, 0.1, random);
    std::vector<double> sorted = effects;
    std::sort(sorted.begin(), sorted.end(),
              [](double a, double b) { return std::abs(a) < std::abs(b); });
    std::size_t above = 0;
    for (std::size_t i = 0; i < n; ++i) above += sorted[i] > 0 ? i + 1 : 0;
    const auto shares = subset_shares(n);
    double tail = 0;
    for (std::size_t sum = above; sum < shares.size(); ++sum) tail += shares[sum];
    CHECK(signed_rank_above(effects, 0) == Approx(tail));
  }
}

TEST_CASE("beyond the exact signed ranks the normal distribution is as good as the same") {
  Random random(3);
  const std::size_t n = signed_rank_exact + 44;
  const auto shares = subset_shares(n);
  for (const double centre : {0.0, 0.05, -0.1, 0.15}) {
    const auto effects = normal_effects(n, centre, random);
    std::vector<double> sorted = effects;
    std::sort(sorted.begin(), sorted.end(),
              [](double a, double b) { return std::abs(a) < std::abs(b); });
    std::size_t above = 0;
    for (std::size_t i = 0; i < n; ++i) above += sorted[i] > 0 ? i + 1 : 0;
    double tail = 0;
    for (std::size_t sum = above; sum < shares.size(); ++sum) tail += shares[sum];
    CHECK(signed_rank_above(effects, 0) == Approx(tail).margin(1e-4).epsilon(0.02));
  }
  const auto tied = whole_effects(n, 1, random);
  CHECK(signed_rank_above(tied, 0) + signed_rank_below(tied, 0) == Approx(1).margin(0.1));
  CHECK(signed_rank_above(std::vector<double>(n, 0.0), 0) == 1);
  CHECK(signed_rank_above(std::vector<double>(n, 1.0), 0) < 1e-12);
}

TEST_CASE("a larger shift is never better supported by signed ranks") {
  Random random(4);
  for (int repetition = 0; repetition < 200; ++repetition) {
    const auto effects =
        whole_effects(1 + random.below(30), 1 + static_cast<int>(random.below(9)), random);
    double before = 0;
    for (double shift = -10; shift <= 10; shift += 0.25) {
      const double p = signed_rank_above(effects, shift);
      CHECK(p >= before - 1e-12);
      before = p;
    }
  }
}

TEST_CASE("the signed-rank interval is what the tests of all sign flips do not reject") {
  Random random(5);
  for (int repetition = 0; repetition < 60; ++repetition) {
    const auto effects =
        whole_effects(1 + random.below(9), 1 + static_cast<int>(random.below(5)), random);
    const double confidence = repetition % 2 == 0 ? 0.8 : 0.95;
    const double level = (1 - confidence) / 2;
    // Walsh averages are multiples of a half here, so steps of a quarter also probe between them.
    double lower = infinity;
    double upper = -infinity;
    for (double shift = -8; shift <= 8; shift += 0.25) {
      const bool kept_above = above_by_all_sign_flips(effects, shift) > level;
      const bool kept_below = below_by_all_sign_flips(effects, shift) > level;
      if (kept_above) lower = std::min(lower, std::floor(2 * shift) / 2);
      if (kept_below) upper = std::max(upper, std::ceil(2 * shift) / 2);
    }
    if (lower == -8) lower = -infinity;
    if (upper == 8) upper = infinity;
    const Interval interval = signed_rank_interval(effects, confidence);
    CHECK(interval.lower == lower);
    CHECK(interval.upper == upper);
    CHECK(interval.lower <= interval.median);
    CHECK(interval.median <= interval.upper);
  }
}

TEST_CASE("the signed-rank interval ends where p-values of unrounded effects cross the level") {
  Random random(6);
  for (const std::size_t n : {6U, 9U, 17U, 50U}) {
    const auto effects = normal_effects(n, 0.3, random);
    const Interval interval = signed_rank_interval(effects, 0.95);
    REQUIRE(std::isfinite(interval.lower));
    CHECK(signed_rank_above(effects, interval.lower - 1e-9) <= 0.025);
    CHECK(signed_rank_above(effects, interval.lower + 1e-9) > 0.025);
    CHECK(signed_rank_below(effects, interval.upper + 1e-9) <= 0.025);
    CHECK(signed_rank_below(effects, interval.upper - 1e-9) > 0.025);
  }
}

TEST_CASE("the Hodges-Lehmann estimate is the median of all pairs' averages, and moves with them") {
  Random random(7);
  for (const std::size_t n : {1U, 2U, 5U, 12U}) {
    const auto effects = normal_effects(n, 0, random);
    std::vector<double> averages;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i; j < n; ++j) averages.push_back((effects[i] + effects[j]) / 2);
    }
    std::sort(averages.begin(), averages.end());
    const std::size_t middle = averages.size() / 2;
    const double median =
        averages.size() % 2 == 1 ? averages[middle] : (averages[middle - 1] + averages[middle]) / 2;
    CHECK(signed_rank_interval(effects, 0.95).median == Approx(median));
  }
}

TEST_CASE("the signed-rank interval covers the centre of symmetric effects, tied ones too") {
  Random random(8);
  for (const int width : {2, 1000}) {
    int covered = 0;
    constexpr int repetitions = 2000;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      const Interval interval = signed_rank_interval(whole_effects(10, width, random), 0.9);
      covered += interval.lower <= 0 && 0 <= interval.upper ? 1 : 0;
    }
    CHECK(covered >= 0.9 * repetitions - 3 * std::sqrt(0.09 * repetitions));
  }
}

TEST_CASE("signed ranks of nothing, of one effect, of none but ties, of none but zeros") {
  CHECK(signed_rank_above({}, 0) == 1);
  CHECK(signed_rank_above(std::vector<double>{3}, 0) == 0.5);
  CHECK(signed_rank_below(std::vector<double>{3}, 0) == 1);
  CHECK(signed_rank_above(std::vector<double>(10, 0.5), 0) == Approx(std::pow(2, -10)));
  CHECK(signed_rank_above(std::vector<double>(10, 0.0), 0) == 1);

  const Interval one = signed_rank_interval(std::vector<double>{3}, 0.95);
  CHECK(one.median == 3);
  CHECK(one.lower == -infinity);
  CHECK(one.upper == infinity);
  const Interval ties = signed_rank_interval(std::vector<double>(10, 0.5), 0.95);
  CHECK(ties.lower == 0.5);
  CHECK(ties.upper == 0.5);
}

}  // namespace
