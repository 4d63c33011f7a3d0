#include "framework/inference/location.hpp"

#include <limits>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/random.hpp"
#include "framework/inference/block_effect.hpp"
#include "framework/inference/median.hpp"
#include "framework/inference/sign_test.hpp"
#include "framework/inference/signed_rank.hpp"
#include "tests/catch.hpp"
#include "tests/framework/inference/infinity.hpp"

using namespace assay;
using namespace assay::inference;

namespace {

std::vector<double> drawn(std::size_t count, std::size_t values, Random& random) {
  std::vector<double> effects;
  for (std::size_t i = 0; i < count; ++i) {
    effects.push_back(static_cast<double>(random.below(values)) - static_cast<double>(values / 2));
  }
  return effects;
}

TEST_CASE("sign-test p-values are the binomial tail, and zeros speak against a difference") {
  Random random(1);
  for (int repetition = 0; repetition < 200; ++repetition) {
    const auto effects = drawn(random.below(13), 5, random);
    unsigned above = 0;
    for (const double effect : effects) above += effect > 0 ? 1 : 0;
    double patterns = 0;
    for (unsigned pattern = 0; pattern < 1U << effects.size(); ++pattern) {
      unsigned heads = 0;
      for (unsigned bits = pattern; bits != 0; bits >>= 1) heads += bits & 1U;
      patterns += heads >= above ? 1 : 0;
    }
    CHECK(sign_test_above(effects, 0) ==
          Approx(patterns / static_cast<double>(1U << effects.size())));
  }
  std::vector<double> mostly_zero(30, 0.0);
  mostly_zero.resize(36, 1.0);
  CHECK(sign_test_above(mostly_zero, 0) > 0.99);
  CHECK(sign_test_above(std::vector<double>(3000, 1.0), 0) < 1e-300);
}

TEST_CASE("the sign-test interval holds what its p-values do not reject") {
  Random random(2);
  for (int repetition = 0; repetition < 300; ++repetition) {
    const auto effects = drawn(1 + random.below(30), 7, random);
    const Interval interval = sign_test_interval(effects, 0.9);
    for (double shift = -5; shift <= 5; shift += 0.5) {
      CHECK((sign_test_above(effects, shift) <= 0.05) == (shift < interval.lower));
      CHECK((sign_test_below(effects, shift) <= 0.05) == (shift > interval.upper));
    }
  }
  const Interval few = sign_test_interval(std::vector<double>{1, 2, 3, 4, 5}, 0.95);
  CHECK(few.median == 3);
  CHECK(few.lower == -infinity);
  CHECK(few.upper == infinity);
}

TEST_CASE("the sign test is chosen where at most half as many magnitudes occur as effects") {
  using Effects = std::vector<double>;
  CHECK(method_for(Effects{}) == Method::signed_rank);
  CHECK(method_for(Effects{1}) == Method::signed_rank);
  CHECK(method_for(Effects{1, 2, 3, 3}) == Method::signed_rank);
  CHECK(method_for(Effects{1, 1, 3, 3}) == Method::sign_test);
  CHECK(method_for(Effects{1, -1, 3, -3}) == Method::sign_test);
  CHECK(method_for(Effects(10, 0.0)) == Method::sign_test);
  Effects many;
  for (std::size_t i = 0; i <= most_ranked; ++i) many.push_back(static_cast<double>(i));
  CHECK(method_for(many) == Method::sign_test);
  many.pop_back();
  CHECK(method_for(many) == Method::signed_rank);
  CHECK(std::string(to_string(Method::sign_test)) == "sign test");
}

TEST_CASE("choosing a method keeps the level of the test of no difference") {
  // The effects have few magnitudes, so that both methods occur, and are symmetric about 0.
  Random random(3);
  constexpr int repetitions = 4000;
  int rejected = 0;
  int signs = 0;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const auto effects = drawn(12, 17, random);
    signs += method_for(effects) == Method::sign_test ? 1 : 0;
    rejected += p_different(effects, 0) <= 0.05 ? 1 : 0;
  }
  CHECK(signs > repetitions / 10);
  CHECK(signs < repetitions - repetitions / 10);
  CHECK(rejected <= 0.05 * repetitions + 3 * std::sqrt(0.05 * 0.95 * repetitions));
}

