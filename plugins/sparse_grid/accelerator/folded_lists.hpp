// Support lists folded into a tree for each tile: kernels/sparse_grid/folded.h says what that is,
// folded_lists.kernel makes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/ordered_data.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"

namespace sparse_grid::accelerator {

// The trees of all tiles, and how grid points and their nodes depend on each other: node by node
// for B^T alpha, entry by entry of the lists for B v.
template <class Real>
class FoldedLists {
 public:
  using Words = assay::sdk::Buffer<std::uint32_t>;
  using Reals = assay::sdk::Buffer<Real>;

  // From lists that are on the device together. Throws ASSAY_UNSUPPORTED, with the bytes, where
  // trees and what making them takes are more than `most_bytes`.
  FoldedLists(const Device& device, const SupportLists<Real>& lists, const OrderedData<Real>& data,
              std::size_t dimensions, double most_bytes, bool transposed);

  // Compiles the program.
  static void compile(const Device& device, bool is_double, std::size_t dimensions);

  [[nodiscard]] std::uint32_t nodes() const { return node_count_; }
  // Of the tile that has most.
  [[nodiscard]] std::size_t most_factors() const { return most_factors_; }

  // kernels/sparse_grid/folded.h
  Reals coordinates;
  Words trees;
  Words tree_nodes;
  Words tree_dimensions;
  Reals tree_lines;
  // B^T alpha: folded.kernel
  Words rows;
  Words row_points;
  Reals row_values;
  // B v: folded_transposed.kernel
  Words entry_terms;
  Words term_nodes;
  Reals term_values;

 private:
  std::uint32_t node_count_ = 0;
  std::size_t most_factors_ = 0;
};

}  // namespace sparse_grid::accelerator
