#include "plugins/sparse_grid/library/grid.hpp"

#include <algorithm>
#include <set>

#include "assay/plugin.hpp"
#include "plugins/sparse_grid/library/refinement.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/sparse_grid/random_grid.hpp"

using namespace sparse_grid;

namespace {

using Levels = std::vector<std::uint32_t>;

bool is_complete(const Grid& grid) {
  for (PointNumber p = 0; p < grid.size(); ++p) {
    for (std::size_t k = 0; k < grid.dimensions(); ++k) {
      Levels level(grid.level(p).begin(), grid.level(p).end());
      Levels index(grid.index(p).begin(), grid.index(p).end());
      if (level[k]-- == 1) continue;
      index[k] = parent_index(index[k]);
      const auto parent = grid.find(level, index);
      if (!parent || *parent >= p) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("regular grids have the points that theory and Table 5.3 say", "[grid]") {
  const std::vector<std::size_t> known{11, 71, 351, 1471, 5503, 18943, 61183, 187903, 553983};
  for (std::uint32_t level = 2; level <= 10; ++level) {
    CHECK(Grid::regular(5, level).size() == known[level - 2]);
  }
  CHECK(Grid::regular(10, 2).size() == 21);
  CHECK(Grid::regular(10, 3).size() == 241);
  CHECK(Grid::regular(28, 2).size() == 57);
  CHECK(Grid::regular(64, 2).size() == 129);
  CHECK(Grid::regular(1, 10).size() == 1023);
  CHECK(Grid::regular(3, 1).size() == 1);
}

TEST_CASE("a regular grid holds exactly the points within its level sum", "[grid]") {
  const auto grid = Grid::regular(2, 4);
  std::size_t expected = 0;
  for (std::uint32_t a = 1; a <= 4; ++a) {
    for (std::uint32_t b = 1; a + b <= 5; ++b) {
      for (std::uint32_t i = 1; i < (1U << a); i += 2) {
        for (std::uint32_t j = 1; j < (1U << b); j += 2, ++expected) {
          CHECK(grid.find(Levels{a, b}, Levels{i, j}).has_value());
        }
      }
    }
  }
  CHECK(grid.size() == expected);
  CHECK_FALSE(grid.find(Levels{3, 3}, Levels{1, 1}).has_value());
  CHECK(is_complete(grid));
}

TEST_CASE("parent and child indices undo each other", "[grid]") {
  for (std::uint32_t index = 1; index < 64; index += 2) {
    CHECK(parent_index(child_index(index, Side::left)) == index);
    CHECK(parent_index(child_index(index, Side::right)) == index);
    CHECK(child_index(index, Side::left) + 2 == child_index(index, Side::right));
  }
}

TEST_CASE("a regular grid is filled to any number of points below the next one", "[grid]") {
  const std::size_t level3 = Grid::regular(4, 3).size();
  const std::size_t level4 = Grid::regular(4, 4).size();
  for (const std::size_t points : {level3, level3 + 1, (level3 + level4) / 2, level4}) {
    const Grid grid = Grid::filled(4, 3, points, 1);
    CHECK(grid.size() == points);
    // The grid is complete: otherwise it could not be built from its points in their order.
    CHECK(Grid::from_points(4, grid.levels(), grid.indices()).size() == points);
  }
  const Grid a = Grid::filled(4, 3, level3 + 20, 1);
  CHECK(std::ranges::equal(a.indices(), Grid::filled(4, 3, level3 + 20, 1).indices()));
  CHECK_FALSE(std::ranges::equal(a.indices(), Grid::filled(4, 3, level3 + 20, 2).indices()));
  CHECK_THROWS_WITH(Grid::filled(4, 3, level3 - 1, 1), contains("grid_points"));
  CHECK_THROWS_WITH(Grid::filled(4, 3, level4 + 1, 1), contains("grid_points"));
}

TEST_CASE("inserting a point brings exactly its ancestors", "[grid]") {
  Grid grid(3);
  CHECK(grid.insert(Levels{3, 1, 2}, Levels{5, 1, 3}) == 5);
  CHECK(grid.size() == 3 * 1 * 2);
  CHECK(is_complete(grid));
  CHECK(grid.insert(Levels{2, 1, 1}, Levels{3, 1, 1}) < grid.size());
  CHECK(grid.size() == 6);
}

TEST_CASE("random refinement keeps ancestors complete and look-up right", "[grid]") {
  Random random(7);
  for (int round = 0; round < 40; ++round) {
    const std::size_t dimensions = 1 + random.below(round == 0 ? 64 : 8);
    const auto grid = random_grid(random, dimensions, 30, 9);
    CHECK(is_complete(grid));
    std::set<std::pair<Levels, Levels>> points;
    for (PointNumber p = 0; p < grid.size(); ++p) {
      const Levels level(grid.level(p).begin(), grid.level(p).end());
      Levels index(grid.index(p).begin(), grid.index(p).end());
      REQUIRE(grid.find(level, index) == p);
      points.emplace(level, index);
    }
    CHECK(points.size() == grid.size());
    for (int probe = 0; probe < 50; ++probe) {
      const auto p = static_cast<PointNumber>(random.below(grid.size()));
      Levels level(grid.level(p).begin(), grid.level(p).end());
      Levels index(grid.index(p).begin(), grid.index(p).end());
      const auto k = random.below(dimensions);
      const auto side = random.below(2) == 0 ? Side::left : Side::right;
      ++level[k];
      index[k] = child_index(index[k], side);
      const bool there = points.count({level, index}) == 1;
      CHECK(grid.find(level, index).has_value() == there);
      CHECK(grid.child(p, k, side) == grid.find(level, index));
    }
  }
}

TEST_CASE("a grid is rebuilt from its arrays and refuses incomplete ones", "[grid]") {
  Random random(3);
  const auto grid = random_grid(random, 4, 25);
  const auto copy = Grid::from_points(4, grid.levels(), grid.indices());
  CHECK(std::ranges::equal(copy.levels(), grid.levels()));
  CHECK(std::ranges::equal(copy.indices(), grid.indices()));

  const Levels orphan{1, 1, 3, 1}, orphan_index{1, 1, 5, 1};
  CHECK_THROWS_WITH(Grid::from_points(2, orphan, orphan_index), contains("ancestors"));
  const Levels twice{1, 1, 1, 1};
  CHECK_THROWS_WITH(Grid::from_points(2, twice, twice), contains("twice"));
  CHECK_THROWS_WITH(Grid::from_points(3, twice, twice), contains("3 dimensions"));
}

TEST_CASE("invalid grids and points are refused", "[grid]") {
  CHECK_THROWS_WITH(Grid(0), contains("1 to 64"));
  CHECK_THROWS_WITH(Grid(65), contains("65"));
  CHECK_THROWS_WITH(Grid::regular(2, 0), contains("level"));
  CHECK_THROWS_WITH(Grid::regular(64, 31), contains("points"));
  Grid grid(2);
  CHECK_THROWS_WITH(grid.insert(Levels{1}, Levels{1}), contains("2 dimensions"));
  CHECK_THROWS_WITH(grid.insert(Levels{1, 0}, Levels{1, 1}), contains("dimension 1"));
  CHECK_THROWS_WITH(grid.insert(Levels{2, 1}, Levels{2, 1}), contains("odd"));
  CHECK_THROWS_WITH(grid.insert(Levels{2, 1}, Levels{5, 1}), contains("below 2^level"));
  CHECK_THROWS_WITH(grid.insert(Levels{32, 1}, Levels{1, 1}), contains("dimension 0"));
  CHECK(grid.size() == 0);
  CHECK(grid.insert(Levels{31, 1}, Levels{2147483647, 1}) == 30);
}
