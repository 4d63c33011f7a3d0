// Tests that the launches of a pass hold every number that the pass changes or reads as a parent
// exactly once.
#include "compact_grid/accelerator/sections.hpp"

#include <algorithm>

#include "tests/catch.hpp"

using compact_grid::Face;
using compact_grid::for_each_face;
using compact_grid::Grid;
using compact_grid::accelerator::pair_launches;
using compact_grid::accelerator::pair_numbers;
using compact_grid::accelerator::PassLaunch;
using compact_grid::accelerator::pole_launches;
using compact_grid::accelerator::Section;
using compact_grid::accelerator::tile_bits;

namespace {

std::uint64_t tiles_of(const PassLaunch& launch, std::size_t section) {
  const bool is_last = section + 1 == launch.sections.size();
  const std::uint64_t end = is_last ? launch.tiles : launch.sections[section + 1].first_tile;
  return end - launch.sections[section].first_tile;
}

// How many numbers all tiles hold together; each pole of a tile has 2^band - 1.
std::uint64_t numbers_of(const std::vector<PassLaunch>& launches) {
  std::uint64_t numbers = 0;
  for (const auto& launch : launches) {
    for (std::size_t s = 0; s < launch.sections.size(); ++s) {
      const Section& section = launch.sections[s];
      const std::uint64_t of_tile = ((std::uint64_t{1} << section.band) - 1) << section.roots;
      numbers += tiles_of(launch, s) * of_tile;
    }
  }
  return numbers;
}

// How many numbers lie on faces that are not fixed in dimension 0, except for bundles without
// boundary that have level 0 only.
std::uint64_t numbers_of_pass(const Grid& grid) {
  std::uint64_t numbers = 0;
  for_each_face(grid, [&](const Face& face) {
    if ((face.fixed & 1) == 0) numbers += grid.interior_points(face.dimensions);
  });
  if (grid.has_boundary()) return numbers;
  const auto tables = grid.tables();
  const auto others = grid.dimensions() - 1;
  const auto sum = grid.levels() - 1;
  const std::uint64_t vectors = others > 0 ? vectors_of_sum(tables, others, sum) : sum == 0;
  return numbers - (vectors << sum);
}

}  // namespace

TEST_CASE("passes of one dimension hold every number once") {
  for (const bool has_boundary : {false, true}) {
    for (const std::uint32_t d : {1U, 2U, 4U}) {
      for (const std::uint32_t n : {1U, 3U, 8U, 9U, 13U}) {
        for (const std::size_t tile : {256U, 2048U}) {
          INFO(d << " dimensions, " << n << " levels, tiles of " << tile);
          const Grid grid(d, n, has_boundary);
          CHECK(numbers_of(pole_launches(grid, tile)) == numbers_of_pass(grid));
        }
      }
    }
  }
}

TEST_CASE("tiles hold what they are said to, the finest levels first") {
  const Grid grid(2, 20, true);
  const auto launches = pole_launches(grid, 1024);
  REQUIRE(launches.size() > 1);
  std::uint32_t below = grid.levels();
  for (const auto& launch : launches) {
    CHECK(launch.first_level < below);
    below = launch.first_level;
    CHECK(launch.local_numbers == 1536);  // half a tile and the ends of its poles
    for (const auto& section : launch.sections) {
      CHECK(section.roots + section.band <= tile_bits(grid, 1024));
      CHECK(section.sum + launch.first_level + section.band <= grid.levels());
    }
  }
  CHECK(below == 0);
  CHECK(pole_launches(Grid(10, 11, false), 2048).size() == 1);
}

TEST_CASE("passes of two dimensions hold every number once, in bundles that fit") {
  for (const std::uint32_t d : {2U, 3U, 7U}) {
    for (const std::uint32_t n : {1U, 2U, 6U}) {
      const Grid grid(d, n, false);
      std::uint64_t numbers = 0;
      for (const auto& launch : pair_launches(grid)) {
        for (std::size_t s = 0; s < launch.sections.size(); ++s) {
          const Section& section = launch.sections[s];
          const std::uint64_t of_bundle = pair_numbers(section.band) << section.sum;
          CHECK(of_bundle <= launch.local_numbers);
          CHECK(2 * of_bundle >= launch.local_numbers);
          numbers += tiles_of(launch, s) * of_bundle;
        }
      }
      const auto sum = n - 1;
      const std::uint64_t alone =
          d > 2 ? vectors_of_sum(grid.tables(), d - 2, sum) : (sum == 0 ? 1 : 0);
      INFO(d << " dimensions, " << n << " levels");
      CHECK(numbers == grid.points() - (alone << sum));
    }
  }
  CHECK(pair_numbers(1) == 1);
  CHECK(pair_numbers(2) == 5);
  CHECK(pair_numbers(3) == 17);
}

TEST_CASE("more tiles than 32 bits count are refused") {
  REQUIRE_THROWS(pole_launches(Grid(10, 20, false), 256));
}
