// The subspaces of a sparse grid in lexicographic order of their level vectors, with skip indices
// (section 3.3 of the thesis on GPU regression; Pfander, Heinecke, Pflueger 2016).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::subspace_linear {

// The grid in the layout of the problem: `levels` and `indices` are [n, dimensions] row-major.
// Levels count from 1, indices are odd and below 2^level. Points may be in any order, but all
// ancestors must be present.
struct GridView {
  std::size_t dimensions = 0;
  std::span<const std::uint32_t> levels;
  std::span<const std::uint32_t> indices;

  [[nodiscard]] std::size_t points() const {
    return dimensions == 0 ? 0 : levels.size() / dimensions;
  }
};

inline constexpr std::uint32_t max_level = 31;

// One entry of the list. `exponents[j]` is level - 1 of dimension j: the subgrid has
// 2^exponents[j] points along it.
struct Subspace {
  std::vector<std::uint32_t> exponents;
  std::size_t points = 0;    // number of points that exist
  std::uint32_t bits = 0;    // the sum of the exponents: a full subgrid has 2^bits points
  std::size_t skip = 0;      // first later entry that is not >= this one in all dimensions
  std::size_t parent = 0;    // entry with the last raised dimension at level 1; root: itself
  std::uint32_t raised = 0;  // the last dimension above level 1; meaningless for the root
  std::uint32_t depth = 0;   // number of dimensions above level 1
  [[nodiscard]] bool full() const { return bits < 64 && points == (std::size_t{1} << bits); }
};

struct SubspaceList {
  std::vector<Subspace> entries;             // lexicographic; the first is the root (1, ..., 1)
  std::vector<std::uint32_t> of_point;       // [n] entry of each grid point
  std::vector<std::uint32_t> max_exponents;  // [dimensions]
};

// Groups the points of a grid into subspaces. Throws std::invalid_argument, naming the point, if a
// level or index is out of range or an ancestor subspace is missing. An empty grid gives no
// entries.
SubspaceList list_subspaces(const GridView& grid);

}  // namespace assay::subspace_linear
