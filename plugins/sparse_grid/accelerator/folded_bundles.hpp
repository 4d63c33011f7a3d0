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

  // From lists that are on the device together. Throws as require_folded_bytes does.
  FoldedBundles(const Device& device, const SupportLists<Real>& lists, double most_bytes);

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
  Words entry_numbers;
};

// Replaces each number by the sum of those `stride` before it, and so on. Returns the sums of all,
// of which there are `stride`. Throws ASSAY_UNSUPPORTED beyond 2^32 - 1.
std::vector<std::uint32_t> sums_before(std::vector<std::uint32_t>& counts, std::size_t stride,
                                       const char* what);

// The fact of the trial that says what folded lists and making them take. Throws ASSAY_UNSUPPORTED,
// with the bytes, where that is more than allowed.
void require_folded_bytes(const assay::sdk::Host& host, double needed, double allowed);

// Throws ASSAY_UNSUPPORTED where so many cannot be numbered.
void require_words(std::uint64_t count, const char* what);

}  // namespace sparse_grid::accelerator
