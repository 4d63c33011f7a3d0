// A grid as a tree: a point's parent is the point without its last refined dimension, and the root
// has level 1 in all dimensions. Each node adds one one-dimensional hat function to its parent.
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
  std::uint32_t dimension;  // last refined one; for the root: the number of dimensions
  Hat hat;                  // in that dimension
  std::uint32_t depth;      // number of refined dimensions
  std::uint32_t point;      // of the grid, or no_point (data_order.hpp)
};

// The dimensions by the number of points that are refined in them, the fewest first, so that the
// runs of children that differ only in their last refined dimension are long.
std::vector<std::uint32_t> rarest_first(const GridPoints& points);
// The dimensions by the sum over the points of their levels less 1, the greatest first.
std::vector<std::uint32_t> deepest_first(const GridPoints& points);

// The nodes of a grid's points, which may be in any order but must be distinct, and of their
// ancestors, which need not be points.
class Nodes {
 public:
  explicit Nodes(const GridPoints& points) : Nodes(points, given_order(points.dimensions())) {}
  // `order`, a permutation of the dimensions, determines which refined dimension of a point is the
  // last.
  Nodes(const GridPoints& points, std::span<const std::uint32_t> order);

  // All nodes, the root first, parents before their children.
  [[nodiscard]] const std::vector<Node>& all() const { return nodes_; }
  // The children of a node; those refined in the same dimension are adjacent, in the order of the
  // dimensions.
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

// An upper bound of the number of nodes of the tree of the points, or of any subset of them.
std::size_t most_nodes(const GridPoints& points);

// 2^level and index of each hat, as kernels read them.
template <class Real>
std::vector<Real> shapes(std::span<const Hat> hats) {
  constexpr std::size_t least = std::size_t{1} << 15U;  // for which a thread pays off
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
