#include "framework/inference/verdict.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/random.hpp"
#include "tests/catch.hpp"
#include "tests/framework/inference/sign_flips.hpp"

using namespace assay;
using namespace assay::inference;

namespace {

std::vector<double> effects_about(double centre, double deviation, std::size_t count,
                                  std::uint64_t seed) {
  Random random(seed);
  std::vector<double> effects;
  for (std::size_t i = 0; i < count; ++i) effects.push_back(centre + deviation * random.normal());
  return effects;
}

const Criteria usual = {0.05, log_margin(0.02), 0};

TEST_CASE("clear differences are named by their direction") {
  CHECK(judge(effects_about(0.05, 0.01, 12, 1), usual).outcome == Outcome::slower);
  CHECK(judge(effects_about(-0.05, 0.01, 12, 1), usual).outcome == Outcome::faster);
  CHECK(judge(effects_about(0.05, 0.01, 12, 1), usual).reason.empty());
}

TEST_CASE("a tiny difference is equivalent though it is significant") {
  const auto effects = effects_about(0.004, 0.001, 12, 2);
  const Verdict verdict = judge(effects, usual);
  CHECK(verdict.p_different < 0.001);
  CHECK(verdict.outcome == Outcome::equivalent);
  CHECK(judge(effects, {0.05, 0, 0}).outcome == Outcome::slower);
  CHECK(judge(effects, {0.05, 0, 0}).p_equivalent == 1);
}

TEST_CASE("equivalence is found at its share of the level, and with none never") {
  Criteria shared = usual;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto effects = effects_about(0.012, 0.01, 12, seed);
    const double p = judge(effects, usual).p_equivalent;
    for (const double share : {0.0, 0.2, 0.8, 1.0}) {
      shared.equivalence_share = share;
      const bool found = judge(effects, shared).outcome == Outcome::equivalent;
      CHECK(found == (p <= share * usual.alpha));
    }
  }
  shared.equivalence_share = 1.5;
  CHECK_THROWS_WITH(judge(std::vector<double>{0.1}, shared), contains("a share of 1.5"));
}

TEST_CASE("a verdict's p-values and interval are those of all sign flips") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto effects = effects_about(0.01, 0.02, 9, seed);
    const Verdict verdict = judge(effects, usual);
    const double above = above_by_all_sign_flips(effects, 0);
    const double below = below_by_all_sign_flips(effects, 0);
    CHECK(verdict.p_different == Approx(std::min(1.0, 2 * std::min(above, below))));
    CHECK(verdict.p_equivalent == Approx(std::max(above_by_all_sign_flips(effects, -usual.delta),
                                                  below_by_all_sign_flips(effects, usual.delta))));
    const bool excludes_zero = verdict.location.lower > 0 || verdict.location.upper < 0;
    CHECK((verdict.p_different <= usual.alpha) == excludes_zero);
  }
}

TEST_CASE("what is inconclusive says why") {
  const auto few = judge(effects_about(0.05, 0.001, 6, 3), {0.0125, 0, 0});
  CHECK(few.outcome == Outcome::undecided);
  CHECK(few.reason == "6 blocks are too few for a level of 0.0125; 8 are needed");
  CHECK(judge(std::vector<double>{0.1}, usual).reason ==
        "1 block is too few for a level of 0.05; 6 are needed");
  CHECK(judge({}, usual).outcome == Outcome::undecided);
  CHECK(judge({}, usual).reason == "0 blocks are too few for a level of 0.05; 6 are needed");

  const auto noisy = judge(effects_about(0, 0.1, 12, 4), usual);
  CHECK(noisy.outcome == Outcome::undecided);
  CHECK_THAT(noisy.reason, contains("includes 0 and is too wide to exclude a difference of 2%"));
}

TEST_CASE("less than the smallest claim is never claimed") {
  const auto effects = effects_about(0.03, 0.002, 12, 5);
  CHECK(judge(effects, {0.05, 0.01, 0.025}).outcome == Outcome::slower);
  const Verdict refused = judge(effects, {0.05, 0.01, 0.04});
  CHECK(refused.outcome == Outcome::undecided);
  CHECK(refused.p_different < 0.05);
  CHECK_THAT(refused.reason, contains("less than 4.08%, the smallest that is claimed"));
}

TEST_CASE("verdicts of equal effects, zeros and steps of a coarse clock") {
  CHECK(judge(std::vector<double>(10, 0.0), usual).outcome == Outcome::equivalent);
  CHECK(judge(std::vector<double>(10, 0.0), {0.05, 0, 0}).outcome == Outcome::undecided);
  CHECK(judge(std::vector<double>(10, 0.1), usual).outcome == Outcome::slower);
  std::vector<double> steps(20, 0.03);
  steps[3] = steps[4] = 0;
  const Verdict coarse = judge(steps, usual);
  CHECK(coarse.location.method == Method::sign_test);
  CHECK(coarse.outcome == Outcome::slower);
  CHECK(coarse.location.estimate == 0.03);
}

TEST_CASE("false claims of a difference and of equivalence keep the level") {
  constexpr int repetitions = 2000;
  int different = 0;
  int equivalent = 0;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const auto seed = static_cast<std::uint64_t>(repetition);
    const auto none = judge(effects_about(0, 0.02, 10, seed), {0.05, 0, 0});
    different += none.outcome != Outcome::undecided ? 1 : 0;
    // The true difference is exactly the margin, which is just not equivalent.
    const auto edge = judge(effects_about(usual.delta, 0.005, 10, seed), usual);
    equivalent += edge.outcome == Outcome::equivalent ? 1 : 0;
  }
  const double most = 0.05 * repetitions + 3 * std::sqrt(0.05 * 0.95 * repetitions);
  CHECK(different <= most);
  CHECK(different > 0.02 * repetitions);
  CHECK(equivalent <= most);
  CHECK(equivalent > 0.02 * repetitions);
}

TEST_CASE("criteria and effects that make no sense are refused") {
  CHECK(log_margin(0.02) == Approx(0.0198026));
  CHECK_THROWS_WITH(log_margin(0), contains("positive fraction"));
  CHECK_THROWS_WITH(log_margin(std::nan("")), contains("positive fraction"));
  const std::vector<double> effects = {0.1};
  CHECK_THROWS_WITH(judge(effects, {0, 0, 0}), contains("between 0 and 1"));
  CHECK_THROWS_WITH(judge(effects, {std::nan(""), 0, 0}), contains("between 0 and 1"));
  CHECK_THROWS_WITH(judge(effects, {0.05, -1, 0}), contains("neither may be negative"));
  const std::vector<double> bad = {0.1, std::numeric_limits<double>::infinity()};
  CHECK_THROWS_WITH(judge(bad, usual), contains("block 2 of 2 is inf"));
  CHECK(std::string(to_string(Outcome::equivalent)) == "equivalent");
}

}  // namespace
