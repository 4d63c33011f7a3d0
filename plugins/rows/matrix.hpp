// The matrix "x" that a problem on rows has: its arguments, and its extents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "assay/problem.hpp"
#include "assay/variant.hpp"

namespace rows {

// The arguments rows and columns, by default a matrix of that many rows and columns.
[[nodiscard]] std::vector<assay::sdk::Argument> arguments(std::int64_t rows, std::int64_t columns);

// The extents of "x" and "y".
struct Extents {
  // Those that an instance's arguments ask for. Throws Error (ASSAY_INVALID) where one of them is
  // below 1 or the matrix is too large: an empty row has neither a maximum nor a mean.
  explicit Extents(const assay::sdk::Bindings& arguments);
  // Those of the task's input "x".
  explicit Extents(const assay::sdk::Task& task);

  [[nodiscard]] std::size_t elements() const { return rows * columns; }

  std::size_t rows;
  std::size_t columns;
};

}  // namespace rows
