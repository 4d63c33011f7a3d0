#include "framework/inference/simultaneous.hpp"

#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/random.hpp"
#include "framework/inference/location.hpp"
#include "framework/inference/median.hpp"
#include "tests/campaign.hpp"
#include "tests/catch.hpp"

namespace {

using assay::Random;
using namespace assay::inference;

RoundEffects in_order(std::vector<double> effects) {
  RoundEffects result{{}, std::move(effects)};
  for (std::uint32_t round = 0; round < result.effects.size(); ++round) {
    result.rounds.push_back(round);
  }
  return result;
}

// Comparisons of all further contestants with the first: their values in each round less that of
// the first.
std::vector<RoundEffects> comparisons_with_first(std::size_t contestants, std::size_t rounds,
                                                 const std::function<double()>& value) {
  std::vector<std::vector<double>> effects(contestants - 1);
  for (std::size_t r = 0; r < rounds; ++r) {
    const double first = value();
    for (auto& of_one : effects) of_one.push_back(value() - first);
  }
  std::vector<RoundEffects> result;
  for (auto& of_one : effects) result.push_back(in_order(std::move(of_one)));
  return result;
}

TEST_CASE("one comparison alone is judged as by signed ranks") {
  Random random(1);
  for (std::size_t n = 1; n <= 12; ++n) {
    for (int repetition = 0; repetition < 20; ++repetition) {
      std::vector<double> effects;
      for (std::size_t k = 0; k < n; ++k) effects.push_back(random.normal() + 0.7);
      const Criteria criteria{0.1, 0.5, 0};
      const Verdict alone = judge(effects, criteria);
      const Verdict together = judge_together(std::vector{in_order(effects)}, criteria).front();
      CHECK(together.location.estimate == Approx(alone.location.estimate));
      CHECK(together.location.lower == alone.location.lower);
      CHECK(together.location.upper == alone.location.upper);
      CHECK(together.p_different == Approx(alone.p_different));
      CHECK(together.p_equivalent == Approx(alone.p_equivalent));
      CHECK(together.outcome == alone.outcome);
    }
  }
}

TEST_CASE("several comparisons together claim less than one alone, and no less than Bonferroni's") {
  Random random(2);
  for (int repetition = 0; repetition < 50; ++repetition) {
    const auto family = comparisons_with_first(4, 11, [&] { return random.normal(); });
    const auto together = judge_together(family, {0.05, 0, 0});
    for (std::size_t k = 0; k < family.size(); ++k) {
      const auto alone = judge(family[k].effects, {0.05, 0, 0});
      CHECK(together[k].p_different >= Approx(alone.p_different));
      CHECK(together[k].p_different <= 3 * alone.p_different + 1e-12);
      CHECK(together[k].location.lower <= alone.location.lower);
      CHECK(together[k].location.upper >= alone.location.upper);
    }
  }
}

TEST_CASE("identical contestants differ, and intervals miss, as often as the level says") {
  const std::size_t contestants = GENERATE(2u, 3u, 8u);
  const std::size_t rounds = GENERATE(10u, 20u);
  const int noise = GENERATE(0, 1, 2);
  CAPTURE(contestants, rounds, noise);
  Random random(contestants * 100 + rounds + static_cast<std::size_t>(noise));
  const auto value = [&] {
    if (noise == 0) return random.normal();
    if (noise == 1) return random.exponential();                  // skewed
    return (random.chance(0.3) ? 5 : 0) + 0.1 * random.normal();  // processes with two states
  };
  const auto repetitions = static_cast<int>(assay::test::repeated(rounds == 10 ? 400 : 100));
  int claims = 0;
  int misses = 0;
  for (int r = 0; r < repetitions; ++r) {
    bool claim = false;
    bool miss = false;
    for (const auto& verdict :
         judge_together(comparisons_with_first(contestants, rounds, value), {0.05, 0, 0})) {
      claim = claim || verdict.outcome != Outcome::undecided;
      miss = miss || verdict.location.lower > 0 || verdict.location.upper < 0;
      CHECK((verdict.p_different <= 0.05) ==
            (verdict.location.lower > 0 || verdict.location.upper < 0));
    }
    claims += claim ? 1 : 0;
    misses += miss ? 1 : 0;
  }
  CHECK(claims <= repetitions * 0.05 + 4 * std::sqrt(repetitions * 0.05 * 0.95));
  CHECK(misses <= repetitions * 0.05 + 4 * std::sqrt(repetitions * 0.05 * 0.95));
}

TEST_CASE("a side of all effects changed changes the sides of all that is said") {
  Random random(3);
  for (int repetition = 0; repetition < 20; ++repetition) {
    const auto family = comparisons_with_first(3, 10, [&] { return random.exponential(); });
    auto mirrored = family;
    for (auto& one : mirrored) {
      for (double& effect : one.effects) effect = -effect;
    }
    const auto before = judge_together(family, {0.1, 0.5, 0});
    const auto after = judge_together(mirrored, {0.1, 0.5, 0});
    for (std::size_t k = 0; k < family.size(); ++k) {
      CHECK(after[k].location.estimate == Approx(-before[k].location.estimate));
      CHECK(after[k].location.lower == Approx(-before[k].location.upper));
      // The p-values agree except for the share of an effect at the centre, which has no sign.
      CHECK(after[k].p_different == Approx(before[k].p_different).margin(0.02));
      CHECK(after[k].p_equivalent == Approx(before[k].p_equivalent).margin(0.02));
    }
  }
}

TEST_CASE("medians of several quantities are bounded together, whatever their distribution") {
  Random random(4);
  constexpr int repetitions = 200;
  int misses = 0;
  for (int r = 0; r < repetitions; ++r) {
    std::vector<RoundEffects> quantities(5);
    for (std::uint32_t round = 0; round < 15; ++round) {
      for (auto& one : quantities) {
        one.rounds.push_back(round);
        one.effects.push_back(random.exponential());
      }
    }
    bool miss = false;
    for (const auto& location : locate_together(quantities, 0.95)) {
      miss = miss || location.lower > std::log(2.0) || location.upper < std::log(2.0);
      CHECK(location.lower <= location.estimate);
      CHECK(location.estimate <= location.upper);
    }
    misses += miss ? 1 : 0;
  }
  CHECK(misses <= repetitions * 0.05 + 4 * std::sqrt(repetitions * 0.05 * 0.95));
}

TEST_CASE("medians of quantities with different numbers of rounds") {
  const auto locations =
      locate_together(std::vector{in_order({3, 1, 2}), in_order({}),
                                  in_order({5, 4, 6, 7, 9, 8, 1, 2, 3, 10, 11, 12})},
                      0.95);
  CHECK(locations[0].estimate == 2);
  CHECK(std::isinf(locations[0].upper));
  CHECK(std::isnan(locations[1].estimate));
  CHECK(std::isinf(locations[1].lower));
  CHECK(locations[2].estimate == 6.5);
  CHECK(locations[2].lower >= 1);
  CHECK(locations[2].upper <= 12);
}

TEST_CASE("ties all over are judged by signs") {
  const auto verdict =
      judge_together(std::vector{in_order({1, 1, 1, 1, 1, 1, 1, 1, 0, 1})}, {0.05, 0, 0}).front();
  CHECK(verdict.location.method == Method::sign_test);
  CHECK(verdict.outcome == Outcome::slower);
}

TEST_CASE("what cannot be judged together is refused") {
  CHECK(judge_together({}, {0.05, 0, 0}).empty());
  CHECK_THROWS_AS(judge_together(std::vector{in_order({1, 2}), in_order({1})}, {0.05, 0, 0}),
                  assay::Error);
  CHECK_THROWS_AS(judge_together(std::vector{in_order({1, NAN})}, {0.05, 0, 0}), assay::Error);
  CHECK_THROWS_AS(judge_together(std::vector{in_order({1, 2})}, {0, 0, 0}), assay::Error);
}

}  // namespace
