#include "framework/tune/regression_forest.hpp"

#include <cmath>

#include "tests/catch.hpp"

using namespace assay;
using namespace std::string_literals;

namespace {

using Point = RegressionForest::Point;

// Three parameters with ten numbers each and one with three texts.
std::vector<Parameter> parameters() {
  Parameter number{"n", "", {}, std::int64_t{0}, ""};
  for (std::int64_t v = 0; v < 10; ++v) number.values.emplace_back(v);
  return {number, number, number, {"form", "", {"a"s, "b"s, "c"s}, "a"s, ""}};
}

// Depends on the first two numbers and the text; the third number has no influence.
double target(const Point& point) {
  return 0.3 * point[0] + (point[1] > 5 ? 2 : 0) + (point[3] == 1 ? 1 : 0);
}

struct RandomData {
  std::vector<Point> points;
  std::vector<double> targets;
};

RandomData sample(std::size_t size, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  RandomData result;
  for (std::size_t i = 0; i < size; ++i) {
    const auto draw = [&](std::uint64_t n) { return static_cast<std::uint32_t>(generator() % n); };
    result.points.push_back({draw(10), draw(10), draw(10), draw(3)});
    result.targets.push_back(target(result.points.back()));
  }
  return result;
}

}  // namespace

TEST_CASE("a forest predicts what it has not seen") {
  const auto seen = sample(300, 1);
  RegressionForest forest(parameters());
  forest.fit(seen.points, seen.targets);
  double squares = 0;
  const auto unseen = sample(500, 2);
  const auto predictions = forest.predict_all(unseen.points);
  for (std::size_t k = 0; k < predictions.size(); ++k) {
    squares += std::pow(predictions[k].mean - unseen.targets[k], 2);
  }
  // The variance of the targets themselves is 1.9.
  CHECK(squares / 500 < 0.15);
}

TEST_CASE("a forest doubts what lies between the values it has seen") {
  RandomData apart;
  for (const auto& point : sample(400, 3).points) {
    if (point[0] >= 3 && point[0] < 7) continue;
    apart.points.push_back(point);
    apart.targets.push_back(target(point));
  }
  RegressionForest forest(parameters());
  forest.fit(apart.points, apart.targets);
  CHECK(forest.predict({5, 2, 2, 0}).variance > 5 * forest.predict({1, 2, 2, 0}).variance);
  CHECK(forest.predict({5, 2, 2, 0}).variance > 5 * forest.predict({8, 2, 2, 0}).variance);
}

TEST_CASE("mean and variance are those over the trees and within their leaves") {
  const auto seen = sample(60, 4);
  RegressionForest forest(parameters(), {7, {5, 0.5}, 9});
  forest.fit(seen.points, seen.targets);
  REQUIRE(forest.trees().size() == 7);
  for (const auto& point : sample(50, 5).points) {
    double first = 0;
    double second = 0;
    for (const auto& tree : forest.trees()) {
      const auto& leaf = tree.predict(point);
      first += leaf.mean / 7;
      second += (leaf.variance + leaf.mean * leaf.mean) / 7;
    }
    const auto prediction = forest.predict(point);
    CHECK(prediction.variance == Approx(second - first * first));
    // The trees are fitted to targets around 0.
    double mean = 0;
    for (const double value : seen.targets) mean += value / 60;
    CHECK(prediction.mean == Approx(mean + first));
  }
}

TEST_CASE("points at once are predicted as points one by one") {
  const auto seen = sample(80, 6);
  RegressionForest forest(parameters());
  forest.fit(seen.points, seen.targets);
  const auto points = sample(40, 7).points;
  const auto predictions = forest.predict_all(points);
  REQUIRE(predictions.size() == points.size());
  for (std::size_t k = 0; k < points.size(); ++k) {
    CHECK(predictions[k].mean == forest.predict(points[k]).mean);
    CHECK(predictions[k].variance == forest.predict(points[k]).variance);
  }
}

TEST_CASE("the seed fixes the forest, and fitting again forgets") {
  const auto seen = sample(100, 8);
  const auto other = sample(100, 9);
  const Point point = {4, 5, 6, 2};
  RegressionForest first(parameters());
  first.fit(seen.points, seen.targets);
  RegressionForest second(parameters());
  second.fit(other.points, other.targets);
  second.fit(seen.points, seen.targets);
  CHECK(first.predict(point).mean == second.predict(point).mean);
  CHECK(first.predict(point).variance == second.predict(point).variance);
  RegressionForest third(parameters(), {30, {1, 5.0 / 6}, 2});
  third.fit(seen.points, seen.targets);
  double difference = 0;
  for (const auto& unseen : sample(50, 11).points) {
    difference += std::abs(first.predict(unseen).mean - third.predict(unseen).mean);
  }
  CHECK(difference > 0);
}

TEST_CASE("targets far from 0 lose nothing") {
  // All sums and means are exact; otherwise rounding would choose between equally good splits.
  constexpr double far_away = 0x1p30;
  auto seen = sample(256, 10);
  for (double& value : seen.targets) value = std::round(1024 * value) / 1024;
  RegressionForest near(parameters());
  near.fit(seen.points, seen.targets);
  for (double& value : seen.targets) value += far_away;
  RegressionForest far(parameters());
  far.fit(seen.points, seen.targets);
  const auto a = near.predict({1, 8, 3, 1});
  const auto b = far.predict({1, 8, 3, 1});
  CHECK(b.mean - far_away == Approx(a.mean).margin(1e-5));
  CHECK(b.variance == Approx(a.variance).margin(1e-12));
}

TEST_CASE("a single observation is all a forest knows") {
  RegressionForest forest(parameters());
  forest.fit({{1, 2, 3, 0}}, {-4.5});
  CHECK(forest.predict({9, 9, 9, 2}).mean == Approx(-4.5));
  CHECK(forest.predict({9, 9, 9, 2}).variance == 0);
}

TEST_CASE("numbers are split along their order, whatever the order of their list") {
  const auto values =
      std::vector<Value>{std::int64_t{8}, std::int64_t{1}, std::int64_t{4}, std::int64_t{2}};
  RegressionForest forest({{"n", "", values, values[0], ""}});
  // Values over 3 are slow, and a single split separates them.
  forest.fit({{0}, {1}, {2}, {3}}, {5, 1, 5, 1});
  for (const auto& tree : forest.trees()) CHECK(tree.leaves().size() <= 2);
  CHECK(forest.predict({0}).mean > forest.predict({1}).mean);
}
