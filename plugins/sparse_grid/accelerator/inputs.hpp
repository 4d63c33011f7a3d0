// The tensors of sparse-grid/multi-eval and sparse-grid/multi-eval-transposed as a variant sees
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "assay/plugin.hpp"

namespace sparse_grid::accelerator {

// What a trial may know before any data is there: all that decides which programs it compiles.
struct Shapes {
  std::size_t dimensions = 0;
  std::size_t data_points = 0;
  std::size_t grid_points = 0;
};

// Throws ASSAY_INVALID if the shapes contradict each other, ASSAY_UNSUPPORTED beyond 32-bit counts.
inline Shapes read_shapes(const assay::sdk::Task& task) {
  const assay_tensor& data = task.input("data");
  const assay_tensor& levels = task.input("levels");
  const assay_tensor& indices = task.input("indices");
  if (data.rank != 2 || levels.rank != 2 || indices.rank != 2 || data.shape[1] != levels.shape[1] ||
      data.shape[1] != indices.shape[1] || levels.shape[0] != indices.shape[0]) {
    throw assay::sdk::Error(
        ASSAY_INVALID,
        "'data' must be [m, d], and 'levels' and 'indices' both [n, d] of the same d");
  }
  if (data.shape[0] < 1 || data.shape[1] < 1 || levels.shape[0] < 1) {
    throw assay::sdk::Error(ASSAY_INVALID, "'data', 'levels' and 'indices' must not be empty");
  }
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (data.shape[0] > most || levels.shape[0] > most) {
    throw assay::sdk::Error(ASSAY_UNSUPPORTED, "more than 2^31 - 1 data or grid points");
  }
  return {static_cast<std::size_t>(data.shape[1]), static_cast<std::size_t>(data.shape[0]),
          static_cast<std::size_t>(levels.shape[0])};
}

// Data and grid on the host; borrowed.
template <class Real>
struct Inputs : Shapes {
  explicit Inputs(const assay::sdk::Task& task)
      : Shapes(read_shapes(task)),
        data(assay::sdk::elements<const Real>(task.input("data"))),
        levels(assay::sdk::elements<const std::uint32_t>(task.input("levels"))),
        indices(assay::sdk::elements<const std::uint32_t>(task.input("indices"))) {}
  // Any points of grids and any data of `dimension_count` dimensions, neither empty.
  Inputs(std::size_t dimension_count, std::span<const Real> data_values,
         std::span<const std::uint32_t> level_values, std::span<const std::uint32_t> index_values)
      : Shapes{dimension_count, data_values.size() / dimension_count,
               level_values.size() / dimension_count},
        data(data_values),
        levels(level_values),
        indices(index_values) {}

  std::span<const Real> data;              // [data_points][dimensions]
  std::span<const std::uint32_t> levels;   // [grid_points][dimensions], >= 1
  std::span<const std::uint32_t> indices;  // [grid_points][dimensions], odd, < 2^level
};

// The coefficients that change from run to run and the result, by the problem's names; throws
// ASSAY_INVALID unless they have as many elements as they must.
template <class Real>
std::span<const Real> coefficients(const assay::sdk::Task& task, const char* name,
                                   std::size_t count) {
  const auto values = assay::sdk::elements<const Real>(task.input(name));
  if (values.size() != count) {
    throw assay::sdk::Error(ASSAY_INVALID, std::string("input '") + name + "' must have " +
                                               std::to_string(count) + " elements");
  }
  return values;
}
template <class Real>
std::span<Real> result(const assay::sdk::Task& task, const char* name, std::size_t count) {
  const auto values = assay::sdk::elements<Real>(task.output(name));
  if (values.size() != count) {
    throw assay::sdk::Error(ASSAY_INVALID, std::string("output '") + name + "' must have " +
                                               std::to_string(count) + " elements");
  }
  return values;
}

// True for double, false for float.
inline bool is_double(const assay::sdk::Task& task) {
  const assay_element element = task.input("data").element;
  if (element != ASSAY_F32 && element != ASSAY_F64) {
    throw assay::sdk::Error(ASSAY_UNSUPPORTED, "'data' must be of float or double");
  }
  return element == ASSAY_F64;
}

}  // namespace sparse_grid::accelerator
