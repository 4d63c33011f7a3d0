#include "framework/tune/regression_tree.hpp"

#include <algorithm>
#include <numeric>

#include "tests/catch.hpp"

using namespace assay;

namespace {

ValueOrder in_order(std::uint32_t values) {
  std::vector<std::uint32_t> rank(values);
  std::iota(rank.begin(), rank.end(), 0U);
  return {rank, true};
}

ValueOrder categories(std::uint32_t values) {
  auto order = in_order(values);
  order.ordered = false;
  return order;
}

// Observations of one parameter; observation i has rank i.
Observations line(const std::vector<double>& targets) {
  Observations observations;
  observations.targets = targets;
  observations.ranks.emplace_back(targets.size());
  std::iota(observations.ranks[0].begin(), observations.ranks[0].end(), 0U);
  return observations;
}

RegressionTree grown(const std::vector<ValueOrder>& orders, const Observations& observations,
                     const TreeOptions& options = {}, std::uint64_t seed = 1) {
  std::mt19937_64 generator(seed);
  return {orders, observations, std::vector<std::uint32_t>(observations.targets.size(), 1), options,
          generator};
}

// Random points and targets for parameters of 1 to 70 values, of either kind.
struct RandomProblem {
  explicit RandomProblem(std::uint64_t seed) : generator(seed) {
    const std::size_t count = 1 + generator() % 4;
    for (std::size_t j = 0; j < count; ++j) {
      auto order = in_order(1 + static_cast<std::uint32_t>(generator() % (j == 0 ? 70 : 6)));
      std::shuffle(order.rank.begin(), order.rank.end(), generator);
      order.ordered = generator() % 2 == 0;
      orders.push_back(order);
    }
    observations.ranks.resize(count);
    const std::size_t rows = 1 + generator() % 200;
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        observations.ranks[j].push_back(
            static_cast<std::uint32_t>(generator() % orders[j].rank.size()));
      }
      observations.targets.push_back(static_cast<double>(generator() % 1000) - 500);
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> point(std::size_t row) const {
    std::vector<std::uint32_t> point;
    for (std::size_t j = 0; j < orders.size(); ++j) {
      const auto& rank = orders[j].rank;
      const auto at = std::find(rank.begin(), rank.end(), observations.ranks[j][row]);
      point.push_back(static_cast<std::uint32_t>(at - rank.begin()));
    }
    return point;
  }

  std::mt19937_64 generator;
  std::vector<ValueOrder> orders;
  Observations observations;
};

}  // namespace

TEST_CASE("a tree grown to the end has the mean of the targets of every point it saw") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const RandomProblem problem(seed);
    const auto tree = grown(problem.orders, problem.observations, {1, 0.5}, seed);
    const std::size_t rows = problem.observations.targets.size();
    for (std::size_t i = 0; i < rows; ++i) {
      double sum = 0;
      double count = 0;
      for (std::size_t k = 0; k < rows; ++k) {
        if (problem.point(k) != problem.point(i)) continue;
        sum += problem.observations.targets[k];
        count += 1;
      }
      REQUIRE(tree.predict(problem.point(i)).mean == Approx(sum / count).margin(1e-9));
    }
  }
}

TEST_CASE("the leaves of a tree part the whole product of values, and predict as the tree does") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    RandomProblem problem(seed);
    const auto tree = grown(problem.orders, problem.observations, {3, 1}, seed);
    const auto leaves = tree.leaves();
    double volume = 0;
    double product = 1;
    for (const auto& order : problem.orders) product *= static_cast<double>(order.rank.size());
    for (const auto& leaf : leaves) {
      double part = 1;
      for (const auto& values : leaf.values) {
        part *= static_cast<double>(std::count(values.begin(), values.end(), true));
      }
      volume += part;
    }
    CHECK(volume == Approx(product));
    for (int k = 0; k < 30; ++k) {
      std::vector<std::uint32_t> point;
      for (const auto& order : problem.orders) {
        point.push_back(static_cast<std::uint32_t>(problem.generator() % order.rank.size()));
      }
      std::vector<double> means;
      for (const auto& leaf : leaves) {
        bool inside = true;
        for (std::size_t j = 0; j < point.size(); ++j) inside = inside && leaf.values[j][point[j]];
        if (inside) means.push_back(leaf.mean);
      }
      REQUIRE(means == std::vector<double>{tree.predict(point).mean});
    }
  }
}

TEST_CASE("categories are split in any way, numbers are not") {
  const auto observations = line({5, 1, 5, 1});
  CHECK(grown({categories(4)}, observations).leaves().size() == 2);
  CHECK(grown({in_order(4)}, observations).leaves().size() == 4);
}

TEST_CASE("a split lies anywhere between the values that were seen") {
  Observations observations;
  observations.ranks = {{0, 9}};
  observations.targets = {0, 1};
  std::vector<bool> seen(10);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto tree = grown({in_order(10)}, observations, {}, seed);
    std::uint32_t last = 0;
    while (tree.predict(std::vector{last + 1}).mean < 0.5) ++last;
    seen[last] = true;
  }
  CHECK(std::count(seen.begin(), seen.end(), true) == 9);
}

TEST_CASE("leaves are no smaller than asked for, and tell the variance within them") {
  const auto observations = line({1, 2, 3, 10, 11, 12});
  const auto tree = grown({in_order(6)}, observations, {3, 1});
  REQUIRE(tree.leaves().size() == 2);
  CHECK(tree.predict(std::vector{0U}).mean == Approx(2));
  CHECK(tree.predict(std::vector{5U}).mean == Approx(11));
  CHECK(tree.predict(std::vector{5U}).variance == Approx(2.0 / 3));
  CHECK(grown({in_order(6)}, observations, {4, 1}).leaves().size() == 1);
}

TEST_CASE("a tree finds what matters only together") {
  Observations observations;
  observations.ranks = {{0, 0, 1, 1}, {0, 1, 0, 1}};
  observations.targets = {1, 0, 0, 1};
  const auto tree = grown({in_order(2), in_order(2)}, observations);
  CHECK(tree.leaves().size() == 4);
  CHECK(tree.predict(std::vector{1U, 1U}).mean == 1);
}

TEST_CASE("where the targets are the same there is nothing to split") {
  const auto tree = grown({in_order(50)}, line(std::vector<double>(50, 0.1)));
  REQUIRE(tree.leaves().size() == 1);
  CHECK(tree.predict(std::vector{7U}).mean == Approx(0.1));
}

TEST_CASE("an observation counts as often as it is said to") {
  std::mt19937_64 generator(1);
  const RegressionTree tree({in_order(3)}, line({1, 2, 9}), {3, 1, 0}, {4, 1}, generator);
  REQUIRE(tree.leaves().size() == 1);
  CHECK(tree.predict(std::vector{0U}).mean == Approx(1.25));
  CHECK(tree.predict(std::vector{0U}).variance == Approx(0.1875));
}
