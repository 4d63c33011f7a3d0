#include "compact_grid/accelerator/z_order.hpp"

#include <numeric>
#include <random>

#include "tests/catch.hpp"

using compact_grid::accelerator::z_order;

TEST_CASE("points on a line are sorted") {
  const std::vector<double> points{0.75, 0, 1, 0.25, 0.5, 0.1};
  CHECK(z_order<double>(points, 1) == std::vector<std::uint32_t>{1, 5, 3, 4, 0, 2});
}

TEST_CASE("the first coordinate's half is the first bit, the second's the next") {
  const std::vector<float> points{0.9F, 0.9F, 0.9F, 0.1F, 0.1F, 0.9F, 0.1F, 0.1F};
  CHECK(z_order<float>(points, 2) == std::vector<std::uint32_t>{3, 2, 1, 0});
}

TEST_CASE("every point has its place, and cells of equal size stay together") {
  constexpr std::size_t count = 4096;
  std::mt19937 random(1);
  std::vector<double> points(3 * count);
  for (double& x : points) x = static_cast<double>(random()) / 4294967295.0;
  const auto order = z_order<double>(points, 3);
  auto sorted = order;
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0U);
  CHECK(sorted == all);
  // Once the order has left an eighth of an octant, it does not come back to it.
  std::vector<bool> left(64, false);
  std::size_t last = 64;
  for (const std::size_t point : order) {
    std::size_t cell = 0;
    for (std::size_t t = 0; t < 3; ++t) {
      cell =
          cell * 4 + std::min<std::size_t>(static_cast<std::size_t>(points[3 * point + t] * 4), 3);
    }
    CHECK_FALSE(left[cell]);
    if (last != 64 && last != cell) left[last] = true;
    last = cell;
  }
}

TEST_CASE("more dimensions than bits go by half of each") {
  std::vector<double> points(2 * 32, 0.25);
  points[31] = 0.75;  // the first point's last coordinate
  CHECK(z_order<double>(points, 32) == std::vector<std::uint32_t>{1, 0});
}
