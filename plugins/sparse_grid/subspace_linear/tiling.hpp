// The order of the data. Points are grouped into tiles, dyadic boxes of the unit cube, along a
// Z-order curve. Inside a tile the leading bits of every index are the same for all points, so that
// the grid points of one subgrid for a vector of points are close together: often they are a single
// point for all lanes, and mostly they fit into one vector register.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/subspace_linear/subspaces.hpp"

namespace assay::subspace_linear {

// Points that the kernels process together: `vectors` full vectors of one tile. Their coordinates
// lie at `first * dimensions` of Tiling's data, as [dimensions][vectors][lanes]; their results and
// weights at `first`.
struct Block {
  std::size_t first = 0;
  std::uint32_t vectors = 0;
  std::uint32_t tile = 0;
};

struct Tiling {
  std::vector<std::uint32_t> bits;       // [dimensions] a tile is 2^-bits[j] wide along j
  std::vector<std::uint32_t> corners;    // [tiles, dimensions] in units of the tile's width
  std::vector<Block> blocks;             // in Z-order
  std::vector<std::uint32_t> positions;  // [m] position of each data point
  std::size_t padded = 0;                // number of positions: m and the unused lanes
};

// The cell of x at 2^30 cells per unit, the last one closed; its leading e bits are the cell at 2^e
// cells per unit.
std::uint32_t finest_cell(double x);

// Distributes m = data.size() / dimensions points over tiles that hold `points_per_tile` points on
// average or more; 0 keeps the given order (one tile, the unit cube). `lanes` and the power of two
// `max_vectors` shape the blocks. Throws std::invalid_argument, naming the point, for a coordinate
// outside [0, 1] and for more than 2^27 points.
template <class T>
Tiling tile_data(std::span<const T> data, std::size_t dimensions, const SubspaceList& subspaces,
                 std::size_t points_per_tile, std::size_t lanes, std::size_t max_vectors);

// The coordinates in the order of the blocks; unused lanes repeat a point of their tile.
template <class T>
void copy_to_blocks(std::span<const T> data, std::size_t dimensions, const Tiling& tiling,
                    std::size_t lanes, std::span<T> blocks);

}  // namespace assay::subspace_linear
