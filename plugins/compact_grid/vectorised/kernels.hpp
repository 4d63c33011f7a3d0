// The inner loops, compiled once for each width of vector registers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace compact_grid {

// The poles of one dimension that agree in their other levels. In the subspace of level k in that
// dimension they are [2^prefix_bits][2^k][2^suffix_bits] numbers: by the coordinates before the
// dimension, the pole's own, and the coordinates after it.
template <class T>
struct Bundle {
  T* subspace[32];       // one for each level
  std::uint32_t levels;  // 1 or more
  const T* ends[2];      // [2^prefix_bits][2^suffix_bits] on the boundary; null stands for 0
  std::uint32_t prefix_bits;
  std::uint32_t suffix_bits;
};

// Points that are evaluated together, and the values computed for them beforehand.
template <class T>
struct PointSet {
  std::size_t count;                 // a multiple of 16
  std::uint32_t dimensions;          // 1 or more
  std::uint32_t levels;              // of the grid
  const T* const* hats;              // [dimensions]: [levels][count]
  const std::int32_t* const* cells;  // [dimensions]: [levels][count], from 0
  const T* weights;                  // [count]
  T* sums;                           // [count]
  T* products;                       // scratch, [dimensions + 1][count]
  T* at_centre;                      // scratch, [dimensions + 1][count]
  std::int32_t* within;              // scratch, [dimensions + 1][count]
};

template <class T>
struct Kernels {
  // The number of elements of scratch memory that `hierarchize` requires, all 0 before the first
  // call.
  std::size_t scratch;
  // Replaces nodal values by hierarchical coefficients along each pole.
  void (*hierarchize)(const Bundle<T>&, T* scratch);
  // Adds weight times the value of a grid without boundary to each point's sum. `coefficients` are
  // the grid's, in the order of positions.
  void (*evaluate)(const PointSet<T>&, const T* coefficients);
};

// The kernels of one width; see for_simd_bits of <assay/processor.hpp>.
template <class T, int simd_bits>
Kernels<T> kernels();

}  // namespace compact_grid
