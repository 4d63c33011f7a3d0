// Both products by recursive descent (Luz 2017, section 3.1), one data point at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/library/grid.hpp"

namespace sparse_grid::recursive {

// The order of the tree's nodes in memory.
enum class NodeOrder {
  insertion,    // the grid's numbering of its points
  depth_first,  // each node right before its first subtree
};

// The thesis descends dimension by dimension and multiplies each one-dimensional hat by the sum
// over the subtree of the remaining dimensions. Here that is taken one step further: the parent of
// every grid point but the root is one level coarser in the point's last refined dimension, and the
// edge to it carries the quotient of the two hats. With S(p) = alpha_p + sum over children c of
// quotient(p, c) S(c), the result is phi_root S(root): one multiply-add for each non-zero basis
// function. The transposed product sends the weight down the same tree. Quotients depend on one
// dimension and level only and are tabulated for each data point.
template <class T>
class Descent {
 public:
  Descent(const Grid& grid, NodeOrder order);

  // The division of the work: `chunk` data points are one task for one of `threads` threads.
  struct Sharing {
    int threads;
    std::size_t chunk;
  };

  // Reorders surpluses [n] from the grid's order to the order of the nodes [n].
  void arrange(std::span<const T> surpluses, std::span<T> arranged) const;
  // values_m = sum over i of surpluses_i phi_i(x_m), for data [m * dimensions] in [0, 1] and
  // arranged surpluses [n].
  void multi_eval(std::span<const T> data, std::span<const T> arranged, std::span<T> values,
                  Sharing sharing) const;
  // Adds up in `accumulators` [threads * n], which has one part for each thread, in the nodes'
  // order.
  void accumulate(std::span<const T> data, std::span<const T> weights, std::span<T> accumulators,
                  Sharing sharing) const;
  // Adds up the sums [n] in the grid's order from the accumulators of `threads` threads.
  void collect(std::span<const T> accumulators, std::span<T> sums, int threads) const;

  [[nodiscard]] std::size_t size() const { return position_.size(); }

 private:
  // The children of one node in one dimension. A slot numbers the pairs (dimension, child level).
  struct Branch {
    std::uint32_t slot;
    std::uint32_t child[2];  // by Side
  };
  struct Quotient {
    T value;
    std::uint32_t side;
  };
  T tabulate(const T* x, Quotient* table) const;
  T subtree_sum(std::uint32_t node, const Quotient* table, const T* surpluses) const;
  void scatter(std::uint32_t node, T weight, const Quotient* table, T* sums) const;

  std::size_t dimensions_;
  std::vector<std::uint32_t> deepest_;  // [dimensions]: the deepest level
  std::size_t slots_ = 0;
  std::vector<std::uint32_t> position_;      // [n]: the node of a grid point
  std::vector<std::uint32_t> first_branch_;  // [n + 1], by node
  std::vector<Branch> branches_;
};

}  // namespace sparse_grid::recursive
