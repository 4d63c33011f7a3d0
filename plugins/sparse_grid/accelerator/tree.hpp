// A grid as the tree that kernels/sparse_grid/factored.kernel walks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/library/grid_points.hpp"
#include "sparse_grid/library/nodes.hpp"

namespace sparse_grid::accelerator {

// The nodes of a grid, with children of one parent in one dimension as runs.
struct Tree {
  static constexpr std::size_t run_words = 8;

  // The points may be in any order but must be distinct.
  explicit Tree(const GridPoints& points);

  // The points: the root, then run after run; no_point for a root that the grid lacks.
  std::vector<std::uint32_t> order;
  std::vector<Hat> hats;            // [order.size()] each in the point's last refined dimension
  std::vector<std::uint32_t> runs;  // [run count][run_words]; a run may be empty
  std::vector<Hat> parents;         // [run count]
};

}  // namespace sparse_grid::accelerator
