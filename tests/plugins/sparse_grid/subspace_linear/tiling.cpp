#include "plugins/sparse_grid/subspace_linear/tiling.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <set>
#include <vector>

#include "tests/catch.hpp"
#include "tests/plugins/sparse_grid/random_grid.hpp"

namespace assay::subspace_linear {
namespace {

SubspaceList regular_subspaces(std::size_t d, std::uint32_t level) {
  const auto grid = ::sparse_grid::Grid::regular(d, level);
  return list_subspaces({d, grid.levels(), grid.indices()});
}

// Checks the defining properties of a tiling, which hold for any choice of tiles.
void check_tiling(const std::vector<double>& data, std::size_t d, const Tiling& tiling,
                  std::size_t lanes, std::size_t max_vectors) {
  REQUIRE(tiling.positions.size() == data.size() / d);
  std::vector<std::uint32_t> tile_of(tiling.padded);
  std::size_t next = 0;
  for (const auto& block : tiling.blocks) {
    REQUIRE(block.first == next);
    REQUIRE(std::has_single_bit(block.vectors));
    REQUIRE(block.vectors <= max_vectors);
    next += block.vectors * lanes;
    REQUIRE(next <= tiling.padded);
    std::fill(tile_of.begin() + static_cast<std::ptrdiff_t>(block.first),
              tile_of.begin() + static_cast<std::ptrdiff_t>(next), block.tile);
  }
  REQUIRE(next == tiling.padded);
  CHECK(std::set<std::uint32_t>(tiling.positions.begin(), tiling.positions.end()).size() ==
        tiling.positions.size());

  std::vector<double> blocks(tiling.padded * d);
  copy_to_blocks<double>(data, d, tiling, lanes, blocks);
  for (std::size_t i = 0; i < tiling.positions.size(); ++i) {
    const std::size_t p = tiling.positions[i];
    const auto block = std::find_if(tiling.blocks.begin(), tiling.blocks.end(), [&](const auto& b) {
      return p >= b.first && p < b.first + b.vectors * lanes;
    });
    REQUIRE(block != tiling.blocks.end());
    for (std::size_t j = 0; j < d; ++j) {
      const double x = data[i * d + j];
      CHECK(blocks[block->first * d + j * block->vectors * lanes + (p - block->first)] == x);
      const std::uint32_t corner = tiling.corners[tile_of[p] * d + j];
      CHECK(corner == finest_cell(x) >> (30 - tiling.bits[j]));
    }
  }
}

}  // namespace

TEST_CASE("the finest cell closes the interval at 1") {
  CHECK(finest_cell(0) == 0);
  CHECK(finest_cell(0.5) == 1U << 29);
  CHECK(finest_cell(1) == (1U << 30) - 1);
  CHECK(finest_cell(1 - 0x1p-53) == (1U << 30) - 1);
}

TEST_CASE("every point lies in its tile, once, with its coordinates") {
  ::sparse_grid::Random random(3);
  for (const std::size_t d : {1, 2, 5, 28}) {
    const auto subspaces = regular_subspaces(d, d == 28 ? 3 : 5);
    for (const std::size_t m : {1, 3, 7, 1001}) {
      const auto data = ::sparse_grid::random_points(random, m * d);
      for (const std::size_t target : {0, 1, 16, 64}) {
        for (const std::size_t lanes : {2, 8}) {
          const auto tiling = tile_data<double>(data, d, subspaces, target, lanes, 4);
          check_tiling(data, d, tiling, lanes, 4);
        }
      }
    }
  }
}

TEST_CASE("no target keeps the order") {
  ::sparse_grid::Random random(4);
  const auto data = ::sparse_grid::random_points(random, 3 * 100);
  const auto tiling = tile_data<double>(data, 3, regular_subspaces(3, 6), 0, 8, 4);
  for (std::size_t i = 0; i < 100; ++i) CHECK(tiling.positions[i] == i);
  CHECK(tiling.bits == std::vector<std::uint32_t>{0, 0, 0});
  CHECK(tiling.padded == 104);
}

TEST_CASE("tiles hold the target on average and split no finer than the grid") {
  ::sparse_grid::Random random(5);
  const auto data = ::sparse_grid::random_points(random, 2 * 4000);
  const auto tiling = tile_data<double>(data, 2, regular_subspaces(2, 4), 32, 4, 8);
  CHECK(4000.0 / static_cast<double>(tiling.corners.size() / 2) >= 32);
  CHECK(tiling.corners.size() / 2 > 10);
  const auto finest = tile_data<double>(data, 2, regular_subspaces(2, 4), 1, 4, 8);
  for (const auto bits : finest.bits) CHECK(bits <= 3);
}

TEST_CASE("coordinates outside the unit cube are refused by name") {
  const auto subspaces = regular_subspaces(2, 2);
  const auto refused = [&](double bad) {
    const std::vector<double> data{0.1, 0.2, 0.3, bad};
    CHECK_THROWS_WITH(tile_data<double>(data, 2, subspaces, 0, 4, 4),
                      contains("data point 1, dimension 1"));
  };
  refused(-0.001);
  refused(1.001);
  refused(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace assay::subspace_linear
