// The loops over vectors, compiled once for each width of vector registers.
#pragma once

#include <cstddef>

namespace reduce {

// Reduces `count` numbers. The result of a sum is a double also where the numbers are floats.
template <class T>
using Reduction = double (*)(const T* x, std::size_t count);

// The functions of one width; number k reduces 2^k vectors side by side.
template <class T>
struct Kernels {
  Reduction<T> sum[5];
  Reduction<T> maximum[5];
};

// The kernels of one width; see for_simd_bits of <assay/processor.hpp>.
template <class T, int simd_bits>
Kernels<T> kernels();

}  // namespace reduce
