#include "framework/tune/strategy/strategies.hpp"

#include <set>

#include "tests/catch.hpp"
#include "tests/framework/tune/strategy/bowl.hpp"

using namespace assay;

using assay::test::bowl;
using assay::test::cube;

TEST_CASE("Bayesian optimisation finds the bottom of a bowl in a fiftieth of the space") {
  const auto space = cube(13);
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    CAPTURE(seed);
    const auto strategy = make_strategy({"bayesian"}, space, seed);
    double best = 1;
    for (int trial = 0; trial < 44; ++trial) {
      const auto index = strategy->propose();
      REQUIRE(index.has_value());
      const auto objective = bowl(space, *index);
      if (objective) best = std::min(best, *objective);
      strategy->observe(*index, objective);
    }
    CHECK(best < 2.1e-3);
  }
}

TEST_CASE("budgets beyond the model's go on, without repeating anything") {
  const auto space = cube(13);
  const auto strategy = make_strategy({"bayesian"}, space, 5);
  std::set<std::uint64_t> proposed;
  // With many results known from earlier runs, the model has used up its share.
  for (std::uint64_t index = 0; index < 600; ++index) {
    strategy->observe(index * 3, bowl(space, index * 3));
    proposed.insert(index * 3);
  }
  for (int trial = 0; trial < 300; ++trial) {
    const auto index = strategy->propose();
    REQUIRE(index.has_value());
    CHECK(proposed.insert(*index).second);
    strategy->observe(*index, bowl(space, *index));
  }
}
