// The few operations on vectors for which operators do not suffice. Everything is local to the
// translation unit; see <assay/simd.hpp>.
#pragma once

#include <cstddef>
#include <cstdint>

#include "assay/simd.hpp"

#if SIMD_BITS >= 256
#include <immintrin.h>
#endif

#define ALWAYS_INLINE inline __attribute__((always_inline))

namespace assay::subspace_linear {
namespace {

using simd::lanes;
using simd::load;
using simd::splat;
using simd::Vector;
using simd::vector_bytes;

template <class T>
using Index = simd::Integer<T>;
template <class T>
using Indices = simd::Integers<T>;

// Level-1 hats below this are treated as 0, so that 2 / hat does not overflow.
template <class T>
inline constexpr T tiny = 0x1p-1020;
template <>
inline constexpr float tiny<float> = 0x1p-124F;

template <class V>
ALWAYS_INLINE V minimum(V a, V b) {
  return a < b ? a : b;
}

// permute: table[index mod lanes] and (low, high)[index mod 2 lanes].
#ifdef __clang__  // has no shuffle by a vector of indices
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

// Whether any lane is set in a comparison's result.
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
  // The masked forms, because GCC 12 warns of an uninitialised vector inside the plain ones.
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
