// Options of the programs that make folded lists (kernels/sparse_grid/folded/*.kernel).
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_grid/accelerator/device.hpp"

namespace sparse_grid::accelerator::folded {

using Words = assay::sdk::Buffer<std::uint32_t>;

constexpr std::size_t quad = 4;  // words of most tables

// The number of items of a group that handles a tile: the largest tiles take by far the longest.
inline std::size_t items_of_tile(const Device& device) {
  return device.backend == ASSAY_CUDA ? 512 : 128;
}

// Options for groups of `items` items.
inline assay::sdk::CompileOptions options_for(const Device& device, bool is_double,
                                              std::size_t items) {
  auto options = dialect_options(device, is_double);
  options.define("WORK_GROUP_SIZE", items);
  return options;
}

}  // namespace sparse_grid::accelerator::folded
