// How passes of hierarchization are cut into launches, and launches into tiles: the lists of
// sections that kernels/compact_grid/bundles.h reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compact_grid/library/grid.hpp"

namespace compact_grid::accelerator {

// Bundles of a pass that differ in nothing but their number. Words as bundles.h has them.
struct Section {
  std::uint32_t first_tile = 0;
  std::uint32_t fixed_dimensions = 0;
  std::uint32_t sum = 0;
  std::uint32_t vectors = 0;  // bundles of a face
  std::uint32_t roots = 0;    // log2 of the poles in a tile
  std::uint32_t band = 0;     // levels in a tile
};

// A launch over all of a pass's tiles, or some of them.
struct PassLaunch {
  std::vector<Section> sections;
  std::uint32_t tiles = 0;
  std::uint32_t first_level = 0;  // of the pass's dimension
  std::size_t local_numbers = 0;  // that a group keeps in local memory
};

// log2 of the numbers in a tile of a pass of one dimension, of a grid of so many levels: a tile is
// never longer than a bundle.
std::uint32_t tile_bits(const Grid& grid, std::size_t tile);

// The launches of a pass over one dimension, whichever. More than one where poles are longer than a
// tile: bands of their levels, in the order in which they are to run. Throws sdk::Error
// (ASSAY_UNSUPPORTED) for more tiles than 32 bits count.
std::vector<PassLaunch> pole_launches(const Grid& grid, std::size_t tile);

// The launches of a pass over two neighbouring dimensions of a grid without boundary, in any order.
// Bundles share a launch if they take about the same of local memory.
std::vector<PassLaunch> pair_launches(const Grid& grid);

// Numbers of the largest bundle of such a pass.
std::size_t pair_numbers(std::uint32_t levels);

}  // namespace compact_grid::accelerator
