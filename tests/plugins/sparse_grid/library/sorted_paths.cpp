// Compares points in the order of their tree with a comparison dimension by dimension.
#include "sparse_grid/library/sorted_paths.hpp"

#include <algorithm>
#include <vector>

#include "scattered.hpp"
#include "sparse_grid/library/data_order.hpp"
#include "sparse_grid/library/hat_number.hpp"
#include "tests/catch.hpp"

using namespace sparse_grid;

namespace {

// The numbers of a point's hats in the order of the dimensions.
std::vector<std::uint32_t> path_of(const GridPoints& points, std::uint32_t point,
                                   const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> path;
  for (const std::uint32_t k : order) {
    path.push_back(number_of({points.level(point)[k], points.index(point)[k]}));
  }
  return path;
}

void check_paths(const GridPoints& points, const std::vector<std::uint32_t>& order) {
  auto expected = given_order(points.size());
  std::ranges::sort(expected, {}, [&](std::uint32_t p) { return path_of(points, p, order); });
  const SortedPaths paths(points, order);
  REQUIRE(paths.size() == points.size());
  std::vector<std::uint32_t> before;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    REQUIRE(paths.point(i) == expected[i]);
    const auto path = path_of(points, expected[i], order);
    for (std::uint32_t place = 0; place < order.size(); ++place) {
      CHECK(paths.hat_number(i, place) == path[place]);
    }
    const auto parting = i == 0 ? 0 : std::ranges::mismatch(path, before).in1 - path.begin();
    CHECK(paths.parting(i) == parting);
    before = path;
  }
}

}  // namespace

TEST_CASE("Paths come in the order of their hats, dimension by dimension") {
  for (const auto& [count, dimensions, seldom] :
       {std::tuple{1, 1, false}, {2, 3, true}, {3000, 5, true}, {2000, 64, true}}) {
    const Scattered grid(static_cast<std::size_t>(count), static_cast<std::size_t>(dimensions), 17,
                         seldom);
    auto order = given_order(grid.dimensions);
    check_paths(grid.points(), order);
    std::ranges::reverse(order);
    check_paths(grid.points(), order);
  }
}

TEST_CASE("The finest hats there are have room") {
  const std::vector<std::uint32_t> levels{31, 31, 31, 1, 31, 1, 31, 1, 31};
  const std::vector<std::uint32_t> indices{1, (1U << 31U) - 1, 5, 1, 3, 1, 1, 1, (1U << 31U) - 1};
  check_paths(GridPoints(3, levels, indices), {1, 2, 0});
}

TEST_CASE("A hat is told by its number") {
  std::uint32_t number = 0;
  for (std::uint32_t level = 1; level <= 8; ++level) {
    for (std::uint32_t index = 1; index < 1U << level; index += 2, ++number) {
      CHECK(number_of({level, index}) == number);
      CHECK(hat_of(number).level == level);
      CHECK(hat_of(number).index == index);
    }
  }
  const Hat finest = hat_of(number_of({31, (1U << 31U) - 1}));
  CHECK(finest.level == 31);
  CHECK(finest.index == (1U << 31U) - 1);
}
