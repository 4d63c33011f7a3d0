#include "framework/inference/rank_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "framework/core/random.hpp"
#include "tests/catch.hpp"
#include "tests/framework/inference/infinity.hpp"

using namespace assay;
using namespace assay::inference;

namespace {

std::vector<double> whole_values(std::size_t count, std::size_t width, Random& random) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(static_cast<double>(random.below(width)));
  }
  return values;
}

std::vector<double> normal_values(std::size_t count, double centre, Random& random) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(centre + random.normal());
  return values;
}

// Twice the number of pairs in which the candidate is larger, with ties counted as half a pair.
int wins(const std::vector<double>& baseline, const std::vector<double>& candidate) {
  int count = 0;
  for (const double a : candidate) {
    for (const double b : baseline) count += a > b ? 2 : (a == b ? 1 : 0);
  }
  return count;
}

// The share of all ways to deal the values out in which the candidate wins at least as often.
double above_by_all_deals(const std::vector<double>& baseline, std::vector<double> candidate,
                          double shift) {
  for (double& value : candidate) value -= shift;
  const int found = wins(baseline, candidate);
  std::vector<double> all = baseline;
  all.insert(all.end(), candidate.begin(), candidate.end());
  double deals = 0;
  double as_many = 0;
  for (unsigned mask = 0; mask < (1U << all.size()); ++mask) {
    std::vector<double> ours;
    std::vector<double> theirs;
    for (std::size_t k = 0; k < all.size(); ++k)
      ((mask >> k & 1U) != 0 ? ours : theirs).push_back(all[k]);
    if (ours.size() != candidate.size()) continue;
    ++deals;
    as_many += wins(theirs, ours) >= found ? 1 : 0;
  }
  return as_many / deals;
}

}  // namespace

TEST_CASE("rank-sum p-values are the same whichever group is the larger") {
  Random random(9);
  for (int repetition = 0; repetition < 20; ++repetition) {
    const auto few = whole_values(3, 12, random);
    const auto many = whole_values(9, 12, random);
    CHECK(rank_sum_above(few, many, 1) == Approx(above_by_all_deals(few, many, 1)));
    CHECK(rank_sum_above(many, few, 1) == Approx(above_by_all_deals(many, few, 1)));
  }
}

TEST_CASE("rank-sum p-values are those of all deals, with ties") {
  Random random(1);
  for (int repetition = 0; repetition < 60; ++repetition) {
    const auto baseline = whole_values(1 + random.below(5), 2 + random.below(8), random);
    const auto candidate = whole_values(1 + random.below(5), 2 + random.below(8), random);
    for (const double shift : {-2.0, -0.5, 0.0, 1.0}) {
      CHECK(rank_sum_above(baseline, candidate, shift) ==
            Approx(above_by_all_deals(baseline, candidate, shift)));
      // Moving the candidate up by `shift` equals moving the baseline down by it, with the sides
      // swapped.
      CHECK(rank_sum_below(baseline, candidate, shift) ==
            Approx(above_by_all_deals(candidate, baseline, -shift)));
    }
  }
}

TEST_CASE("rank-sum bounds are the shifts that the tests do not reject") {
  Random random(2);
  for (int repetition = 0; repetition < 40; ++repetition) {
    const auto baseline = normal_values(3 + random.below(6), 0, random);
    const auto candidate = normal_values(6 + random.below(6), 0.5, random);
    const Interval interval = rank_sum_interval(baseline, candidate, 0.9);
    CHECK(interval.lower <= interval.median);
    CHECK(interval.median <= interval.upper);
    if (!std::isfinite(interval.lower)) continue;
    const double step = 1e-9;
    const double level = (1 - 0.9) / 2;
    CHECK(rank_sum_above(baseline, candidate, interval.lower - step) <= level);
    CHECK(rank_sum_above(baseline, candidate, interval.lower + step) > level);
    CHECK(rank_sum_below(baseline, candidate, interval.upper + step) <= level);
    CHECK(rank_sum_below(baseline, candidate, interval.upper - step) > level);
  }
}

TEST_CASE("rank-sum p-values never fall as the shift grows, and move with the values") {
  Random random(3);
  const auto baseline = normal_values(5, 0, random);
  const auto candidate = normal_values(9, 1, random);
  double before = 0;
  for (double shift = -4; shift < 6; shift += 0.1) {
    const double p = rank_sum_above(baseline, candidate, shift);
    CHECK(p >= before);
    before = p;
  }
  auto moved = candidate;
  for (double& value : moved) value += 0.25;
  CHECK(rank_sum_interval(baseline, moved, 0.9).median ==
        Approx(rank_sum_interval(baseline, candidate, 0.9).median + 0.25));
}

TEST_CASE("beyond the exact rank sums the normal distribution is as good as the same") {
  Random random(4);
  for (const double centre : {0.0, 0.3, -0.4}) {
    const auto baseline = normal_values(20, 0, random);
    const auto candidate = normal_values(rank_sum_exact - 20, centre, random);
    const double exact = rank_sum_above(baseline, candidate, 0);
    // One more value exceeds the limit of the exact test but changes the probability little.
    auto more = candidate;
    more.push_back(more[0]);
    CHECK(rank_sum_above(baseline, more, 0) == Approx(exact).margin(0.05));
  }
}

TEST_CASE("too few values bound nothing") {
  const std::vector<double> one = {1};
  const std::vector<double> two = {2, 3};
  const Interval interval = rank_sum_interval(one, two, 0.95);
  CHECK(interval.lower == -infinity);
  CHECK(interval.upper == infinity);
  CHECK(interval.median == 1.5);
  CHECK(rank_sum_above({}, two, 0) == 1);
  CHECK(rank_sum_below(one, {}, 0) == 1);
}
