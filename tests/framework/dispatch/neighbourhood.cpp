#include "framework/dispatch/neighbourhood.hpp"

#include "tests/catch.hpp"
#include "tests/framework/dispatch/made_matrix.hpp"

using namespace assay;
using namespace assay::dispatch;

namespace {

CostMatrix matrix_of(const std::function<double(double, double)>& fact) {
  auto matrix = test::made_matrix(100, 1, 1, 0, [](std::size_t, double, double) { return 1; });
  matrix.features.push_back({"fact", {}, true});
  for (auto& point : matrix.points) point.push_back(fact(point[0], point[1]));
  return matrix;
}

}  // namespace

TEST_CASE("drawn points lie within the ranges, whole numbers at whole numbers") {
  auto matrix = matrix_of([](double rows, double columns) { return rows / columns; });
  matrix.features.push_back({"type", {"float", "half"}});
  for (std::size_t i = 0; i < matrix.instances(); ++i) {
    matrix.points[i].push_back(static_cast<double>(i % 2));
  }
  const auto ranges = ranges_of(matrix);
  Neighbourhood neighbourhood(matrix, 1);
  std::size_t halves = 0;
  for (int k = 0; k < 2000; ++k) {
    const FeatureValues point = neighbourhood.draw();
    CAPTURE(point);
    for (std::size_t f = 0; f < point.size(); ++f) {
      REQUIRE(point[f] >= ranges[f].from);
      REQUIRE(point[f] <= ranges[f].to);
    }
    REQUIRE(point[0] == std::floor(point[0]));
    REQUIRE(point[1] == std::floor(point[1]));
    REQUIRE((point[3] == 0 || point[3] == 1));
    halves += point[3] == 1 ? 1 : 0;
  }
  CHECK(halves > 500);
  CHECK(halves < 1500);
}

TEST_CASE("facts follow the arguments as they do over the instances") {
  const auto matrix =
      matrix_of([](double rows, double columns) { return rows * columns * columns; });
  const auto range = ranges_of(matrix)[2];
  Neighbourhood neighbourhood(matrix, 1);
  for (int k = 0; k < 2000; ++k) {
    const FeatureValues point = neighbourhood.draw();
    CAPTURE(point);
    const double expected = std::clamp(point[0] * point[1] * point[1], range.from, range.to);
    REQUIRE(std::abs(point[2] / expected - 1) < 0.01);
  }
}

TEST_CASE("a fact that arguments do not tell stays that of an instance nearby") {
  Random random(5);
  const auto matrix = matrix_of([&](double, double) { return random.chance(0.5) ? 1.0 : 1000.0; });
  Neighbourhood neighbourhood(matrix, 1);
  std::size_t near_one = 0;
  std::size_t near_thousand = 0;
  for (int k = 0; k < 2000; ++k) {
    const double fact = neighbourhood.draw()[2];
    near_one += fact <= 4 ? 1 : 0;
    near_thousand += fact >= 250 ? 1 : 0;
  }
  CHECK(near_one > 600);
  CHECK(near_thousand > 600);
}
