// A grid arranged for the streaming kernels: nodes in the order a kernel visits them, cut into
// tiles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernel.hpp"

namespace assay::sparse_grid::streaming {

// A borrowed sparse grid: point j has the level `levels[j * dimensions + k]` >= 1 and the odd index
// `indices[j * dimensions + k]` < 2^level in dimension k.
struct GridView {
  std::size_t dimensions;
  std::span<const std::uint32_t> levels;
  std::span<const std::uint32_t> indices;

  [[nodiscard]] std::size_t points() const { return levels.size() / dimensions; }
};

// Throws std::invalid_argument, naming point and dimension, unless every level and index is in
// range and every index is exact in T (levels up to 24 for float, 32 for double).
template <class T>
void check_grid(const GridView& grid);

// A node that stands for no grid point: padding, or an ancestor needed for its product only.
inline constexpr std::uint32_t kNoPoint = 0xFFFFFFFF;

// A part of a program that a kernel processes at a time. `first_*` index the program's arrays,
// whose relations are described at Slice.
struct Tile {
  std::size_t first_node = 0;
  std::size_t node_count = 0;
  std::size_t first_hat = 0;
  std::size_t first_run = 0;
  std::size_t run_count = 0;
  bool root = false;
};

template <class T>
struct Program {
  std::vector<Tile> tiles;
  std::vector<std::uint32_t> origins;  // node -> grid point, or kNoPoint
  std::vector<Hat<T>> hats;
  std::vector<std::uint32_t> hat_dimensions;  // kFactored only
  std::vector<Run> runs;                      // `first` counts from the start of the run's tile
  std::size_t stack_depth = 1;                // number of products that kShared keeps at a time
  std::size_t hats_per_sweep = 0;             // hat functions evaluated at each data point
};

// kPlain, kSign, kClamp: points in the given order, padded to a multiple of `unroll` in each tile.
template <class T>
Program<T> flat_program(const GridView& grid, std::size_t tile_nodes, std::size_t unroll);

// kFactored: points ordered by their number of dimensions of level > 1, because equal trip counts
// are easy on the branch predictor.
template <class T>
Program<T> factored_program(const GridView& grid, std::size_t tile_nodes);

// kShared: the trie of the points' factors of level > 1, in depth-first order. Each tile begins by
// recomputing the products on the path to its first node. Throws std::invalid_argument if a point
// occurs twice.
template <class T>
Program<T> shared_program(const GridView& grid, std::size_t tile_nodes);

}  // namespace assay::sparse_grid::streaming
