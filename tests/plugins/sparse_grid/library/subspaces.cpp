#include "plugins/sparse_grid/library/subspaces.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/plugins/sparse_grid/random_grid.hpp"

using namespace sparse_grid;

TEST_CASE("subspaces are sorted and cover every point once", "[subspaces]") {
  Random random(11);
  for (int round = 0; round < 30; ++round) {
    const auto grid = random_grid(random, 1 + random.below(7), 40);
    const Subspaces subspaces(grid);
    std::vector<int> seen(grid.size());
    for (std::size_t s = 0; s < subspaces.size(); ++s) {
      if (s > 0) {
        CHECK(std::ranges::lexicographical_compare(subspaces.level(s - 1), subspaces.level(s)));
      }
      const auto points = subspaces.points(s);
      REQUIRE_FALSE(points.empty());
      CHECK(static_cast<double>(points.size()) <= subspaces.full_points(s));
      for (std::size_t k = 0; k < points.size(); ++k) {
        ++seen[points[k]];
        CHECK(std::ranges::equal(grid.level(points[k]), subspaces.level(s)));
        if (k == 0) continue;
        CHECK(
            std::ranges::lexicographical_compare(grid.index(points[k - 1]), grid.index(points[k])));
      }
    }
    CHECK(std::ranges::all_of(seen, [](int count) { return count == 1; }));
  }
}

TEST_CASE("statistics of regular grids are those of Table 5.3", "[subspaces][computes]") {
  const std::vector<double> subgrids{6, 21, 56, 126, 252, 462, 792, 1287, 2002};
  for (std::uint32_t level = 2; level <= 10; ++level) {
    const auto s = statistics(Grid::regular(5, level));
    CHECK(s.subgrids == subgrids[level - 2]);
    CHECK(s.full_points == s.points);
    CHECK(s.average_utilisation == 1);
    CHECK(s.largest_by_used.used == std::exp2(level - 1));
    CHECK(s.largest_by_full.full == std::exp2(level - 1));
    CHECK(s.deepest_level == level);
  }
}

TEST_CASE("statistics of an adaptive grid, counted by hand", "[subspaces]") {
  // A grid of level 2 in one dimension, with its left leaf refined: {1/2}, {1/4, 3/4}, and {1/8,
  // 3/8} out of 4.
  Grid grid = Grid::regular(1, 2);
  refine(grid, std::vector{*grid.child(0, 0, Side::left)});
  const auto s = statistics(grid);
  CHECK(s.points == 5);
  CHECK(s.full_points == 7);
  CHECK(s.subgrids == 3);
  CHECK(s.average_utilisation == Approx((1 + 1 + 0.5) / 3));
  CHECK(s.average_points == Approx(5.0 / 3));
  CHECK(s.largest_by_used.used == 2);
  CHECK(s.largest_by_used.full == 4);  // the larger one of two subgrids with 2 points
  CHECK(s.largest_by_full.used == 2);
  CHECK(s.deepest_level == 3);
}

TEST_CASE("the statistics of an empty grid are zero", "[subspaces]") {
  const auto s = statistics(Grid(3));
  CHECK(s.points == 0);
  CHECK(s.subgrids == 0);
  CHECK(s.average_utilisation == 0);
}
