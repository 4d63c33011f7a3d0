// Kernels for each SIMD width, in the form that a plugin has them.
#pragma once

#include <cstddef>

namespace simd_test {

template <class T>
struct Kernels {
  std::size_t lanes;
  // Computes target[k] = source[k] < limit ? source[k] : factor, for k < lanes; target is aligned
  // to 64 bytes, source need not be.
  void (*limited)(const T* source, T limit, T factor, T* target);
  // Computes target[k] += target[k], for k < lanes; target is aligned to 64 bytes.
  void (*doubled)(T* target);
  // Copies past the caches, from any address to any.
  void (*streamed)(const T* source, std::size_t count, T* target);
};

template <class T, int simd_bits>
Kernels<T> kernels();

}  // namespace simd_test
