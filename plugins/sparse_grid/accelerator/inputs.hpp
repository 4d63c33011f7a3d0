// The tensors of sparse-grid/multi-eval and sparse-grid/multi-eval-transposed as a variant sees
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "assay/plugin.hpp"
#include "sparse_grid/library/tensors.hpp"

namespace sparse_grid::accelerator {

// Data and grid on the host; borrowed.
template <class Real>
struct Inputs : Shapes {
  explicit Inputs(const assay::sdk::Task& task)
      : Shapes(read_shapes(task)),
        data(assay::sdk::elements<const Real>(task.input("data"))),
        levels(assay::sdk::elements<const std::uint32_t>(task.input("levels"))),
        indices(assay::sdk::elements<const std::uint32_t>(task.input("indices"))) {
    require_points(levels, indices, dimensions);
    require_unit_cube(data, dimensions);
  }
  // Any points of grids and any data of `dimension_count` dimensions, neither empty.
  Inputs(std::size_t dimension_count, std::span<const Real> data_values,
         std::span<const std::uint32_t> level_values, std::span<const std::uint32_t> index_values)
      : Shapes(Shapes{dimension_count, data_values.size() / dimension_count,
                      level_values.size() / dimension_count}),
        data(data_values),
        levels(level_values),
        indices(index_values) {}

  std::span<const Real> data;              // [data_points][dimensions]
  std::span<const std::uint32_t> levels;   // [grid_points][dimensions], >= 1
  std::span<const std::uint32_t> indices;  // [grid_points][dimensions], odd, < 2^level
};

// True for double, false for float.
inline bool is_double(const assay::sdk::Task& task) {
  const assay_element element = task.input("data").element;
  if (element != ASSAY_F32 && element != ASSAY_F64) {
    throw assay::sdk::Error(ASSAY_UNSUPPORTED, "'data' must be of float or double");
  }
  return element == ASSAY_F64;
}

}  // namespace sparse_grid::accelerator
