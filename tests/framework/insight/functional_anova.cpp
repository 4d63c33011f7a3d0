#include "framework/insight/functional_anova.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <random>

#include "tests/catch.hpp"

using namespace assay;

namespace {

using Point = RegressionForest::Point;
using Function = std::function<double(const Point&)>;

std::vector<Parameter> numbers(const std::vector<std::uint32_t>& sizes) {
  std::vector<Parameter> parameters;
  for (const std::uint32_t size : sizes) {
    Parameter parameter{"p", "", {}, std::int64_t{0}, ""};
    for (std::int64_t v = 0; v < size; ++v) parameter.values.emplace_back(v);
    parameters.push_back(parameter);
  }
  return parameters;
}

std::vector<Point> product(const std::vector<std::uint32_t>& sizes) {
  std::vector<Point> points = {{}};
  for (const std::uint32_t size : sizes) {
    std::vector<Point> longer;
    for (const auto& point : points) {
      for (std::uint32_t v = 0; v < size; ++v) {
        longer.push_back(point);
        longer.back().push_back(v);
      }
    }
    points = longer;
  }
  return points;
}

// The variance, by enumeration, of the means of `f` over all points that agree in the parameters
// `marked`.
double variance_of_means(const std::vector<Point>& points, const Function& f,
                         const std::vector<std::size_t>& marked) {
  std::map<Point, std::pair<double, double>> groups;
  for (const auto& point : points) {
    Point key;
    for (const std::size_t j : marked) key.push_back(point[j]);
    auto& [count, sum] = groups[key];
    count += 1;
    sum += f(point);
  }
  double mean = 0;
  double squares = 0;
  for (const auto& [key, group] : groups) {
    const double value = group.second / group.first;
    mean += value / static_cast<double>(groups.size());
    squares += value * value / static_cast<double>(groups.size());
  }
  return squares - mean * mean;
}

// A tree that has seen every point of `f` and therefore equals it.
RegressionTree tree_of(const std::vector<std::uint32_t>& sizes, const Function& f) {
  std::vector<ValueOrder> orders;
  Observations observations;
  observations.ranks.resize(sizes.size());
  for (const std::uint32_t size : sizes) {
    ValueOrder order;
    for (std::uint32_t v = 0; v < size; ++v) order.rank.push_back(v);
    orders.push_back(order);
  }
  for (const auto& point : product(sizes)) {
    for (std::size_t j = 0; j < sizes.size(); ++j) observations.ranks[j].push_back(point[j]);
    observations.targets.push_back(f(point));
  }
  std::mt19937_64 generator(1);
  const std::vector<std::uint32_t> counts(observations.targets.size(), 1);
  return {orders, observations, counts, {1, 0.5}, generator};
}

}  // namespace

TEST_CASE("the decomposition is the one that enumeration finds, on random functions") {
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    CAPTURE(seed);
    std::mt19937_64 generator(seed);
    std::vector<std::uint32_t> sizes;
    const std::size_t count = 2 + generator() % 3;
    for (std::size_t j = 0; j < count; ++j) {
      sizes.push_back(1 + static_cast<std::uint32_t>(generator() % 5));
    }
    const auto points = product(sizes);
    std::map<Point, double> table;
    for (const auto& point : points) table[point] = static_cast<double>(generator() % 100);
    const Function f = [&](const Point& point) { return table.at(point); };

    const auto found = tree_variance(tree_of(sizes, f).leaves());
    std::vector<std::size_t> all(count);
    for (std::size_t j = 0; j < count; ++j) all[j] = j;
    CHECK(found.total == Approx(variance_of_means(points, f, all)).margin(1e-9));
    for (std::size_t j = 0; j < count; ++j) {
      const double alone = variance_of_means(points, f, {j});
      CHECK(found.parameters[j] == Approx(alone).margin(1e-9));
      for (std::size_t k = j + 1; k < count; ++k) {
        const double both = variance_of_means(points, f, {j, k});
        CHECK(found.pairs[j][k - j - 1] ==
              Approx(both - alone - variance_of_means(points, f, {k})).margin(1e-9));
      }
    }
    for (std::uint32_t v = 0; v < sizes[0]; ++v) {
      double sum = 0;
      double members = 0;
      for (const auto& point : points) {
        if (point[0] != v) continue;
        sum += f(point);
        members += 1;
      }
      CHECK(found.marginals[0][v] == Approx(sum / members));
    }
  }
}

