#include "framework/inference/looks.hpp"

#include <cmath>
#include <limits>

#include "framework/core/random.hpp"
#include "framework/inference/normal.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace assay::inference;

namespace {

using Blocks = std::vector<std::size_t>;

double total(const std::vector<Look>& looks) {
  double sum = 0;
  for (const Look& look : looks) sum += look.level;
  return sum;
}

// Adds random effects one after the other until a decision is final.
Decision run(SequentialTest& test, double centre, double deviation, Random& random) {
  while (true) {
    const auto decision = test.add(centre + deviation * random.normal());
    if (decision && decision->final) return *decision;
  }
}

TEST_CASE("looks spend the level between them, and each can reject") {
  Random random(1);
  for (int repetition = 0; repetition < 300; ++repetition) {
    Blocks blocks;
    std::size_t at = 0;
    for (std::size_t look = 0; look < 1 + random.below(6); ++look) {
      blocks.push_back(at += 1 + random.below(9));
    }
    const double alpha = random.uniform() * 0.2 + 1e-4;
    if (blocks.back() < fewest_blocks(alpha)) continue;
    for (const Spending spending : {Spending::pocock, Spending::obrien_fleming}) {
      const auto looks = plan_looks(blocks, alpha, spending);
      CHECK(total(looks) == Approx(alpha).epsilon(1e-12));
      CHECK(looks.back().blocks == blocks.back());
      for (const Look& look : looks) {
        CHECK(look.level >= std::pow(2.0, 1.0 - static_cast<double>(look.blocks)));
      }
    }
  }
}

TEST_CASE("the shapes are those of Pocock and of O'Brien and Fleming") {
  const auto even = plan_looks(Blocks{8, 16, 32}, 0.05);
  REQUIRE(even.size() == 3);
  CHECK(even[0].level == Approx(0.05 * std::log(1 + (std::exp(1.0) - 1) / 4)));
  CHECK(even[1].level == Approx(0.05 * std::log(1 + (std::exp(1.0) - 1) / 2) - even[0].level));

  // A first look at 8 blocks could never reject at its level of 0.00009, so the look at 16 blocks
  // has that level too.
  const auto late = plan_looks(Blocks{8, 16, 32}, 0.05, Spending::obrien_fleming);
  REQUIRE(late.size() == 2);
  CHECK(late[0].blocks == 16);
  CHECK(late[0].level ==
        Approx(2 - 2 * normal_probability(1.959964 / std::sqrt(0.5))).epsilon(1e-4));
}

TEST_CASE("the last look takes over what earlier ones left too little of") {
  const auto looks = plan_looks(Blocks{6, 7}, 0.05);
  REQUIRE(looks.size() == 1);
  CHECK(looks[0].blocks == 7);
  CHECK(looks[0].level == 0.05);
}

TEST_CASE("looks that cannot be are refused") {
  CHECK_THROWS_WITH(plan_looks(Blocks{}, 0.05), contains("one look or more"));
  CHECK_THROWS_WITH(plan_looks(Blocks{8, 8}, 0.05), contains("8, 8"));
  CHECK_THROWS_WITH(plan_looks(Blocks{0, 8}, 0.05), contains("one look or more"));
  CHECK_THROWS_WITH(plan_looks(Blocks{5}, 0.05), contains("5 blocks are too few"));
  CHECK_THROWS_WITH(plan_looks(Blocks{8}, std::nan("")), contains("between 0 and 1"));
  CHECK_THROWS_WITH(SequentialTest({}, Criteria{}), contains("without looks"));
}

TEST_CASE("a sequential test decides at looks only, and early where the difference is large") {
  Random random(2);
  SequentialTest test(plan_looks(Blocks{8, 16, 32}, 0.05), {0.05, 0.01, 0});
  for (int block = 1; block < 8; ++block) CHECK_FALSE(test.add(0.1 + 0.01 * random.normal()));
  const auto decision = test.add(0.1);
  REQUIRE(decision);
  CHECK(decision->final);
  CHECK(test.finished());
  CHECK(test.effects().size() == 8);
  CHECK(decision->verdict.outcome == Outcome::slower);
  CHECK(decision->p_overall <= 0.05);
  CHECK_THROWS_WITH(test.add(0.1), contains("after the final decision"));
}

TEST_CASE("a sequential test goes on while it is inconclusive, to the last look") {
  SequentialTest test(plan_looks(Blocks{8, 16}, 0.05), {0.05, 0.001, 0});
  Random random(3);
  std::vector<std::size_t> decided_after;
  while (!test.finished()) {
    const double magnitude = 0.1 + 0.01 * random.uniform();
    if (test.add(test.effects().size() % 2 == 0 ? magnitude : -magnitude)) {
      decided_after.push_back(test.effects().size());
    }
  }
  CHECK(decided_after == std::vector<std::size_t>{8, 16});
  SequentialTest other(plan_looks(Blocks{8, 16}, 0.05), {0.05, 0.001, 0});
  CHECK_THROWS_WITH(other.add(std::numeric_limits<double>::infinity()), contains("is inf"));
}

TEST_CASE("a sequential test asks the judge that it is given, at the levels of its looks") {
  const auto looks = plan_looks(Blocks{8, 16}, 0.05);
  std::vector<double> levels;
  std::vector<std::size_t> seen;
  SequentialTest test(looks, {0.5, 0.01, 0.02, 0.8},
                      [&](std::span<const double> observations, const Criteria& criteria) {
                        levels.push_back(criteria.alpha);
                        seen.push_back(observations.size());
                        CHECK(criteria.delta == 0.01);
                        CHECK(criteria.smallest_claim == 0.02);
                        CHECK(criteria.equivalence_share == 0.8);
                        return Verdict{};
                      });
  while (!test.finished()) static_cast<void>(test.add(1));
  CHECK(levels == std::vector<double>{looks[0].level, looks[1].level});
  CHECK(seen == std::vector<std::size_t>{8, 16});
}

TEST_CASE("over all looks, false claims keep the level and overall p-values are no smaller") {
  constexpr int repetitions = 2000;
  const auto looks = plan_looks(Blocks{8, 12, 18, 27}, 0.05);
  Random random(4);
  int claimed = 0;
  int equivalent = 0;
  int below_fifth = 0;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    SequentialTest none(looks, {0.05, 0, 0});
    const Decision decision = run(none, 0, 0.02, random);
    const bool claims = decision.verdict.outcome != Outcome::undecided;
    CHECK(claims == (decision.p_overall <= 0.05));
    claimed += claims ? 1 : 0;
    below_fifth += decision.p_overall <= 0.2 ? 1 : 0;
    SequentialTest edge(looks, {0.05, 0.02, 0});
    equivalent += run(edge, 0.02, 0.006, random).verdict.outcome == Outcome::equivalent ? 1 : 0;
  }
  const auto most = [](double level) {
    return level * repetitions + 3 * std::sqrt(level * (1 - level) * repetitions);
  };
  CHECK(claimed <= most(0.05));
  CHECK(claimed > 0.015 * repetitions);
  CHECK(equivalent <= most(0.05));
  CHECK(equivalent > 0.015 * repetitions);
  CHECK(below_fifth <= most(0.2));
}

TEST_CASE("normal probabilities and quantiles are each other's inverse, far out too") {
  CHECK(normal_probability(0) == 0.5);
  CHECK(normal_quantile(0.975) == Approx(1.959963984540054));
  CHECK(normal_quantile(0) == -std::numeric_limits<double>::infinity());
  CHECK(normal_quantile(1) == std::numeric_limits<double>::infinity());
  for (const double p : {1e-300, 1e-12, 0.01, 0.3, 0.5, 0.9, 0.999}) {
    CHECK(normal_probability(normal_quantile(p)) == Approx(p));
  }
}

}  // namespace
