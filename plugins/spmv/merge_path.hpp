// Equal shares of a sparse matrix: of its rows and its entries together, so that neither long rows
// nor many empty ones make a share take longer than others (Merrill and Garland, "Merge-based
// Parallel Sparse Matrix-Vector Multiplication", SC 2016).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace spmv {

// A place on the path through a matrix: a step to each entry, row by row, and after the entries of
// a row one that ends the row. `entry` of the entries and `row` of the rows lie behind it.
struct PathPoint {
  std::size_t row;
  std::size_t entry;
};

// The point after `step` steps of the path, of which there are as many as rows and entries.
inline PathPoint path_point(std::span<const std::uint32_t> offsets, std::size_t step) {
  const std::size_t rows = offsets.size() - 1;
  const std::size_t entries = offsets.back();
  std::size_t low = step > entries ? step - entries : 0;
  std::size_t high = std::min(step, rows);
  while (low < high) {  // the first row whose end lies after `step`
    const std::size_t middle = (low + high) / 2;
    if (middle + offsets[middle + 1] < step) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return {low, step - low};
}

}  // namespace spmv
