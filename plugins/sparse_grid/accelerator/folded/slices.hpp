// The rows of terms of all tiles, cut into slices for one work group each
// (kernels/sparse_grid/folded/terms.kernel).
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/parts.hpp"
#include "sparse_grid/accelerator/folded/program.hpp"
#include "sparse_grid/accelerator/folded/settings.hpp"

namespace sparse_grid::accelerator::folded {

// Items of a group: in CUDA such that two groups fill a multiprocessor, as their local memory does.
inline std::size_t slice_items(const Device& device) {
  return device.backend == ASSAY_CUDA ? 1024 : 256;
}

// The program of all kernels that add up terms.
assay::sdk::Program build_terms_program(const Device& device, bool is_double,
                                        const Settings& settings, bool transposed);

class Slices {
 public:
  // Slices of rows of products (B^T alpha) or, if transposed, of bundles.
  template <class Real>
  Slices(const Device& device, const Parts<Real>& parts, bool transposed);

  // Launches a group for each slice; the tables are the kernel's first arguments.
  void launch(const assay::sdk::Kernel& kernel, assay_queue* queue,
              const auto&... arguments) const {
    launch_items(queue, kernel, count_ * items_, items_, tiles_, slices_, arguments...);
  }
  // Launches a group for each tile; the table of tiles is the kernel's first argument.
  void launch_tiles(const assay::sdk::Kernel& kernel, const auto&... arguments) const {
    launch_items(nullptr, kernel, tile_count_ * items_, items_, tiles_, arguments...);
  }

  [[nodiscard]] std::size_t items() const { return items_; }
  // Reals that a group has in local memory.
  [[nodiscard]] std::uint32_t local_reals() const { return local_reals_; }

 private:
  std::size_t items_;
  std::size_t tile_count_;
  std::size_t count_;
  std::uint32_t local_reals_;
  Words tiles_;
  Words slices_;
};

}  // namespace sparse_grid::accelerator::folded
