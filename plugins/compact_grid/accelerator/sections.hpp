// The division of hierarchization passes into launches, and of launches into tiles: the lists of
// sections that kernels/compact_grid/bundles.h reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compact_grid/library/grid.hpp"

namespace compact_grid::accelerator {

// Consecutive bundles of a pass that differ only in their number. The members are the words that
// bundles.h describes.
struct Section {
  std::uint32_t first_tile = 0;
  std::uint32_t fixed_dimensions = 0;
  std::uint32_t sum = 0;
  std::uint32_t vectors = 0;  // bundles of a face
  std::uint32_t roots = 0;    // log2 of the poles in a tile
  std::uint32_t band = 0;     // levels in a tile
};

// A launch over all or some of a pass's tiles.
struct PassLaunch {
  std::vector<Section> sections;
  std::uint32_t tiles = 0;
  std::uint32_t first_level = 0;  // in the pass's dimension
  std::size_t local_numbers = 0;  // numbers that a group keeps in local memory
};

// log2 of the numbers in a tile of a pass of one dimension: a tile is never longer than a bundle of
// the grid.
std::uint32_t tile_bits(const Grid& grid, std::size_t tile);

// The launches of a pass over one dimension; they are the same for each dimension. There are
// several if poles are longer than a tile: bands of their levels, in the order in which they must
// run. Throws sdk::Error (ASSAY_UNSUPPORTED) if there are more tiles than 32 bits can count.
std::vector<PassLaunch> pole_launches(const Grid& grid, std::size_t tile);

// The launches of a pass over two neighbouring dimensions of a grid without boundary, in any order.
// Bundles share a launch if they need about the same amount of local memory.
std::vector<PassLaunch> pair_launches(const Grid& grid);

// The number of grid points in the largest bundle of a pass over two dimensions.
std::size_t pair_numbers(std::uint32_t levels);

}  // namespace compact_grid::accelerator
