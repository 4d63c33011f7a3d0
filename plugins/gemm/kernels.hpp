// Products of packed blocks with the vectors of the CPU, compiled once for each of their widths.
#pragma once

#include <cstddef>

namespace gemm {

// How the blocks lie that are multiplied. A tile of the result has `rows` rows and as many columns
// as `vectors` vectors have elements.
struct Panels {
  std::size_t down;    // of a: [down, inner, rows]
  std::size_t across;  // of b: [across, inner, columns of a tile]
  std::size_t inner;
};

// c [down, across, rows, columns of a tile] += a b. While a tile is computed, its sums are in
// registers (Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication", ACM
// Transactions on Mathematical Software 34, 2008).
template <class T>
using BlockFunction = void (*)(const Panels& panels, const T* a, const T* b, T* c);

// The function for tiles of 4, 6, 8 or 12 rows and 1 to 3 vectors, and the elements of a vector;
// for one width, see for_simd_bits of <assay/processor.hpp>.
template <class T>
struct BlockKernel {
  BlockFunction<T> multiply;
  std::size_t lanes;
};
template <class T, int simd_bits>
BlockKernel<T> block_kernel(std::size_t rows, std::size_t vectors);

}  // namespace gemm
