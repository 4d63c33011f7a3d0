// The tensors of the family's problems as variants receive them: tensors that contradict the
// problems' documentation are rejected by name before they are used. Header-only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "assay/plugin.hpp"
#include "compact_grid/library/grid.hpp"

namespace compact_grid {

// Reads the tensor "grid", u32 [3]: dimensions, levels, and 1 with boundary or 0 without. Throws
// the errors of Grid's constructor, and ASSAY_INVALID for another shape.
inline Grid grid_of(const assay_tensor& tensor) {
  const auto words = assay::sdk::elements<const std::uint32_t>(tensor);
  if (words.size() != 3 || words[2] > 1) {
    throw assay::sdk::Error(ASSAY_INVALID,
                            "'grid' must be dimensions, levels and 1 (with boundary) or 0");
  }
  return {words[0], words[1], words[2] == 1};
}

// Throws ASSAY_INVALID unless an array holds a number for each point of the grid.
inline void require_size(const char* name, std::size_t size, const Grid& grid) {
  if (size == grid.points()) return;
  throw assay::sdk::Error(ASSAY_INVALID, "'" + std::string(name) + "' has " + std::to_string(size) +
                                             " elements, but the grid has " +
                                             std::to_string(grid.points()) + " points");
}

// Throws ASSAY_INVALID with the number of the first point that lies outside [0, 1]^dimensions or
// has a NaN coordinate. `points` is [count][dimensions].
template <class T>
void require_inside(std::span<const T> points, std::size_t dimensions) {
  for (std::size_t at = 0; at < points.size(); ++at) {
    if (points[at] >= 0 && points[at] <= 1) continue;
    throw assay::sdk::Error(
        ASSAY_INVALID, "point " + std::to_string(at / dimensions) +
                           " (counted from 0) lies outside of [0, 1]: its coordinate " +
                           std::to_string(at % dimensions) + " is " + std::to_string(points[at]));
  }
}

// The tensors of compact-grid/hierarchize.
template <class T>
struct HierarchizeTensors {
  explicit HierarchizeTensors(const assay::sdk::Task& task)
      : grid(grid_of(task.input("grid"))),
        nodal(assay::sdk::elements<const T>(task.input("nodal"))),
        coefficients(assay::sdk::elements<T>(task.output("coefficients"))) {
    require_size("nodal", nodal.size(), grid);
    require_size("coefficients", coefficients.size(), grid);
  }
  Grid grid;
  std::span<const T> nodal;   // [grid.points()]
  std::span<T> coefficients;  // [grid.points()]
};

// The tensors of compact-grid/evaluate.
template <class T>
struct EvaluateTensors {
  explicit EvaluateTensors(const assay::sdk::Task& task)
      : grid(grid_of(task.input("grid"))),
        coefficients(assay::sdk::elements<const T>(task.input("coefficients"))),
        points(assay::sdk::elements<const T>(task.input("points"))),
        values(assay::sdk::elements<T>(task.output("values"))) {
    require_size("coefficients", coefficients.size(), grid);
    if (points.size() != values.size() * grid.dimensions()) {
      throw assay::sdk::Error(ASSAY_INVALID, "'points' must be [values][dimensions]");
    }
    require_inside(points, grid.dimensions());
  }
  Grid grid;
  std::span<const T> coefficients;  // [grid.points()]
  std::span<const T> points;        // [values][grid.dimensions()]
  std::span<T> values;
};

// Makes a trial for the precision of a task, which is determined from one of its tensors.
template <template <class> class Trial>
std::unique_ptr<assay::sdk::Trial> prepare_for_precision(const assay::sdk::Task& task) {
  return assay::sdk::prepare_by_precision<Trial>(task.outputs().front(), task);
}

}  // namespace compact_grid
