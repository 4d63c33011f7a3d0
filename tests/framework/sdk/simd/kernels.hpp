// A kernel for each width, as a plugin has them.
#pragma once

#include <cstddef>

namespace simd_test {

template <class T>
struct Kernels {
  std::size_t lanes;
  // target[k] = source[k] < limit ? source[k] : factor, for k < lanes; target is aligned to 64
  // bytes, source need not be.
  void (*limited)(const T* source, T limit, T factor, T* target);
  // target[k] += target[k], likewise.
  void (*doubled)(T* target);
};

template <class T, int simd_bits>
Kernels<T> kernels();

}  // namespace simd_test
