// The kernels of blocks.cpu. Compiled once for each width of vector registers.
#pragma once

#include <cstddef>

namespace stencil {

// The rows that a row of the result is computed from, all of that width. Rows outside of the grid
// are rows of zeros.
template <class T>
struct Star {
  const T* own;           // the row of the points themselves
  const T* around[4][4];  // by distance less 1: before and behind it along y, then along z
  const T* ahead;         // a row that is fetched into the caches meanwhile; nullptr: none
  std::size_t width;
};

template <class T>
struct Kernels {
  // Computes a row of the result.
  void (*compute)(Star<T> star, const T* weights, T* result);
  // Copies a row past the caches; see copy_streaming of <assay/simd.hpp>.
  void (*stream)(const T* row, std::size_t width, T* result);
};

// The kernels for a radius of 1 to 4, on grids of two dimensions or of three. See for_simd_bits of
// <assay/processor.hpp>.
template <class T, int simd_bits>
Kernels<T> kernels(std::size_t radius, bool is_flat);

}  // namespace stencil
