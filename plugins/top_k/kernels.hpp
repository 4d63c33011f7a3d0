// The loop over vectors, compiled once for each width of vector registers.
#pragma once

#include <cstddef>

namespace top_k {

// Returns the first of the places at, at + block, at + 2 block, ... from which on a block of
// numbers has one that is not at most `bound`; if there is none, the place after all whole blocks.
// A NaN is never at most the bound.
template <class T>
using NextAbove = std::size_t (*)(const T* x, std::size_t at, std::size_t count, T bound);

// The functions of one width; number k has blocks of 2^k vectors.
template <class T>
struct Kernels {
  NextAbove<T> next_above[5];
};

// The kernels of one width; see for_simd_bits of <assay/processor.hpp>.
template <class T, int simd_bits>
Kernels<T> kernels();

}  // namespace top_k
