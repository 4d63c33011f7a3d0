// Vectors of SIMD_BITS bits as GCC vector types, and the few operations that need more than
// operators. Everything is local to the translation unit: code built for a wider instruction set
// must not be merged by the linker with code that runs everywhere.
#pragma once

#include <cstddef>
#include <cstdint>

#if SIMD_BITS >= 256
#include <immintrin.h>
#endif

#define ALWAYS_INLINE inline __attribute__((always_inline))

namespace assay::subspace_linear {
namespace {

inline constexpr std::size_t vector_bytes = SIMD_BITS / 8;

template <class T>
struct Simd;
template <>
struct Simd<double> {
  using Index = std::int64_t;
  typedef double Vector __attribute__((vector_size(vector_bytes)));
  typedef std::int64_t Indices __attribute__((vector_size(vector_bytes)));
  static constexpr double tiny = 0x1p-1020;
};
template <>
struct Simd<float> {
  using Index = std::int32_t;
  typedef float Vector __attribute__((vector_size(vector_bytes)));
  typedef std::int32_t Indices __attribute__((vector_size(vector_bytes)));
  static constexpr float tiny = 0x1p-124F;
};

template <class T>
using Vector = typename Simd<T>::Vector;
template <class T>
using Indices = typename Simd<T>::Indices;
template <class T>
inline constexpr std::size_t lanes = vector_bytes / sizeof(T);

// Vectors in memory that need not be aligned.
template <class T>
ALWAYS_INLINE Vector<T> load(const T* source) {
  Vector<T> v;
  __builtin_memcpy(&v, source, sizeof(v));
  return v;
}

// Subtracting zero, not adding it, is what the compiler may leave out: -0 + 0 is +0.
template <class T>
ALWAYS_INLINE Vector<T> splat(T value) {
  return value - Vector<T>{};
}

template <class V>
ALWAYS_INLINE V minimum(V a, V b) {
  return a < b ? a : b;
}

// table[index mod lanes] and (low, high)[index mod 2 lanes].
#ifdef __clang__  // knows no shuffle by a vector of indices
template <class V, class I>
ALWAYS_INLINE V permute(V low, V high, I index) {
  constexpr std::size_t count = sizeof(I) / sizeof(index[0]);
  V result;
  for (std::size_t k = 0; k < count; ++k) {
    const auto at = static_cast<std::size_t>(index[k]) % (2 * count);
    result[k] = at < count ? low[at] : high[at - count];
  }
  return result;
}
template <class V, class I>
ALWAYS_INLINE V permute(V table, I index) {
  return permute(table, table, index);
}
#else
template <class V, class I>
ALWAYS_INLINE V permute(V table, I index) {
  return __builtin_shuffle(table, index);
}
template <class V, class I>
ALWAYS_INLINE V permute(V low, V high, I index) {
  return __builtin_shuffle(low, high, index);
}
#endif

// Any lane set in a comparison's result.
ALWAYS_INLINE bool any(auto mask) {
  typedef std::int64_t Words __attribute__((vector_size(vector_bytes)));
  const Words words = (Words)mask;
  std::int64_t all = 0;
  for (std::size_t k = 0; k < vector_bytes / 8; ++k) all |= words[k];
  return all != 0;
}

template <class T>
ALWAYS_INLINE Vector<T> gather(const T* base, Indices<T> index) {
#if SIMD_BITS == 512
  // The masked forms: GCC 12 warns of an uninitialised vector inside the plain ones.
  if constexpr (sizeof(T) == 8) {
    return _mm512_mask_i64gather_pd(_mm512_setzero_pd(), 0xff, (__m512i)index, base, 8);
  } else {
    return _mm512_mask_i32gather_ps(_mm512_setzero_ps(), 0xffff, (__m512i)index, base, 4);
  }
#else
  Vector<T> v;
  for (std::size_t k = 0; k < lanes<T>; ++k) v[k] = base[index[k]];
  return v;
#endif
}

}  // namespace
}  // namespace assay::subspace_linear
