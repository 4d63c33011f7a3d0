#include "framework/dispatch/training.hpp"

#include <algorithm>
#include <limits>

#include "framework/decision/decision.hpp"
#include "framework/dispatch/regret.hpp"
#include "tests/catch.hpp"
#include "tests/framework/dispatch/made_matrix.hpp"

using namespace assay;
using namespace assay::dispatch;

namespace {

// Pair 1 is best for many rows and few columns, pair 2 for many of both, pair 0 else.
double corner_cost(std::size_t j, double rows, double columns) {
  const std::size_t best = rows <= 4096 ? 0 : columns <= 256 ? 1 : 2;
  return j == best ? 1 : 2;
}

std::size_t chosen_by(const DecisionTree& tree, const FeatureValues& point) {
  return tree.preferred(point).front();
}

double mean_regret(const CostMatrix& matrix, const DecisionTree& tree) {
  const auto summary = summarise_regret(
      matrix, [&](std::size_t row) { return chosen_by(tree, matrix.points[row]); });
  return -std::log(summary.share.median);
}

}  // namespace

TEST_CASE("a tree finds the regions in which pairs are best, on instances it has not seen too") {
  const auto seen = test::made_matrix(400, 3, 1, 0.02, corner_cost);
  const auto other = test::made_matrix(400, 3, 2, 0.02, corner_cost);
  const DecisionTree tree = train(seen).tree;
  CHECK(mean_regret(seen, tree) < 0.01);
  CHECK(mean_regret(other, tree) < 0.03);
  CHECK(tree.nodes().size() <= 9);
}

TEST_CASE("where pairs differ by noise alone, trees stay small") {
  std::size_t leaves = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const auto matrix =
        test::made_matrix(100, 3, seed, 0.05, [](std::size_t, double, double) { return 1.0; });
    const DecisionTree tree = train(matrix).tree;
    leaves += static_cast<std::size_t>(
        std::ranges::count_if(tree.nodes(), [](const auto& node) { return node.is_leaf(); }));
  }
  // A tree that follows the noise has some forty.
  CHECK(leaves <= 8 * 10);
}

TEST_CASE("a pair that fails is avoided where it fails") {
  const auto matrix = test::made_matrix(200, 2, 3, 0.01, [](std::size_t j, double rows, double) {
    if (j == 0) return 2.0;
    return rows > 1000 ? failed_cost : 1.0;
  });
  const DecisionTree tree = train(matrix).tree;
  for (std::size_t i = 0; i < matrix.instances(); ++i) {
    CAPTURE(i, matrix.points[i]);
    CHECK(std::isfinite(matrix.costs[i][chosen_by(tree, matrix.points[i])]));
  }
}

TEST_CASE("a pair that needs sizes which it divides is chosen for those alone") {
  const auto cost = [](std::size_t j, double, double columns) {
    if (j == 0) return 2.0;
    return std::fmod(columns, 4) == 0 ? 1.0 : failed_cost;
  };
  const DecisionTree tree = train(test::made_matrix(300, 2, 5, 0.01, cost)).tree;
  const auto other = test::made_matrix(300, 2, 6, 0, cost);
  std::size_t packed = 0;
  for (std::size_t i = 0; i < other.instances(); ++i) {
    if (!tree.covers(other.points[i])) continue;
    CAPTURE(other.points[i]);
    const std::size_t chosen = chosen_by(tree, other.points[i]);
    CHECK(std::isfinite(other.costs[i][chosen]));
    packed += chosen;
  }
  CHECK(packed > 60);
}

TEST_CASE("where a leaf's pair cannot take an input, the best of the others is chosen") {
  // Pair 2 takes an even number of columns alone; for odd ones pair 1 is far better than pair 0.
  const auto cost = [](std::size_t j, double rows, double columns) {
    if (j == 2 && std::fmod(columns, 2) != 0) return failed_cost;
    if (rows * columns < 4096) return j == 1 ? 1.0 : 1.3;
    return j == 2 ? 1.0 : j == 1 ? 1.4 : 8.0;
  };
  const auto seen = test::made_matrix(300, 3, 7, 0.01, cost);
  const decision::PairConditions conditions(seen.features, {{}, {}, {"columns % 2 == 0"}});
  const decision::Decision decision{
      "p", seen.features, {{}, {}, {}}, {"", "", ""}, train(seen, conditions).tree, conditions};
  const auto other = test::made_matrix(300, 3, 8, 0, cost);
  const auto summary =
      summarise_regret(other, [&](std::size_t row) { return decision.choose(other.points[row]); });
  CHECK(summary.failures == 0);
  CHECK(summary.share.median > 0.98);
  CHECK(decision.tree.nodes().size() <= 11);
}

TEST_CASE("facts may be larger than any that was measured") {
  auto matrix =
      test::made_matrix(100, 2, 4, 0, [](std::size_t j, double, double) { return j == 1 ? 1 : 2; });
  matrix.features.push_back({"entries", {}, true});
  for (auto& point : matrix.points) point.push_back(point[0]);
  const DecisionTree tree = train(matrix).tree;
  CHECK(tree.covers({100, 100, 1e300}));
  CHECK(tree.covers({100, 100, -1e300}));
  CHECK_FALSE(tree.covers({100, 100, std::numeric_limits<double>::quiet_NaN()}));
}

TEST_CASE("outside of what was measured, and for what is no number, the default is chosen") {
  const auto matrix =
      test::made_matrix(50, 2, 4, 0, [](std::size_t j, double, double) { return j == 1 ? 1 : 2; });
  const DecisionTree tree = train(matrix).tree;
  CHECK(chosen_by(tree, {100, 100}) == 1);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double outside : {-1.0, 0.0, 1e9, nan, infinity, -infinity}) {
    CAPTURE(outside);
    CHECK_FALSE(tree.covers({100, outside}));
    CHECK(chosen_by(tree, {100, outside}) == 0);
    CHECK(chosen_by(tree, {outside, 100}) == 0);
  }
}

TEST_CASE("thresholds lie between the values they separate, whole numbers at whole numbers") {
  CostMatrix matrix{{{"n", {}}}, {}, {}, {}};
  for (int k = 1; k <= 10; ++k) {
    for (const int size : {k, 100 * k}) {
      matrix.points.push_back({static_cast<double>(size)});
      matrix.labels.emplace_back();
      matrix.costs.push_back(size <= 10 ? std::vector<double>{1, 2} : std::vector<double>{2, 1});
    }
  }
  const auto tree = train(matrix).tree;
  REQUIRE(tree.nodes().size() == 3);
  const double threshold = tree.nodes()[0].threshold;
  CHECK(threshold >= 10);
  CHECK(threshold < 100);
  CHECK(threshold == std::floor(threshold));
  CHECK(chosen_by(tree, {10}) == 0);
  CHECK(chosen_by(tree, {100}) == 1);
}
