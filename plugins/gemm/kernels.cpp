// Compiled once for each SIMD_BITS with the matching -march. Do not include headers with inline
// functions: the linker may use the code compiled for the widest registers everywhere.
#include "gemm/kernels.hpp"

#include "assay/simd.hpp"

namespace gemm {
namespace {

using assay::simd::lanes;
using assay::simd::load;
using assay::simd::splat;
using assay::simd::Vector;

template <class T, std::size_t ROWS, std::size_t VECTORS>
[[gnu::always_inline]] inline void multiply_tile(std::size_t inner, const T* a, const T* b, T* c) {
  constexpr std::size_t columns = VECTORS * lanes<T>;
  Vector<T> sums[ROWS][VECTORS];
#pragma GCC unroll 12
  for (std::size_t i = 0; i < ROWS; ++i) {
#pragma GCC unroll 3
    for (std::size_t v = 0; v < VECTORS; ++v) sums[i][v] = load(c + i * columns + v * lanes<T>);
  }
  for (std::size_t k = 0; k < inner; ++k) {
    Vector<T> right[VECTORS];
#pragma GCC unroll 3
    for (std::size_t v = 0; v < VECTORS; ++v) right[v] = load(b + k * columns + v * lanes<T>);
#pragma GCC unroll 12
    for (std::size_t i = 0; i < ROWS; ++i) {
      const Vector<T> left = splat(a[k * ROWS + i]);
#pragma GCC unroll 3
      for (std::size_t v = 0; v < VECTORS; ++v) sums[i][v] += left * right[v];
    }
  }
#pragma GCC unroll 12
  for (std::size_t i = 0; i < ROWS; ++i) {
#pragma GCC unroll 3
    for (std::size_t v = 0; v < VECTORS; ++v) {
      __builtin_memcpy(c + i * columns + v * lanes<T>, &sums[i][v], sizeof(Vector<T>));
    }
  }
}

// A panel of b stays in the first cache while all panels of a pass by.
template <class T, std::size_t ROWS, std::size_t VECTORS>
void multiply_block(const Panels& panels, const T* a, const T* b, T* c) {
  constexpr std::size_t columns = VECTORS * lanes<T>;
  for (std::size_t across = 0; across < panels.across; ++across) {
    for (std::size_t down = 0; down < panels.down; ++down) {
      multiply_tile<T, ROWS, VECTORS>(panels.inner, a + down * panels.inner * ROWS,
                                      b + across * panels.inner * columns,
                                      c + (down * panels.across + across) * ROWS * columns);
    }
  }
}

template <class T, std::size_t ROWS>
BlockFunction<T> with_vectors(std::size_t vectors) {
  if (vectors == 1) return multiply_block<T, ROWS, 1>;
  return vectors == 2 ? multiply_block<T, ROWS, 2> : multiply_block<T, ROWS, 3>;
}

template <class T>
BlockFunction<T> with_rows(std::size_t rows, std::size_t vectors) {
  if (rows == 4) return with_vectors<T, 4>(vectors);
  if (rows == 6) return with_vectors<T, 6>(vectors);
  return rows == 8 ? with_vectors<T, 8>(vectors) : with_vectors<T, 12>(vectors);
}

}  // namespace

template <>
BlockKernel<float> block_kernel<float, SIMD_BITS>(std::size_t rows, std::size_t vectors) {
  return {with_rows<float>(rows, vectors), lanes<float>};
}
template <>
BlockKernel<double> block_kernel<double, SIMD_BITS>(std::size_t rows, std::size_t vectors) {
  return {with_rows<double>(rows, vectors), lanes<double>};
}

}  // namespace gemm
