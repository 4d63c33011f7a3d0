// A basis for each tile of the data points (kernels/sparse_grid/folded/basis.kernel).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/bundles.hpp"
#include "sparse_grid/accelerator/folded/program.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"

namespace sparse_grid::accelerator::folded {

// The products of all tiles, and their parts: each product has one in front and one at the back.
struct Products {
  std::vector<std::uint32_t> first_factors;   // [tiles + 1], of each tile
  std::vector<std::uint32_t> first_parts;     // [tiles + 1], of each tile
  std::vector<std::uint32_t> first_products;  // [tiles + 1], of each tile
  std::vector<std::uint32_t> part_counts;     // [tiles][4] in front, at the back, unused twice
  std::uint32_t count = 0;
  std::size_t most_factors = 0;  // of a part

  // See basis.kernel.
  Words parts;
  Words part_products;
  Words products;

  [[nodiscard]] std::size_t tiles() const { return first_parts.size() - 1; }
  [[nodiscard]] std::uint32_t part_count() const { return first_parts.back(); }
};

// The directions that a basis is made for.
struct Directions {
  bool fold;    // B^T alpha
  bool unfold;  // B v
};

// The bases of all tiles, and the relation between bundles and products: product by product for B^T
// alpha, bundle by bundle for B v.
template <class Real>
struct Basis {
  using Reals = assay::sdk::Buffer<Real>;

  // `in_front` [dimensions] is 1 for front dimensions, otherwise 0. Throws the errors of
  // require_bytes.
  Basis(const Device& device, const SupportLists<Real>& lists, const Bundles<Real>& bundles,
        const std::vector<std::uint32_t>& in_front, double most_bytes, Directions directions);

  // Compiles the program.
  static void compile(const Device& device, bool is_double);

  Products products;

  // See kernels/sparse_grid/folded/folded.h.
  Words factor_dimensions;
  Reals factor_lines;
  // These are used for B^T alpha.
  Words product_ranges;
  Words sorted_bundles;
  Reals sorted_values;
  // These are used for B v.
  Words term_products;
  Reals term_values;

 private:
  struct Maker;
};

}  // namespace sparse_grid::accelerator::folded
