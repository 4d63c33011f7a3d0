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

// Two bowls whose bottoms are two corners of the cube; the front is the way between these.
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

// The area that a front dominates, up to the worst value at the ends of the known front, which is
// 301 for both objectives.
double dominated_area(const std::vector<Outcome>& outcomes) {
  constexpr double worst = 301;
  std::vector<ParetoPoint> points;
  for (const auto& outcome : outcomes) points.push_back(point_of(outcome));
  double area = 0;
  double above = worst;
  for (const auto k : pareto_front(points)) {
    const double x = 1e3 * points[k].objective.median;
    const double y = points[k].further[0];
    if (x >= worst || y >= above) continue;
    area += (worst - x) * (above - y);
    above = y;
  }
  return area;
}

// The share of the area under the known front that `trials` trials leave undominated.
double missed(const SearchSpace& space, const StrategySpec& spec, std::size_t further,
              std::uint64_t seed, std::size_t trials) {
  std::vector<Outcome> all;
  for (std::uint64_t k = 0; k < space.size(); ++k) all.push_back(two_bowls(space, k));
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
  return 1 - dominated_area(seen) / dominated_area(all);
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

TEST_CASE("strategies close in on a front, further than chance and the objective alone",
          "[computes]") {
  const auto space = cube(15);  // 3375 configurations
  const auto mean_missed = [&](const char* name, std::size_t further) {
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      sum += missed(space, {name}, further, seed, 300);
    }
    return sum / 3;
  };
  const double chance = mean_missed("random", 1);
  for (const char* name : {"forest", "local"}) {
    CAPTURE(name);
    const double front = mean_missed(name, 1);
    CHECK(front < 0.75 * chance);
    CHECK(front < 0.5 * mean_missed(name, 0));
  }
}

TEST_CASE("what breaks a requirement leads back to what keeps it") {
  const auto space = cube(15);
  // The bowl's bottom violates the constraint: a may be 2^2 at most, but is 2^6 there.
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
