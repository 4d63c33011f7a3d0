#include "framework/inference/levels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/core/random.hpp"
#include "framework/inference/block_effect.hpp"
#include "framework/inference/location.hpp"
#include "framework/inference/median.hpp"
#include "framework/inference/planning.hpp"
#include "framework/inference/signed_rank.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace assay::inference;

namespace {

using PairsOfBlocks = std::vector<std::vector<double>>;

// Draws a block whose effects are normal at both levels, with a correlation of `lag_one` between
// successive pairs.
std::vector<double> drawn_block(const Components& truth, double centre, std::size_t pairs,
                                Random& random) {
  const double block_effect = std::sqrt(truth.between) * random.normal();
  const double fresh = std::sqrt(1 - truth.lag_one * truth.lag_one);
  double deviation = random.normal();
  std::vector<double> block;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    block.push_back(centre + block_effect + std::sqrt(truth.within) * deviation);
    deviation = truth.lag_one * deviation + fresh * random.normal();
  }
  return block;
}

PairsOfBlocks drawn_blocks(const Components& truth, std::size_t blocks, std::size_t pairs,
                           std::uint64_t seed) {
  Random random(seed);
  PairsOfBlocks result;
  for (std::size_t b = 0; b < blocks; ++b) result.push_back(drawn_block(truth, 0, pairs, random));
  return result;
}

TEST_CASE("variance components are found again") {
  const Components truth = {0.0004, 0.0009, 0};
  for (const std::size_t pairs : {2U, 3U, 10U, 31U}) {
    const Components found = components(drawn_blocks(truth, 1500, pairs, pairs));
    CHECK(found.within == Approx(truth.within).epsilon(0.1));
    CHECK(found.between == Approx(truth.between).epsilon(0.15));
    CHECK(found.lag_one == Approx(0).margin(0.06));
  }
  const Components none = components(drawn_blocks({0, 0.0009, 0}, 500, 9, 1));
  CHECK(none.between < 0.00003);
}

TEST_CASE("the correlation of neighbouring pairs is found again, and spikes do not hide it") {
  for (const double lag_one : {-0.5, 0.3, 0.8}) {
    auto blocks = drawn_blocks({0.0001, 0.0004, lag_one}, 200, 50, 2);
    CHECK(components(blocks).lag_one == Approx(lag_one).margin(0.05));
    Random random(3);
    for (auto& block : blocks) block[random.below(50)] += 3;
    // One in 50 pairs is now three deviations out, which dilutes the correlation. If outliers were
    // not bounded, the correlation would vanish.
    CHECK(components(blocks).lag_one == Approx(lag_one).margin(0.2));
    CHECK(components(blocks).within < 0.0006);
  }
}

TEST_CASE("components of one pair a block, one block, ties, and none") {
  const Components single = components(PairsOfBlocks{{0.1}, {0.3}, {0.2}});
  CHECK(single.within == 0);
  CHECK(single.lag_one == 0);
  CHECK(single.between == Approx(0.01));
  CHECK(components(PairsOfBlocks{{0.1, 0.2, 0.3}}).between == 0);
  // Most pairs tie: one block has a variance of 0.25 and the second none, which averages to half of
  // it.
  CHECK(components(PairsOfBlocks{{0, 0, 0, 1}, {0, 0, 0, 0}}).within == Approx(0.125));
  const Components zero = components(PairsOfBlocks{{0, 0}, {0, 0}});
  CHECK(zero.between + zero.within + zero.lag_one == 0);

  CHECK_THROWS_WITH(components({}), contains("no blocks"));
  CHECK_THROWS_WITH(components(PairsOfBlocks{{1}, {}}), contains("block 2 of 2 has no pairs"));
  CHECK_THROWS_WITH(components(PairsOfBlocks{{1}, {1, std::nan("")}}),
                    contains("block 2: the log-ratio of pair 2 of 2 is nan"));
}

TEST_CASE("the variance of a block's effect is that of simulated medians") {
  for (const std::size_t pairs : {1U, 2U, 3U, 4U, 7U, 20U}) {
    const Components truth = {0.3, 1, 0};
    Random random(pairs);
    constexpr int repetitions = 20000;
    double squares = 0;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      squares += std::pow(median_of(drawn_block(truth, 0, pairs, random)), 2);
    }
    CHECK(effect_variance(truth, pairs) == Approx(squares / repetitions).epsilon(0.06));
  }
  CHECK(effect_variance({0, 1, 0.5}, 100) == Approx(3 * effect_variance({0, 1, 0}, 100)));
  CHECK(effect_variance({0, 1, -0.5}, 100) == effect_variance({0, 1, 0}, 100));
  CHECK(effect_variance({0, 1, 1}, 4) == 1);
}

