// The program of the kernels: the tree of subspaces as a list of steps.
//
// The factored form. With h_j the hat of level 1 in dimension j, every basis function is
//   phi_{l,i}(x) = prod_j h_j(x)  *  prod_{j: l_j > 1} r_j,   r_j = phi_{l_j,i_j}(x_j) / h_j(x_j),
// so that a subspace differs by one ratio from its parent, in which the last raised dimension is
// back at level 1. The lexicographic list is this tree in preorder.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::subspace_linear {

enum class StepKind : std::uint8_t {
  leaf,   // a subspace without children
  open,   // a subspace whose children follow
  close,  // the end of an opened subspace; has its dimension and row
};

// The access to the grid points that the lanes of a vector require.
enum class Access : std::uint8_t {
  same,       // all lanes need the same point
  compact_1,  // they lie within 1, 2, 4, 8 registers (evaluation) ...
  compact_2,
  compact_4,
  compact_8,
  cells_2,  // ... or within 2, 4, 8 neighbours (accumulation): one sum each
  cells_4,
  cells_8,
  apart,  // anywhere: gathered, or added one by one
};

struct Step {
  std::uint64_t offset = 0;       // first element of the subgrid
  std::uint32_t skip = 0;         // step to continue with if no lane has a grid point here
  std::uint32_t ratio_row = 0;    // of the raised dimension at its level
  std::uint32_t index_row = 0;    // of the raised dimension; meaningful if local_bits > 0
  std::uint16_t dimension = 0;    // the raised dimension
  std::uint8_t corner_shift = 0;  // corner >> shift are the leading bits of its index ...
  std::uint8_t uniform_bits = 0;  // ... this many, the same for all points of a tile
  std::uint8_t local_bits = 0;    // the other bits of its index
  std::uint8_t open_bits = 0;     // the other bits of all dimensions: the points a tile can reach
  StepKind kind = StepKind::leaf;
  Access access = Access::same;
  bool full = true;  // no point is missing, so there is no NaN to look for
};

// One dimension's rows of 1-D values, one for each exponent e = level - 1 = 1 .. max_exponent, and
// its rows of index bits, one for each e > tile_bits.
struct DimensionRows {
  std::uint32_t max_exponent = 0;
  std::uint32_t tile_bits = 0;
  std::uint32_t ratio_row = 0;
  std::uint32_t index_row = 0;
};

// Borrowed by the kernels; the arrays belong to the Plan (plan.hpp) that made it.
struct Program {
  const Step* steps = nullptr;  // without the root
  std::uint32_t step_count = 0;
  std::uint32_t dimensions = 0;
  const DimensionRows* rows = nullptr;  // [dimensions]
  std::uint32_t ratio_rows = 0;
  std::uint32_t index_rows = 0;
  std::uint32_t depth = 0;  // of the tree, without the root
  std::uint64_t root = 0;   // the element of the root's only point
  bool skipping = true;
};

}  // namespace assay::subspace_linear
