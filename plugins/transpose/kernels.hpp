// The kernels of registers.cpu. Compiled once for each width of vector registers.
#pragma once

#include <cstddef>

namespace transpose {

// A part of a matrix whose rows are `stride` elements apart.
template <class T>
struct Part {
  const T* first;
  std::size_t stride;
  std::size_t rows;
  std::size_t columns;
};

template <class T>
struct Kernels {
  // Writes a part's transpose: element [i, j] to gathered[j * gathered_stride + i].
  void (*gather)(const Part<T>& part, T* gathered, std::size_t gathered_stride);
  // Copies past the caches; see copy_streaming of <assay/simd.hpp>.
  void (*stream)(const T* source, std::size_t count, T* target);
};

// The kernels of one width; see for_simd_bits of <assay/processor.hpp>.
template <class T, int simd_bits>
Kernels<T> kernels();

}  // namespace transpose
