// A basis for each tile of the data points, made of its support list: kernels/sparse_grid/folded.h
// says what that is, folded_parts.kernel makes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded_bundles.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"

namespace sparse_grid::accelerator {

// How the bases are parted.
struct Parting {
  std::vector<std::uint32_t> in_front;  // [dimensions] 1 of those in front, otherwise 0
  std::size_t table_rows;               // for 1, a tile's factors and front parts of a chunk
};

// The bases of all tiles, and how bundles and products depend on each other: product by product for
// B^T alpha, bundle by bundle for B v.
template <class Real>
class FoldedParts {
 public:
  using Words = assay::sdk::Buffer<std::uint32_t>;
  using Reals = assay::sdk::Buffer<Real>;

  // Throws as require_folded_bytes does.
  FoldedParts(const Device& device, const SupportLists<Real>& lists,
              const FoldedBundles<Real>& bundles, const Parting& parting, double most_bytes,
              bool transposed);

  // Compiles the program.
  static void compile(const Device& device, bool is_double);

  static constexpr std::size_t block = 8;  // BLOCK

  // Of all bases.
  [[nodiscard]] std::uint32_t products() const { return products_; }
  // Of all blocks, with those that are no products, and of one block more.
  [[nodiscard]] std::size_t cells() const { return (std::size_t{blocks_} + 1) * block * block; }
  // [tiles][2] the tile's first block and how many.
  [[nodiscard]] const std::vector<std::uint32_t>& tile_blocks() const { return tile_blocks_; }
  // Words of a row, by four.
  [[nodiscard]] std::uint32_t row_quads() const { return row_quads_; }

  // kernels/sparse_grid/folded.h
  Words tiles;
  Words rows;
  Words chunks;
  Words blocks;
  Words factor_dimensions;
  Reals factor_lines;
  // B^T alpha: folded_terms.kernel
  Words cell_ranges;
  Words cell_places;
  Words sorted_bundles;
  Reals sorted_values;
  // B v: folded_terms.kernel
  Words term_places;
  Reals term_values;

 private:
  struct Maker;

  std::uint32_t products_ = 0;
  std::uint32_t blocks_ = 0;
  std::uint32_t row_quads_ = 1;
  std::uint32_t most_factors_ = 0;
  std::vector<std::uint32_t> tile_blocks_;
};

}  // namespace sparse_grid::accelerator