TEST_CASE("the rank of an untied lower bound is that of the interval") {
  Random random(4);
  for (std::size_t n = 1; n <= 40; n += 3) {
    std::vector<double> effects(n);
    for (double& effect : effects) effect = random.normal();
    std::vector<double> averages;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) averages.push_back((effects[i] + effects[j]) / 2);
    }
    std::sort(averages.begin(), averages.end());
    const std::size_t rank = untied_bound_rank(n, 0.025);
    const double lower = signed_rank_interval(effects, 0.95).lower;
    if (rank == 0) {
      CHECK(lower == -std::numeric_limits<double>::infinity());
    } else {
      CHECK(lower == Approx(averages[rank - 1]));
    }
  }
}

TEST_CASE("what is detectable is found as often as its power says") {
  const Components truth = {0.0001, 0.0009, 0};
  struct Case {
    std::size_t blocks, pairs;
    double alpha, power;
  };
  for (const Case& c : {Case{8, 5, 0.05, 0.8}, Case{20, 3, 0.01, 0.9}, Case{90, 2, 0.05, 0.8}}) {
    const double centre = detectable(truth, c.blocks, c.pairs, c.alpha, c.power);
    Random random(c.blocks);
    int found = 0;
    constexpr int repetitions = 600;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      std::vector<double> effects;
      for (std::size_t b = 0; b < c.blocks; ++b) {
        effects.push_back(median_of(drawn_block(truth, centre, c.pairs, random)));
      }
      found += 2 * p_above(effects, 0) <= c.alpha ? 1 : 0;
    }
    CHECK(found / static_cast<double>(repetitions) == Approx(c.power).margin(0.06));
  }
  CHECK(std::isinf(detectable(truth, 5, 100, 0.05, 0.8)));
  CHECK(std::isfinite(detectable(truth, 6, 100, 0.05, 0.8)));
  CHECK_THROWS_WITH(detectable(truth, 0, 1, 0.05, 0.8), contains("at least one of each"));
  CHECK_THROWS_WITH(detectable(truth, 8, 1, 0.05, 1), contains("between 0 and 1"));
}

TEST_CASE("a plan detects what it should, and no cheaper one does", "[computes]") {
  const Components truth = {0.0001, 0.0009, 0.2};
  const Costs costs = {0.5, 0.02};
  for (const double detect : {0.01, 0.02, 0.05}) {
    const Plan best = plan(truth, detect, costs, 0.05, 0.8);
    const auto seconds = [&](std::size_t blocks, std::size_t pairs) {
      return static_cast<double>(blocks) * (costs.block + static_cast<double>(pairs) * costs.pair);
    };
    CHECK(best.seconds == Approx(seconds(best.blocks, best.pairs)));
    CHECK(best.detects == Approx(detectable(truth, best.blocks, best.pairs, 0.05, 0.8)));
    CHECK(best.detects <= detect);
    for (std::size_t blocks = 6; blocks <= 32; ++blocks) {
      for (std::size_t pairs = 1; pairs <= 40; pairs += 3) {
        if (seconds(blocks, pairs) >= best.seconds * (1 - 1e-9)) continue;
        CHECK(detectable(truth, blocks, pairs, 0.05, 0.8) > detect);
      }
    }
  }
}

TEST_CASE("where many blocks are needed their pairs are those of Kalibera and Jones",
          "[computes]") {
  const Components truth = {0.0004, 0.0064, 0};
  const Plan best = plan(truth, 0.004, {2, 0.05}, 0.05, 0.8);
  REQUIRE(best.blocks > 100);
  const double of_medians = std::acos(-1.0) / 2;
  const double expected = std::sqrt(2 / 0.05 * of_medians * truth.within / truth.between);
  CHECK(static_cast<double>(best.pairs) == Approx(expected).epsilon(0.25));
}

TEST_CASE("plans without noise, beyond reach, and of senseless wishes") {
  const Plan least = plan({0, 0, 0}, 0.02, {1, 0.1}, 0.05, 0.8);
  CHECK(least.blocks == 6);
  CHECK(least.pairs == 1);
  CHECK_THROWS_WITH(plan({1, 1, 0}, 0.001, {1, 0.1}, 0.05, 0.8), contains("is too small"));
  CHECK_THROWS_WITH(plan({1, 1, 0}, 0, {1, 0.1}, 0.05, 0.8), contains("it must be positive"));
  CHECK_THROWS_WITH(plan({1, 1, 0}, 0.1, {1, 0}, 0.05, 0.8), contains("a pair's positive"));
  CHECK_THROWS_WITH(plan({1, 1, 0}, 0.1, {1, 1}, 0, 0.8), contains("between 0 and 1"));
}

}  // namespace
