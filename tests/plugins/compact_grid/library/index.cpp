// Compares positions with enumerations by definition.
#include <algorithm>
#include <random>

#include "compact_grid/library/grid.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/compact_grid/enumeration.hpp"

using compact_grid::Grid;
using compact_grid::uint;
using testing::GridPoint;

namespace {

struct Shape {
  uint dimensions;
  uint levels;
};

const std::vector<Shape> small_shapes{{1, 1}, {1, 2}, {1, 9}, {2, 1}, {2, 2}, {2, 7}, {3, 1},
                                      {3, 5}, {4, 4}, {5, 4}, {6, 3}, {8, 3}, {12, 2}};

GridPoint point_at(const Grid& grid, std::uint64_t position) {
  GridPoint point{std::vector<uint>(grid.dimensions(), 77),
                  std::vector<uint>(grid.dimensions(), 77)};
  grid.point(position, point.level.data(), point.index.data());
  return point;
}

std::uint64_t position_of(const Grid& grid, const GridPoint& point) {
  return grid.position(point.level.data(), point.index.data());
}

// Requires that positions and points correspond as in the enumeration, in both directions, and that
// all points are distinct.
void require_bijection(const Shape& shape, bool has_boundary) {
  INFO(shape.dimensions << " dimensions, " << shape.levels << " levels, boundary " << has_boundary);
  const Grid grid(shape.dimensions, shape.levels, has_boundary);
  const auto points = testing::all_points(shape.dimensions, shape.levels, has_boundary);
  REQUIRE(grid.points() == points.size());
  std::set<testing::Coordinates> seen;
  bool same = true;
  for (std::size_t position = 0; position < points.size(); ++position) {
    const GridPoint found = point_at(grid, position);
    same = same && found.level == points[position].level && found.index == points[position].index &&
           position_of(grid, points[position]) == position;
    seen.insert(points[position].coordinates());
  }
  CHECK(same);
  CHECK(seen.size() == points.size());
}

}  // namespace

TEST_CASE("gp2idx and idx2gp number the points of a grid, one after the other") {
  for (const Shape& shape : small_shapes) require_bijection(shape, false);
}

TEST_CASE("positions with boundary are those of faces in the documented order") {
  for (const Shape& shape : small_shapes) {
    if (shape.dimensions <= 6) require_bijection(shape, true);
  }
}

TEST_CASE("the grid is the one that grows from its centre") {
  for (const Shape& shape : small_shapes) {
    const Grid grid(shape.dimensions, shape.levels, false);
    std::set<testing::Coordinates> numbered;
    for (std::uint64_t k = 0; k < grid.points(); ++k)
      numbered.insert(point_at(grid, k).coordinates());
    CHECK(numbered == testing::grown(shape.dimensions, shape.levels));
  }
}

TEST_CASE("next enumerates each subspace of a sum once, from the first to the last") {
  for (const Shape& shape : small_shapes) {
    const Grid grid(shape.dimensions, shape.levels, false);
    std::uint64_t subspaces = 0;
    for (uint sum = 0; sum < shape.levels; ++sum) {
      std::vector<uint> level(shape.dimensions, 77);
      compact_grid::first_level_vector(level.data(), shape.dimensions, sum);
      testing::enumerate_levels(shape.dimensions, sum, {}, [&](const std::vector<uint>& expected) {
        REQUIRE(level == expected);
        uint found_sum = 77;
        std::vector<uint> found(shape.dimensions, 77);
        const auto number =
            compact_grid::subspace_index(grid.tables(), 0, level.data(), &found_sum);
        compact_grid::subspace_levels(grid.tables(), 0, sum, number, found.data());
        CHECK(found == level);
        CHECK(found_sum == sum);
        ++subspaces;
        if (level.back() != sum) compact_grid::next_level_vector(level.data());
      });
    }
    CHECK(grid.subspaces() == subspaces);
  }
}

TEST_CASE("positions and points of huge grids are inverse to each other") {
  std::mt19937_64 random(5);
  for (const Shape& shape :
       {Shape{1, 31}, Shape{2, 31}, Shape{10, 11}, Shape{20, 8}, Shape{20, 20}, Shape{32, 10}}) {
    for (const bool has_boundary : {false, true}) {
      if (has_boundary && shape.levels * shape.dimensions > 200) continue;
      const Grid grid(shape.dimensions, shape.levels, has_boundary);
      std::vector<std::uint64_t> positions{0, grid.points() - 1};
      for (int k = 0; k < 2000; ++k) positions.push_back(random() % grid.points());
      for (const std::uint64_t position : positions) {
        const GridPoint point = point_at(grid, position);
        uint sum = 0;
        for (std::size_t t = 0; t < point.level.size(); ++t) {
          const bool is_fixed = point.level[t] == ON_BOUNDARY;
          sum += is_fixed ? 0 : point.level[t];
          REQUIRE(point.index[t] <= std::uint64_t{1} << (point.level[t] + 1));
          REQUIRE((is_fixed || point.index[t] % 2 == 1));
        }
        REQUIRE(sum < shape.levels);
        REQUIRE(position_of(grid, point) == position);
      }
    }
  }
}

TEST_CASE("the paper's own numbers hold") {
  // The point of Figure 6, in whose subspace the first coordinate runs fastest. In Algorithms 5 and
  // 7, which the library follows, the last one does, so that the parts 17 + 16 + 1 of the figure
  // become 17 + 16 + 4.
  const Grid plane(2, 4, false);
  CHECK(position_of(plane, {{1, 2}, {3, 1}}) == 37);
  // Numbers of points from Section 6.2.
  CHECK(Grid(1, 11, false).points() == 2047);
  CHECK(Grid(10, 11, false).points() == 127574017);
  CHECK(Grid(10, 11, false).table_bytes() < 1 << 20);
}

TEST_CASE("parents are the nearest coarser coordinates on either side") {
  for (uint level = 0; level < 8; ++level) {
    const uint cells = 2U << level;  // indices are in units of 1 / cells
    for (uint index = 1; index < cells; index += 2) {
      for (const bool right : {false, true}) {
        uint parent_level = 77;
        uint parent_index = 77;
        if (right) {
          compact_grid::right_parent(level, index, &parent_level, &parent_index);
        } else {
          compact_grid::left_parent(level, index, &parent_level, &parent_index);
        }
        const uint neighbour = right ? index + 1 : index - 1;
        CHECK((parent_index << (level - parent_level)) == neighbour);
        if (neighbour == 0 || neighbour == cells) {
          CHECK(parent_level == ON_BOUNDARY);
        } else {
          CHECK(parent_level < level);
          CHECK(parent_index % 2 == 1);
        }
      }
    }
  }
}

TEST_CASE("faces follow each other as their points do") {
  for (const Shape& shape : {Shape{1, 3}, Shape{3, 2}, Shape{5, 3}}) {
    const Grid grid(shape.dimensions, shape.levels, true);
    std::uint64_t next = 0;
    compact_grid::for_each_face(grid, [&](const compact_grid::Face& face) {
      CHECK(face.first == next);
      CHECK(compact_grid::face_first(grid.tables(), face.fixed, face.sides) == next);
      next += grid.interior_points(face.dimensions);
    });
    CHECK(next == grid.points());
    std::size_t faces = 0;
    compact_grid::for_each_face(Grid(shape.dimensions, shape.levels, false),
                                [&](const compact_grid::Face&) { ++faces; });
    CHECK(faces == 1);
  }
}
