// A grid as the tree that kernels/sparse_grid/factored.kernel walks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/accelerator/grid_points.hpp"

namespace sparse_grid::accelerator {

// Nodes are the points of the grid and their ancestors, all of which need not be points: a point's
// parent is the point without its last refined dimension, the root has level 1 everywhere.
struct Tree {
  // 2^level and index of a one-dimensional hat function are made of these.
  struct Hat {
    std::uint32_t level;
    std::uint32_t index;
  };
  static constexpr std::size_t run_words = 8;

  // The points may come in any order, none twice.
  explicit Tree(const GridPoints& points);

  // The root, then run after run; no_point for a root that the grid has not, otherwise points.
  std::vector<std::uint32_t> order;
  std::vector<Hat> hats;            // [order.size()] of each in its last refined dimension
  std::vector<std::uint32_t> runs;  // [run count][run_words]; a run may be empty
  std::vector<Hat> parents;         // [run count]
};

// At most so many nodes has the tree of the points, or of any of them.
std::size_t most_nodes(const GridPoints& points);

// 2^level and index of each, as the kernel reads them.
template <class Real>
std::vector<Real> shapes(std::span<const Tree::Hat> hats) {
  std::vector<Real> pairs;
  pairs.reserve(2 * hats.size());
  for (const auto& [level, index] : hats) {
    pairs.push_back(static_cast<Real>(std::uint64_t{1} << level));
    pairs.push_back(static_cast<Real>(index));
  }
  return pairs;
}

}  // namespace sparse_grid::accelerator
