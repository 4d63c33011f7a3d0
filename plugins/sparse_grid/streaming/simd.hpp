// One vector type per element type for the instruction set this translation unit is compiled for.
// Arithmetic is GCC's on vector types; -ffp-contract=fast makes fused multiply-adds of it. Only
// what has no operator is written with intrinsics.
//
// SIMD_BITS (128, 256, 512) is the register width; everything lives in a namespace of
// that width, because the same names are compiled once per instruction set into one library.
#pragma once

#include <cstddef>
#include <cstdint>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define ASSAY_STREAMING_JOIN_(a, b) a##b
#define ASSAY_STREAMING_JOIN(a, b) ASSAY_STREAMING_JOIN_(a, b)
#define ASSAY_STREAMING_NAMESPACE ASSAY_STREAMING_JOIN(simd, SIMD_BITS)

namespace assay::sparse_grid::streaming::ASSAY_STREAMING_NAMESPACE {

inline constexpr std::size_t kVectorBytes = SIMD_BITS / 8;

template <class T>
struct Simd {
  typedef T Vector __attribute__((vector_size(kVectorBytes)));
  static constexpr std::size_t kLanes = kVectorBytes / sizeof(T);
};
template <class T>
using Vector = typename Simd<T>::Vector;

template <class T>
inline Vector<T> load(const T* aligned) {
  return *static_cast<const Vector<T>*>(__builtin_assume_aligned(aligned, kVectorBytes));
}
template <class T>
inline void store(T* aligned, Vector<T> v) {
  *static_cast<Vector<T>*>(__builtin_assume_aligned(aligned, kVectorBytes)) = v;
}
template <class T>
inline Vector<T> broadcast(T value) {
  return value - Vector<T>{};  // value - 0 keeps the sign of a zero, value + 0 would not
}

using Doubles = Vector<double>;
using Floats = Vector<float>;

#if SIMD_BITS == 512
inline Doubles absolute(Doubles v) { return _mm512_abs_pd(v); }
inline Floats absolute(Floats v) { return _mm512_abs_ps(v); }
inline Doubles maximum(Doubles a, Doubles b) { return _mm512_max_pd(a, b); }
inline Floats maximum(Floats a, Floats b) { return _mm512_max_ps(a, b); }
// min(|v|, 1) in one instruction: the smaller magnitude (2) with its sign cleared (2 << 2).
inline Doubles clamp_magnitude(Doubles v) { return _mm512_range_pd(v, broadcast(1.0), 10); }
inline Floats clamp_magnitude(Floats v) { return _mm512_range_ps(v, broadcast(1.0F), 10); }
#elif SIMD_BITS == 256
inline Doubles absolute(Doubles v) { return _mm256_andnot_pd(broadcast(-0.0), v); }
inline Floats absolute(Floats v) { return _mm256_andnot_ps(broadcast(-0.0F), v); }
inline Doubles maximum(Doubles a, Doubles b) { return _mm256_max_pd(a, b); }
inline Floats maximum(Floats a, Floats b) { return _mm256_max_ps(a, b); }
inline Doubles clamp_magnitude(Doubles v) { return _mm256_min_pd(absolute(v), broadcast(1.0)); }
inline Floats clamp_magnitude(Floats v) { return _mm256_min_ps(absolute(v), broadcast(1.0F)); }
#elif defined(__x86_64__)
inline Doubles absolute(Doubles v) { return _mm_andnot_pd(broadcast(-0.0), v); }
inline Floats absolute(Floats v) { return _mm_andnot_ps(broadcast(-0.0F), v); }
inline Doubles maximum(Doubles a, Doubles b) { return _mm_max_pd(a, b); }
inline Floats maximum(Floats a, Floats b) { return _mm_max_ps(a, b); }
inline Doubles clamp_magnitude(Doubles v) { return _mm_min_pd(absolute(v), broadcast(1.0)); }
inline Floats clamp_magnitude(Floats v) { return _mm_min_ps(absolute(v), broadcast(1.0F)); }
#else
template <class V>
inline V absolute(V v) {
  return v < 0 ? -v : v;
}
template <class V>
inline V maximum(V a, V b) {
  return a > b ? a : b;
}
template <class V>
inline V clamp_magnitude(V v) {
  const V magnitude = absolute(v);
  return magnitude < 1 ? magnitude : V{} + 1;
}
#endif

// p (1 - m), rounded once if there is a fused multiply-add. Without one p - m p would cancel where
// m is close to 1, so the same two operations come in the other order.
template <class V>
inline V times_complement(V p, V m) {
#ifdef __FMA__
  return p - m * p;
#else
  return p * (1 - m);
#endif
}

// The bit patterns of the lanes, for collecting signs.
template <class T>
struct Bits;
template <>
struct Bits<double> {
  using Integer = std::int64_t;
};
template <>
struct Bits<float> {
  using Integer = std::int32_t;
};
template <class T>
using IntegerVector = typename Simd<typename Bits<T>::Integer>::Vector;

}  // namespace assay::sparse_grid::streaming::ASSAY_STREAMING_NAMESPACE
