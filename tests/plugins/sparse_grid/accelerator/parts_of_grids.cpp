// A part of a grid against a grid that has copies of its rows.
#include "sparse_grid/library/grid_points.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "cases.hpp"
#include "sparse_grid/accelerator/level_vectors.hpp"
#include "sparse_grid/accelerator/subgrids.hpp"
#include "sparse_grid/accelerator/tree.hpp"
#include "tests/catch.hpp"

using sparse_grid::GridPoints;
using sparse_grid::accelerator::LevelVectors;
using sparse_grid::accelerator::Subgrids;
using sparse_grid::accelerator::Tree;
using testing::Case;

namespace {

using Numbers = std::vector<std::uint32_t>;

// Some points in any order, at least one.
Numbers some_of(std::size_t points, std::mt19937& random) {
  Numbers numbers(points);
  std::iota(numbers.begin(), numbers.end(), 0U);
  std::shuffle(numbers.begin(), numbers.end(), random);
  numbers.resize(1 + random() % points);
  return numbers;
}

// The grid that a part is, with tables of its own.
struct Copied {
  Copied(const Case& problem, const Numbers& numbers) : dimensions(problem.dimensions) {
    for (const std::uint32_t number : numbers) {
      for (std::size_t k = 0; k < dimensions; ++k) {
        levels.push_back(problem.levels[number * dimensions + k]);
        indices.push_back(problem.indices[number * dimensions + k]);
      }
    }
  }
  [[nodiscard]] GridPoints grid() const { return {dimensions, levels, indices}; }

  std::size_t dimensions;
  Numbers levels;
  Numbers indices;
};

// Calls `check(part, copied)` for parts of random grids of 1 to 13 dimensions.
void for_parts(const auto& check) {
  std::mt19937 random(17);
  for (std::size_t d = 1; d <= 13; ++d) {
    const Case problem(d, 1, static_cast<unsigned>(100 + d));
    for (int time = 0; time < 4; ++time) {
      const Numbers numbers = some_of(problem.grid_points(), random);
      const Copied copied(problem, numbers);
      INFO("d = " << d << ", " << numbers.size() << " of " << problem.grid_points() << " points");
      check(problem.grid().part(numbers), copied.grid());
    }
  }
}

void check_hats(const std::vector<sparse_grid::Hat>& some,
                const std::vector<sparse_grid::Hat>& others) {
  CHECK(std::ranges::equal(some, others, [](const sparse_grid::Hat& a, const sparse_grid::Hat& b) {
    return a.level == b.level && a.index == b.index;
  }));
}

}  // namespace

TEST_CASE("A whole grid has the rows of its tables, a part those of its numbers, in their order") {
  const Case problem(3, 1, 1);
  const GridPoints whole = problem.grid();
  REQUIRE(whole.size() == problem.grid_points());
  REQUIRE(whole.dimensions() == 3);
  for (std::size_t g = 0; g < whole.size(); ++g) {
    CHECK(std::ranges::equal(whole.level(g), std::span(problem.levels).subspan(3 * g, 3)));
    CHECK(std::ranges::equal(whole.index(g), std::span(problem.indices).subspan(3 * g, 3)));
  }
  for_parts([](const GridPoints& part, const GridPoints& copied) {
    REQUIRE(part.size() == copied.size());
    REQUIRE(part.dimensions() == copied.dimensions());
    for (std::size_t g = 0; g < part.size(); ++g) {
      CHECK(std::ranges::equal(part.level(g), copied.level(g)));
      CHECK(std::ranges::equal(part.index(g), copied.index(g)));
    }
  });
}

TEST_CASE("The numbers of a part of a part are those of the whole grid") {
  const Case problem(2, 1, 2);
  const Numbers few{4, 2};
  const Numbers others{3, 0, 1};
  const GridPoints part = problem.grid().part(few).part(others);
  REQUIRE(part.size() == 3);
  for (std::size_t g = 0; g < 3; ++g) {
    CHECK(std::ranges::equal(part.level(g), problem.grid().level(others[g])));
    CHECK(std::ranges::equal(part.index(g), problem.grid().index(others[g])));
  }
  CHECK(problem.grid().part({}).size() == 0);
}

TEST_CASE("Full subgrids of a part are those of a grid with its points alone") {
  for_parts([](const GridPoints& part, const GridPoints& copied) {
    const Subgrids subgrids(part, LevelVectors(part));
    const Subgrids expected(copied, LevelVectors(copied));
    CHECK(subgrids.shifts == expected.shifts);
    CHECK(subgrids.offsets == expected.offsets);
    CHECK(subgrids.skips == expected.skips);
    CHECK(subgrids.changes == expected.changes);
    CHECK(subgrids.slots == expected.slots);
    CHECK(subgrids.slot_count == expected.slot_count);
  });
}

TEST_CASE("The tree of a part is that of a grid with its points alone") {
  for_parts([](const GridPoints& part, const GridPoints& copied) {
    const Tree tree(part);
    const Tree expected(copied);
    CHECK(tree.order == expected.order);
    CHECK(tree.runs == expected.runs);
    check_hats(tree.hats, expected.hats);
    check_hats(tree.parents, expected.parents);
    CHECK(most_nodes(part) == most_nodes(copied));
  });
}
