// A grid as the tree that kernels/sparse_grid/factored.kernel walks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/library/grid_points.hpp"
#include "sparse_grid/library/nodes.hpp"

namespace sparse_grid::accelerator {

// The nodes of a grid, children of one parent in one dimension as runs.
struct Tree {
  static constexpr std::size_t run_words = 8;

  // The points may come in any order, none twice.
  explicit Tree(const GridPoints& points);

  // The root, then run after run; no_point for a root that the grid has not, otherwise points.
  std::vector<std::uint32_t> order;
  std::vector<Hat> hats;            // [order.size()] of each in its last refined dimension
  std::vector<std::uint32_t> runs;  // [run count][run_words]; a run may be empty
  std::vector<Hat> parents;         // [run count]
};

}  // namespace sparse_grid::accelerator