TEST_CASE("the leaves of a coarse tree decompose as the tree's own predictions do") {
  const std::vector<std::uint32_t> sizes = {6, 5, 4};
  const Function f = [](const Point& p) { return p[0] * p[1] + std::cos(p[2]); };
  RegressionForest forest(numbers(sizes), {5, {4, 0.7}, 3});
  std::vector<double> targets;
  for (const auto& point : product(sizes)) targets.push_back(f(point));
  forest.fit(product(sizes), targets);
  for (const auto& tree : forest.trees()) {
    const Function g = [&](const Point& point) { return tree.predict(point).mean; };
    const auto found = tree_variance(tree.leaves());
    CHECK(found.total == Approx(variance_of_means(product(sizes), g, {0, 1, 2})));
    CHECK(found.parameters[1] == Approx(variance_of_means(product(sizes), g, {1})));
  }
}

TEST_CASE("what adds up does not interact, and its shares add up") {
  const auto found = tree_variance(tree_of({4, 5, 3}, [](const Point& p) {
                                     return 2.0 * p[0] + (p[1] == 3 ? 7 : 0) - p[2] * p[2];
                                   }).leaves());
  CHECK(found.parameters[0] == Approx(4 * 1.25));
  CHECK(found.parameters[0] + found.parameters[1] + found.parameters[2] == Approx(found.total));
  for (const auto& row : found.pairs) {
    for (const double pair : row) CHECK(pair == Approx(0).margin(1e-9));
  }
}

TEST_CASE("what matters only together has a share only together") {
  // The function is 1 where the first two parameters agree: neither of them tells anything alone.
  const auto found = tree_variance(
      tree_of({2, 2, 3}, [](const Point& p) { return p[0] == p[1] ? 1.0 : 0.0; }).leaves());
  CHECK(found.total == Approx(0.25));
  CHECK(found.parameters[0] == Approx(0).margin(1e-12));
  CHECK(found.pairs[0][0] == Approx(0.25));
  CHECK(found.pairs[0][1] == Approx(0).margin(1e-12));
}

TEST_CASE("a forest's shares find the parameters that matter, most important pair first") {
  const std::vector<std::uint32_t> sizes = {6, 6, 6, 6};
  std::mt19937_64 generator(5);
  std::vector<Point> points;
  std::vector<double> targets;
  for (int i = 0; i < 400; ++i) {
    Point point;
    for (const auto size : sizes) point.push_back(static_cast<std::uint32_t>(generator() % size));
    points.push_back(point);
    targets.push_back(100 + 3.0 * point[0] + 1.0 * point[1] * point[2]);
  }
  RegressionForest forest(numbers(sizes));
  forest.fit(points, targets);
  const auto shares = variance_shares(forest);
  double sum = 0;
  for (const auto& parameter : shares.parameters) sum += parameter.mean;
  for (const auto& pair : shares.pairs) sum += pair.share.mean;
  CHECK(sum <= 1 + 1e-9);
  CHECK(sum > 0.9);
  CHECK(shares.parameters[3].mean < 0.02);
  CHECK(shares.parameters[0].mean > 0.15);
  CHECK(shares.pairs.size() == 6);
  CHECK(shares.pairs[0].first == 1);
  CHECK(shares.pairs[0].second == 2);
  CHECK(shares.parameters[0].deviation > 0);
  // Averaged over the other parameters, the function is 100 + 3 v + 2.5^2.
  for (std::uint32_t v = 0; v < 6; ++v) {
    CHECK(shares.marginals[0][v].mean == Approx(106.25 + 3 * v).margin(1.5));
  }
}

TEST_CASE("where nothing varies no parameter has a share") {
  RegressionForest forest(numbers({3, 3}));
  forest.fit({{0, 0}, {1, 1}, {2, 2}}, {5, 5, 5});
  const auto shares = variance_shares(forest);
  CHECK(shares.parameters[0].mean == 0);
  CHECK(shares.pairs[0].share.mean == 0);
  CHECK(shares.marginals[1][2].mean == Approx(5));
}
