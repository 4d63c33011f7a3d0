// The layout of data and grid for the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/library/data_order.hpp"

namespace sparse_grid::accelerator {

// The points of [points][dimensions], dimension by dimension: [dimensions][stride], stride >=
// points. The padding holds the centre of the cube.
template <class Real>
std::vector<Real> by_dimension(std::span<const Real> data, std::size_t dimensions,
                               std::size_t stride) {
  std::vector<Real> columns(dimensions * stride, Real(0.5));
  for (std::size_t j = 0; j < data.size() / dimensions; ++j) {
    for (std::size_t k = 0; k < dimensions; ++k) {
      columns[k * stride + j] = data[j * dimensions + k];
    }
  }
  return columns;
}

}  // namespace sparse_grid::accelerator
