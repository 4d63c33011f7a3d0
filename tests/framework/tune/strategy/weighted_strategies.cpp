#include "framework/tune/strategy/weighted_strategies.hpp"

#include <cmath>
#include <set>

#include "framework/core/pareto_front.hpp"
#include "framework/tune/strategy/strategies.hpp"
#include "tests/catch.hpp"
#include "tests/framework/tune/strategy/bowl.hpp"

using namespace assay;
using assay::test::bowl;
using assay::test::cube;

namespace {

// Two bowls whose bottoms are two corners of the cube: the front is the way between them.
Outcome two_bowls(const SearchSpace& space, std::uint64_t index) {
  const auto at = space.assignment(index);
  double near = 1;
  double far = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    near += std::pow(at[k] - 2.0, 2);
    far += std::pow(at[k] - 12.0, 2);
  }
  return {1e-3 * near, {far}, {}};
}

ParetoPoint point_of(const Outcome& outcome) {
  return {{outcome.objective, outcome.objective, outcome.objective}, outcome.costs};
}

std::set<std::pair<double, double>> front_of(const std::vector<Outcome>& outcomes) {
  std::vector<ParetoPoint> points;
  for (const auto& outcome : outcomes) points.push_back(point_of(outcome));
  std::set<std::pair<double, double>> front;
  for (const auto k : pareto_front(points)) {
    front.insert({points[k].objective.median, points[k].further[0]});
  }
  return front;
}

// How many points of the known front `trials` trials find.
std::size_t found(const SearchSpace& space, const StrategySpec& spec, std::size_t further,
                  std::uint64_t seed, std::size_t trials) {
  std::vector<Outcome> all;
  for (std::uint64_t k = 0; k < space.size(); ++k) all.push_back(two_bowls(space, k));
  const auto known = front_of(all);
  WeightedStrategies strategies(spec, space, seed, {}, further);
  std::vector<Outcome> seen;
  for (std::size_t trial = 0; trial < trials; ++trial) {
    const auto index = strategies.propose();
    REQUIRE(index.has_value());
    seen.push_back(two_bowls(space, *index));
    Outcome told = seen.back();
    if (further == 0) told.costs.clear();
    strategies.observe(*index, told);
  }
  std::size_t count = 0;
  for (const auto& member : front_of(seen)) count += known.count(member);
  return count;
}

}  // namespace

TEST_CASE("weights are spread over all quantities, the objective's own first") {
  for (std::size_t quantities = 1; quantities <= 6; ++quantities) {
    const auto weights = spread_weights(quantities);
    CHECK(weights.size() <= 10);
    CHECK(weights.front().front() == 1);
    for (const auto& one : weights) {
      double sum = 0;
      for (const double weight : one) sum += weight;
      CHECK(sum == Approx(1));
      CHECK(one.size() == quantities);
    }
    CHECK(std::set<std::vector<double>>(weights.begin(), weights.end()).size() == weights.size());
  }
  CHECK(spread_weights(2).size() == 5);
}

TEST_CASE("with an objective alone the strategy is what it is by itself") {
  const auto space = cube(12);
  for (const auto& name : strategy_names()) {
    CAPTURE(name);
    const auto plain = make_strategy({name}, space, 3);
    WeightedStrategies wrapped({name}, space, 3, {}, 0);
    for (int trial = 0; trial < 40; ++trial) {
      const auto index = plain->propose();
      REQUIRE(wrapped.propose() == index);
      const auto value = bowl(space, *index);
      plain->observe(*index, value);
      wrapped.observe(*index, value ? std::optional(Outcome{*value, {}, {}}) : std::nullopt);
    }
  }
}

TEST_CASE("each configuration comes once, excluded and observed ones never") {
  const auto space = cube(4);
  for (const auto& name : strategy_names()) {
    CAPTURE(name);
    WeightedStrategies strategies({name}, space, 5, {}, 1);
    std::set<std::uint64_t> known = {3, 17};
    strategies.exclude(3);
    strategies.observe(17, two_bowls(space, 17));
    while (const auto index = strategies.propose()) {
      CHECK(known.insert(*index).second);
      const bool fails = *index % 5 == 0;
      strategies.observe(*index, fails ? std::nullopt : std::optional(two_bowls(space, *index)));
    }
    CHECK(known.size() == space.size());
  }
}

TEST_CASE("models and walks find more of a front than chance, and than the objective alone") {
  const auto space = cube(15);  // 3375 configurations
  for (const char* name : {"forest", "local", "genetic"}) {
    CAPTURE(name);
    std::size_t front = 0;
    std::size_t alone = 0;
    std::size_t chance = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      front += found(space, {name}, 1, seed, 120);
      alone += found(space, {name}, 0, seed, 120);
      chance += found(space, {"random"}, 1, seed, 120);
    }
    CHECK(front > 2 * chance);
    CHECK(front > alone);
  }
}

TEST_CASE("what breaks a requirement leads back to what keeps it") {
  const auto space = cube(15);
  // The bowl's bottom breaks it: a may be 2^2 at most, and not 2^6.
  const auto outcome = [&](std::uint64_t index) {
    const auto at = space.assignment(index);
    const double over = std::max(0.0, static_cast<double>(at[0]) - 2);
    return Outcome{bowl(space, index).value_or(1), {}, {over}};
  };
  double best = 1;
  for (std::uint64_t k = 0; k < space.size(); ++k) {
    if (outcome(k).keeps()) best = std::min(best, outcome(k).objective);
  }
  for (const char* name : {"local", "forest"}) {
    CAPTURE(name);
    WeightedStrategies strategies({name}, space, 1, {}, 0);
    double reached = 1;
    for (int trial = 0; trial < 200; ++trial) {
      const auto index = *strategies.propose();
      const Outcome now = outcome(index);
      if (now.keeps()) reached = std::min(reached, now.objective);
      strategies.observe(index, now);
    }
    CHECK(reached <= 1.2 * best);
  }
}
