// What grid points of folded lists have in common: kernels/sparse_grid/folded_bundles.kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"

namespace sparse_grid::accelerator {

template <class Real>
struct FoldedBundles {
  using Words = assay::sdk::Buffer<std::uint32_t>;
  using Reals = assay::sdk::Buffer<Real>;

  // From lists that are on the device together.
  FoldedBundles(const Device& device, const SupportLists<Real>& lists);

  // Compiles the program.
  static void compile(const Device& device, bool is_double);

  // Of bundles and entries, which stay.
  [[nodiscard]] static double bytes(double bundles, double entries);

  std::uint32_t count = 0;
  std::uint32_t terms = 0;                 // of all bundles
  std::uint32_t deepest = 0;               // parent
  std::vector<std::uint32_t> tile_starts;  // [tiles][2] first bundle and first term

  Words bundles;
  Words keys;
  Reals lines;
  Words ranges;
  Words entry_bundles;
  Reals entry_lines;
  Words entry_points;
};

// Replaces each number by the sum of those `stride` before it, and so on. Returns the sums of all,
// of which there are `stride`. Throws ASSAY_UNSUPPORTED beyond 2^32 - 1.
std::vector<std::uint32_t> sums_before(std::vector<std::uint32_t>& counts, std::size_t stride,
                                       const char* what);

// Throws ASSAY_UNSUPPORTED where so many cannot be numbered.
void require_words(std::uint64_t count, const char* what);

}  // namespace sparse_grid::accelerator
