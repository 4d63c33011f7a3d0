#include "framework/core/halton.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "framework/core/random.hpp"
#include "tests/catch.hpp"

namespace {

using assay::HaltonSequence;

// The largest difference between the share of the points below a corner and the volume there, over
// the corners of a grid: the star discrepancy, from below.
double discrepancy(const std::vector<std::vector<double>>& points) {
  constexpr int grid = 16;
  double worst = 0;
  for (int x = 1; x <= grid; ++x) {
    for (int y = 1; y <= grid; ++y) {
      const double right = static_cast<double>(x) / grid;
      const double top = static_cast<double>(y) / grid;
      const auto below = std::ranges::count_if(
          points, [&](const auto& point) { return point[0] < right && point[1] < top; });
      const double share = static_cast<double>(below) / static_cast<double>(points.size());
      worst = std::max(worst, std::abs(share - right * top));
    }
  }
  return worst;
}

std::vector<std::vector<double>> first_points(const HaltonSequence& sequence, std::size_t count) {
  std::vector<std::vector<double>> points;
  for (std::size_t k = 0; k < count; ++k) points.push_back(sequence(k));
  return points;
}

}  // namespace

TEST_CASE("each first power of a base has one point in every cell of that width") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const HaltonSequence sequence(3, seed);
    const std::size_t bases[] = {2, 3, 5};
    for (std::size_t d = 0; d < 3; ++d) {
      const std::size_t cells = bases[d] * bases[d] * bases[d];
      std::set<std::size_t> met;
      for (std::size_t k = 0; k < cells; ++k) {
        met.insert(static_cast<std::size_t>(sequence(k)[d] * static_cast<double>(cells)));
      }
      CHECK(met.size() == cells);
    }
  }
}

TEST_CASE("points lie more evenly than random ones, in any two dimensions of many") {
  assay::Random draw(5);
  std::size_t better = 0;
  std::size_t all = 0;
  const auto points = first_points(HaltonSequence(HaltonSequence::most_dimensions, 3), 300);
  for (std::size_t d = 0; d + 1 < HaltonSequence::most_dimensions; ++d) {
    std::vector<std::vector<double>> own;
    std::vector<std::vector<double>> random;
    for (const auto& point : points) {
      own.push_back({point[d], point[d + 1]});
      random.push_back({draw.uniform(), draw.uniform()});
    }
    better += discrepancy(own) < discrepancy(random) ? 1 : 0;
    ++all;
  }
  CHECK(better * 4 >= all * 3);
}

TEST_CASE("the seed decides, and all coordinates are from 0 to below 1") {
  CHECK(HaltonSequence(4, 7)(123) == HaltonSequence(4, 7)(123));
  CHECK(HaltonSequence(4, 7)(123) != HaltonSequence(4, 8)(123));
  const HaltonSequence sequence(HaltonSequence::most_dimensions, 1);
  for (const std::uint64_t number :
       {std::uint64_t{0}, std::uint64_t{1} << 52U, ~std::uint64_t{0}}) {
    for (const double coordinate : sequence(number)) {
      CHECK(coordinate >= 0);
      CHECK(coordinate < 1);
    }
  }
}
