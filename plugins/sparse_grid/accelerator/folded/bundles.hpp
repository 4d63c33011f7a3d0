// The functions that grid points of folded lists have in common
// (kernels/sparse_grid/folded/bundles.kernel).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/program.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"

namespace sparse_grid::accelerator::folded {

template <class Real>
struct Bundles {
  using Reals = assay::sdk::Buffer<Real>;

  // Makes the bundles of lists that are all on the device. Throws the errors of require_bytes and
  // require_words.
  Bundles(const Device& device, const SupportLists<Real>& lists, double most_bytes);

  // Compiles the program.
  static void compile(const Device& device, bool is_double);

  // Bytes of bundles and entries, which are kept.
  [[nodiscard]] double bytes() const;

  std::uint32_t count = 0;
  std::uint32_t terms = 0;                 // of all bundles
  std::uint32_t deepest = 0;               // depth of the deepest parent
  std::size_t list_entries = 0;            // of all lists
  std::vector<std::uint32_t> tile_starts;  // [tiles + 1][2] first bundle and first term

  // Used only for making bases.
  Words keys;
  Words entries;
  Reals lines;

  Words bundles;
  Words ranges;
  Words entry_bundles;
  Reals entry_lines;
  Words entry_numbers;
};

}  // namespace sparse_grid::accelerator::folded
