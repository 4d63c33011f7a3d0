// How data and grid are laid out for the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sparse_grid::accelerator {

// In an order of points: a place without one.
constexpr std::uint32_t no_point = 0xffffffffU;

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

// `order` and no_point up to `stride` places, as the kernels want it.
std::vector<std::uint32_t> padded(std::vector<std::uint32_t> order, std::size_t stride);

// 0, 1, ..., count - 1
std::vector<std::uint32_t> given_order(std::size_t count);

// Data points along a Z-order (Morton) curve: what is near in the list is near in the cube, so that
// neighbouring work items meet the same subgrids and grid points. Each coordinate counts with
// 64 / dimensions bits, at most 16; beyond 64 dimensions only the first 64 count.
template <class Real>
std::vector<std::uint32_t> z_order(std::span<const Real> data, std::size_t dimensions);

}  // namespace sparse_grid::accelerator
