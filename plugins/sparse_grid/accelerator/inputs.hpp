// The tensors of sparse-grid/multi-eval and sparse-grid/multi-eval-transposed from the view of a
// variant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "assay/plugin.hpp"
#include "sparse_grid/library/grid_points.hpp"
#include "sparse_grid/library/tensors.hpp"

namespace sparse_grid::accelerator {

// Reads the task's grid. Throws ASSAY_INVALID or ASSAY_UNSUPPORTED for shapes or points that do not
// conform to the problem.
inline GridPoints read_grid(const assay::sdk::Task& task) {
  const std::size_t dimensions = read_shapes(task).dimensions;
  const auto levels = assay::sdk::elements<const std::uint32_t>(task.input("levels"));
  const auto indices = assay::sdk::elements<const std::uint32_t>(task.input("indices"));
  require_points(levels, indices, dimensions);
  return {dimensions, levels, indices};
}

// Data and grid on the host, borrowed.
template <class Real>
struct Inputs : Shapes {
  explicit Inputs(const assay::sdk::Task& task)
      : Inputs(read_grid(task), assay::sdk::elements<const Real>(task.input("data"))) {
    require_unit_cube(data, dimensions);
  }
  // Any points of a grid and any data of its dimensions, neither empty.
  Inputs(const GridPoints& points, std::span<const Real> data_values)
      : Shapes(
            Shapes{points.dimensions(), data_values.size() / points.dimensions(), points.size()}),
        grid(points),
        data(data_values) {}

  GridPoints grid;             // grid_points points
  std::span<const Real> data;  // [data_points][dimensions]
};

}  // namespace sparse_grid::accelerator
