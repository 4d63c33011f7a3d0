// The loops over vectors, compiled once for each width of vector registers.
#pragma once

#include <cstddef>

namespace reduce {

// Reduces `count` numbers. The result of a sum is a double also where the numbers are floats.
template <class T>
using Reduction = double (*)(const T* x, std::size_t count);

template <class T>
struct Kernels {
  Reduction<T> sum;
  Reduction<T> maximum;
};

// The kernels of one width of vector registers, which reduce 1, 2, 4, 8 or 16 `vectors` side by
// side, read from 1, 2, 4 or 8 `streams`, but no more than there are vectors. See for_simd_bits of
// <assay/processor.hpp>.
template <class T, int simd_bits>
Kernels<T> kernels(std::size_t vectors, std::size_t streams);

}  // namespace reduce
