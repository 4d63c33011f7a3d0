// The programs that make folded lists: kernels/sparse_grid/folded_*.kernel.
#pragma once

#include <array>
#include <cstddef>

#include "kernels.hpp"
#include "sparse_grid/accelerator/device.hpp"

namespace sparse_grid::accelerator {

// Of groups of so many items; `dimensions` for what asks for them.
inline assay::sdk::Program folded_program(const Device& device, bool is_double,
                                          const assay_source& source, std::size_t items,
                                          std::size_t dimensions = 0) {
  auto options = dialect_options(device, is_double, 1);
  options.define("WORK_GROUP_SIZE", items);
  if (dimensions > 0) options.define("DIMENSIONS", dimensions);
  const std::array sources{source, kernels::folded_h, kernels::support_h, kernels::group_h,
                           kernels::dialect_h};
  return {device.host, sources, options};
}

}  // namespace sparse_grid::accelerator
