// The tensors of the family's problems as variants receive them: tensors that contradict the
// problem's documentation are rejected by name before they are used.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "sparse_grid/library/operation.hpp"
#include "sparse_grid/library/parallel.hpp"

namespace sparse_grid {

// The shapes, which are known before any data is available: everything that determines which
// programs a trial compiles.
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

// Whether a task's data is double; see sdk::is_double.
inline bool is_double(const assay::sdk::Task& task) {
  return assay::sdk::is_double(task.input("data"));
}

// The coefficients that change from run to run, and the result, by their names in the problem. Both
// throw ASSAY_INVALID unless the tensor has the required number of elements.
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

// The tensors that an operation reads and writes. Throws the errors of read_shapes, coefficients
// and result.
template <class Real>
struct OperationTensors {
  OperationTensors(const assay::sdk::Task& task, Operation operation)
      : OperationTensors(task, read_shapes(task), operation == Operation::multi_eval_transposed) {}

  std::span<const Real> operand;  // surpluses [grid_points], or weights [data_points] if transposed
  std::span<Real> result;         // values [data_points], or sums [grid_points]

 private:
  OperationTensors(const assay::sdk::Task& task, const Shapes& shapes, bool transposed)
      : operand(transposed ? coefficients<Real>(task, "weights", shapes.data_points)
                           : coefficients<Real>(task, "surpluses", shapes.grid_points)),
        result(transposed ? sparse_grid::result<Real>(task, "sums", shapes.grid_points)
                          : sparse_grid::result<Real>(task, "values", shapes.data_points)) {}
};

// The first of `count` items for which `holds` is false, or `count`. Divided among threads, because
// there are so many items that the test takes milliseconds.
inline std::size_t first_failure(std::size_t count, const auto& holds) {
  constexpr std::size_t least = std::size_t{1} << 17U;  // for which a thread pays off
  const auto ranges = parallel_ranges(count, least);
  std::vector<std::size_t> failures(ranges.size(), count);
  in_parallel(ranges.size(), [&](std::size_t part) {
    for (std::size_t at = ranges[part].begin; at < ranges[part].end; ++at) {
      if (holds(at)) continue;
      failures[part] = at;
      return;
    }
  });
  return *std::ranges::min_element(failures);
}

// Throws ASSAY_INVALID unless each point of [n][dimensions] has levels from 1 to 31 and odd indices
// below 2^level.
inline void require_points(std::span<const std::uint32_t> levels,
                           std::span<const std::uint32_t> indices, std::size_t dimensions) {
  constexpr std::uint32_t highest = 31;
  const std::size_t at = first_failure(levels.size(), [&](std::size_t i) {
    const std::uint32_t level = levels[i];
    return level >= 1 && level <= highest && indices[i] % 2 == 1 && indices[i] >> level == 0;
  });
  if (at == levels.size()) return;
  throw assay::sdk::Error(ASSAY_INVALID, "grid point " + std::to_string(at / dimensions) +
                                             ", dimension " + std::to_string(at % dimensions) +
                                             ": there is no index " + std::to_string(indices[at]) +
                                             " on level " + std::to_string(levels[at]));
}

// Throws ASSAY_INVALID unless all coordinates [m][dimensions] are in [0, 1]: for algorithms that
// rely on it by computing memory addresses from them or by omitting the test against the support.
template <class Real>
void require_unit_cube(std::span<const Real> data, std::size_t dimensions) {
  const std::size_t at = first_failure(data.size(), [&](std::size_t i) {
    return data[i] >= 0 && data[i] <= 1;  // false for NaN, too
  });
  if (at == data.size()) return;
  throw assay::sdk::Error(ASSAY_INVALID, "data point " + std::to_string(at / dimensions) +
                                             ", dimension " + std::to_string(at % dimensions) +
                                             ": " + std::to_string(data[at]) +
                                             " is outside [0, 1]");
}

}  // namespace sparse_grid
