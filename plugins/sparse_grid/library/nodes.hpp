// A grid as a tree: a point's parent is the point without its last refined dimension, the root has
// level 1 everywhere. Each node is its parent and one more one-dimensional hat function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/library/data_order.hpp"
#include "sparse_grid/library/grid_points.hpp"

namespace sparse_grid {

// 2^level and index of a one-dimensional hat function are made of these.
struct Hat {
  std::uint32_t level;
  std::uint32_t index;
};

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
  // The node that each point has reached becomes its child in dimension k, where the point is
  // refined.
  void descend(const GridPoints& points, std::uint32_t k, std::span<std::uint32_t> reached);
  [[nodiscard]] std::size_t slot_of(std::uint32_t parent, std::uint32_t dimension,
                                    const Hat& hat) const;
  // From its slot in the table on; made if it is not there.
  std::uint32_t child(std::size_t slot, std::uint32_t parent, std::uint32_t dimension,
                      const Hat& hat);
  void enlarge_table();
  void sort_children(std::span<const std::uint32_t> order);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> table_;     // of nodes: open addressing, linear probing, half full
  std::vector<std::uint32_t> children_;  // of the root, of the next node, ...
  std::vector<std::uint32_t> firsts_;    // of each node in children_
};

// At most so many nodes has the tree of the points, or of any of them.
std::size_t most_nodes(const GridPoints& points);

// 2^level and index of each, as kernels read them.
template <class Real>
std::vector<Real> shapes(std::span<const Hat> hats) {
  std::vector<Real> pairs;
  pairs.reserve(2 * hats.size());
  for (const auto& [level, index] : hats) {
    pairs.push_back(static_cast<Real>(std::uint64_t{1} << level));
    pairs.push_back(static_cast<Real>(index));
  }
  return pairs;
}

}  // namespace sparse_grid
