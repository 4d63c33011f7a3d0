// A basis for each tile of the data points, made of its support list: kernels/sparse_grid/folded.h
// says what that is, folded_trees.kernel makes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded_bundles.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"

namespace sparse_grid::accelerator {

// The trees of all tiles, and how bundles and nodes depend on each other: node by node for B^T
// alpha, bundle by bundle for B v.
template <class Real>
class FoldedTrees {
 public:
  using Words = assay::sdk::Buffer<std::uint32_t>;
  using Reals = assay::sdk::Buffer<Real>;

  // Throws as require_folded_bytes does.
  FoldedTrees(const Device& device, const SupportLists<Real>& lists,
              const FoldedBundles<Real>& bundles, double most_bytes, bool transposed);

  // Compiles the program.
  static void compile(const Device& device, bool is_double);

  // Of all trees.
  [[nodiscard]] std::uint32_t nodes() const { return node_count_; }
  // What `trees` holds.
  [[nodiscard]] const std::vector<std::uint32_t>& table() const { return table_; }

  // kernels/sparse_grid/folded.h
  Words trees;
  Words tree_nodes;
  Words factor_dimensions;
  Reals factor_lines;
  // B^T alpha: folded_terms.kernel
  Words rows;
  Words row_bundles;
  Reals row_values;
  // B v: folded_terms.kernel
  Words term_nodes;
  Reals term_values;

 private:
  struct Maker;

  std::uint32_t most_factors_ = 0;
  std::uint32_t node_count_ = 0;
  std::vector<std::uint32_t> table_;
};

}  // namespace sparse_grid::accelerator
