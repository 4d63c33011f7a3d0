// A basis for each tile of the data points: kernels/sparse_grid/folded/basis.kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/bundles.hpp"
#include "sparse_grid/accelerator/folded/program.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"

namespace sparse_grid::accelerator::folded {

// The products of all tiles, and the parts of which each is one in front and one at the back.
struct Products {
  std::vector<std::uint32_t> first_factors;   // [tiles + 1] of each tile
  std::vector<std::uint32_t> first_parts;     // likewise
  std::vector<std::uint32_t> first_products;  // likewise
  std::vector<std::uint32_t> part_counts;     // [tiles][4] in front, at the back, nothing twice
  std::uint32_t count = 0;
  std::size_t most_factors = 0;  // of a part

  // basis.kernel
  Words parts;
  Words part_products;
  Words products;

  [[nodiscard]] std::size_t tiles() const { return first_parts.size() - 1; }
  [[nodiscard]] std::uint32_t part_count() const { return first_parts.back(); }
};

// What is wanted of a basis.
struct Directions {
  bool fold;    // B^T alpha
  bool unfold;  // B v
};

// The bases of all tiles, and how bundles and products depend on each other: product by product for
// B^T alpha, bundle by bundle for B v.
template <class Real>
struct Basis {
  using Reals = assay::sdk::Buffer<Real>;

  // in_front: [dimensions] 1 of those in front, otherwise 0. Throws as require_bytes does.
  Basis(const Device& device, const SupportLists<Real>& lists, const Bundles<Real>& bundles,
        const std::vector<std::uint32_t>& in_front, double most_bytes, Directions directions);

  // Compiles the program.
  static void compile(const Device& device, bool is_double);

  Products products;

  // kernels/sparse_grid/folded/folded.h
  Words factor_dimensions;
  Reals factor_lines;
  // B^T alpha
  Words product_ranges;
  Words sorted_bundles;
  Reals sorted_values;
  // B v
  Words term_products;
  Reals term_values;

 private:
  struct Maker;
};

}  // namespace sparse_grid::accelerator::folded
