// The programs that make folded lists: kernels/sparse_grid/folded_*.kernel.
#pragma once

#include <array>
#include <cstddef>

#include "kernels.hpp"
#include "sparse_grid/accelerator/device.hpp"

namespace sparse_grid::accelerator {

// With groups of so many items.
inline assay::sdk::CompileOptions folded_options(const Device& device, bool is_double,
                                                 std::size_t items) {
  auto options = dialect_options(device, is_double, 1);
  options.define("WORK_GROUP_SIZE", items);
  return options;
}

inline assay::sdk::Program folded_program(const Device& device, const assay_source& source,
                                          const assay::sdk::CompileOptions& options) {
  const std::array sources{source, kernels::folded_h, kernels::support_h, kernels::group_h,
                           kernels::dialect_h};
  return {device.host, sources, options};
}

}  // namespace sparse_grid::accelerator