TEST_CASE("estimate, bounds and p-values are of one method") {
  Random random(4);
  for (const std::size_t values : {3U, 1000000U}) {
    const auto effects = drawn(20, values, random);
    const Location location = locate(effects, 0.9);
    const bool ranked = values > 3;
    CHECK(location.method == (ranked ? Method::signed_rank : Method::sign_test));
    const Interval interval =
        ranked ? signed_rank_interval(effects, 0.9) : sign_test_interval(effects, 0.9);
    CHECK(location.estimate == interval.median);
    CHECK(location.lower == interval.lower);
    CHECK(location.upper == interval.upper);
    const double above = ranked ? signed_rank_above(effects, 0.1) : sign_test_above(effects, 0.1);
    const double below = ranked ? signed_rank_below(effects, 0.1) : sign_test_below(effects, 0.1);
    CHECK(p_above(effects, 0.1) == above);
    CHECK(p_below(effects, 0.1) == below);
    CHECK(p_different(effects, 0.1) == Approx(std::min(1.0, 2 * std::min(above, below))));
  }
}

TEST_CASE("nothing is located nowhere, and what is not finite is named") {
  const Location nothing = locate({}, 0.95);
  CHECK(std::isnan(nothing.estimate));
  CHECK(nothing.lower == -infinity);
  CHECK(nothing.upper == infinity);
  CHECK(p_above({}, 0) == 1);
  CHECK(p_different({}, 0) == 1);
  const std::vector<double> bad = {0.1, std::nan(""), infinity};
  CHECK_THROWS_WITH(locate(bad, 0.95), contains("block 2 of 3 is nan"));
  CHECK_THROWS_WITH(p_above(bad, 0), contains("block 2 of 3 is nan"));
  CHECK_THROWS_WITH(p_below(std::vector<double>{-infinity}, 0), contains("block 1 of 1 is -inf"));
}

TEST_CASE("the fewest blocks are those whose unanimity is rejected") {
  CHECK(fewest_blocks(0.05) == 6);
  CHECK(fewest_blocks(0.0125) == 8);
  CHECK(fewest_blocks(1) == 1);
  for (const double level : {0.2, 0.05, 0.01, 1e-4}) {
    const std::size_t n = fewest_blocks(level);
    CHECK(p_different(std::vector<double>(n, 1.0), 0) <= level);
    CHECK(p_different(std::vector<double>(n - 1, 1.0), 0) > level);
  }
}

TEST_CASE("a block's effect is the median log-ratio and changes its sign with the sides") {
  const std::vector<TimePair> pairs = {{1, 1.02}, {2, 2.1}, {1, 900}};
  CHECK(block_effect(pairs) == Approx(std::log(1.05)));
  Random random(5);
  for (int repetition = 0; repetition < 100; ++repetition) {
    const TimePair pair = {random.uniform() + 1e-9, random.uniform() + 1e-9};
    CHECK(log_ratio(pair) == -log_ratio({pair.candidate, pair.baseline}));
  }
  CHECK_THROWS_WITH(block_effect({}), contains("has no pairs"));
  CHECK_THROWS_WITH(block_effect(std::vector<TimePair>{{1, 1}, {1, 0}}), contains("pair 2 of 2"));
  CHECK_THROWS_WITH(log_ratio({infinity, 1}), contains("positive and finite"));
  CHECK(median_of({4}) == 4);
  CHECK(median_of({4, 1}) == 2.5);
  CHECK(median_of({4, 1, 9, 3}) == 3.5);
}

}  // namespace
