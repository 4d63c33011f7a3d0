#include "framework/tune/strategy/strategies.hpp"

#include <cmath>
#include <set>

#include "tests/catch.hpp"

using namespace assay;

namespace {

// 1, 2, 4, ... 2^(values - 1)
Parameter doubling(const std::string& name, int values) {
  Parameter parameter{name, "", {}, std::int64_t{1}, ""};
  for (int v = 0; v < values; ++v) parameter.values.emplace_back(std::int64_t{1} << v);
  return parameter;
}

SearchSpace cube(int values) {
  return SearchSpace({doubling("a", values), doubling("b", values), doubling("c", values)}, {}, {});
}

// A bowl whose bottom is at (6, 3, 5), in steps of the parameters. Beyond a * b = 2^12 trials fail.
std::optional<double> bowl(const SearchSpace& space, std::uint64_t index) {
  const auto at = space.assignment(index);
  if (at[0] + at[1] > 12) return std::nullopt;
  const auto away = [&](std::size_t k, double bottom) { return std::abs(at[k] - bottom); };
  return 1e-3 * (1 + away(0, 6) + 2 * away(1, 3) + 0.5 * away(2, 5));
}

}  // namespace

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

TEST_CASE("its proposals of a batch differ, and the order of their results is free") {
  const auto space = cube(9);
  const auto strategy = make_strategy({"bayesian"}, space, 1);
  std::set<std::uint64_t> proposed;
  for (int round = 0; round < 6; ++round) {
    std::vector<std::uint64_t> batch;
    for (int k = 0; k < 10; ++k) batch.push_back(strategy->propose().value());
    for (auto index = batch.rbegin(); index != batch.rend(); ++index) {
      CHECK(proposed.insert(*index).second);
      strategy->observe(*index, bowl(space, *index));
    }
  }
}

TEST_CASE("it lives with a space in which every trial fails, and with equal objectives") {
  const auto space = cube(4);
  for (const std::optional<double> outcome :
       {std::optional<double>(), std::optional<double>(0.5)}) {
    const auto strategy = make_strategy({"bayesian"}, space, 7);
    std::size_t count = 0;
    while (const auto index = strategy->propose()) {
      strategy->observe(*index, outcome);
      ++count;
    }
    CHECK(count == space.size());
  }
}

TEST_CASE("budgets beyond the model's go on, without repeating anything") {
  const auto space = cube(13);
  const auto strategy = make_strategy({"bayesian"}, space, 5);
  std::set<std::uint64_t> proposed;
  // Known from earlier runs: the model has had its share.
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
