// A grid as a tree: a point's parent is the point without its last refined dimension, the root has
// level 1 everywhere. Each node is its parent and one more one-dimensional hat function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/library/data_order.hpp"
#include "sparse_grid/library/grid_points.hpp"
#include "sparse_grid/library/hat_number.hpp"
#include "sparse_grid/library/parallel.hpp"

namespace sparse_grid {

struct Node {
  std::uint32_t parent;
  std::uint32_t dimension;  // the last refined one; of the root: all dimensions
  Hat hat;                  // in it
  std::uint32_t depth;      // refined dimensions
  std::uint32_t point;      // of the grid, or no_point (data_order.hpp)
};

// Dimensions by how many points are refined in them, fewest first: so that the runs of children
// that differ in their last refined dimension alone are long.
std::vector<std::uint32_t> rarest_first(const GridPoints& points);
// Dimensions by the sum over the points of what their level is beyond 1, the greatest first.
std::vector<std::uint32_t> deepest_first(const GridPoints& points);

// The points of a grid, in any order, none twice, and their ancestors, all of which need not be
// points.
class Nodes {
 public:
  explicit Nodes(const GridPoints& points) : Nodes(points, given_order(points.dimensions())) {}
  // `order`, a permutation of the dimensions, decides which of the refined ones of a point is the
  // last.
  Nodes(const GridPoints& points, std::span<const std::uint32_t> order);

  // The root first, parents before their children.
  [[nodiscard]] const std::vector<Node>& all() const { return nodes_; }
  // The children of a node; those refined in the same dimension lie next to each other, in the
  // order of the dimensions.
  [[nodiscard]] std::span<const std::uint32_t> children(std::uint32_t node) const {
    return {children_.data() + firsts_[node], children_.data() + firsts_[node + 1]};
  }

 private:
  void add_points(const GridPoints& points, std::span<const std::uint32_t> order);
  void sort_children();

  std::vector<Node> nodes_;              // depth first
  std::vector<std::uint32_t> children_;  // of the root, of the next node, ...
  std::vector<std::uint32_t> firsts_;    // of each node in children_
};

// At most so many nodes has the tree of the points, or of any of them.
std::size_t most_nodes(const GridPoints& points);

// 2^level and index of each, as kernels read them.
template <class Real>
std::vector<Real> shapes(std::span<const Hat> hats) {
  constexpr std::size_t least = std::size_t{1} << 15U;  // that are worth a thread
  std::vector<Real> pairs(2 * hats.size());
  const auto ranges = parallel_ranges(hats.size(), least);
  in_parallel(ranges.size(), [&](std::size_t part) {
    for (std::size_t i = ranges[part].begin; i < ranges[part].end; ++i) {
      pairs[2 * i] = static_cast<Real>(std::uint64_t{1} << hats[i].level);
      pairs[2 * i + 1] = static_cast<Real>(hats[i].index);
    }
  });
  return pairs;
}

}  // namespace sparse_grid
