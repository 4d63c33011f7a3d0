// Operations without an operator on the vectors of the instruction set that this translation unit
// is compiled for (<assay/simd.hpp>), by intrinsics. -ffp-contract=fast makes fused multiply-adds
// of the operators.
#pragma once

#include "assay/simd.hpp"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace assay::sparse_grid::streaming {
namespace {

using simd::lanes;
using simd::load_aligned;
using simd::splat;
using simd::store_aligned;
using simd::Vector;

using Doubles = Vector<double>;
using Floats = Vector<float>;

#if SIMD_BITS == 512
inline Doubles absolute(Doubles v) { return _mm512_abs_pd(v); }
inline Floats absolute(Floats v) { return _mm512_abs_ps(v); }
inline Doubles maximum(Doubles a, Doubles b) { return _mm512_max_pd(a, b); }
inline Floats maximum(Floats a, Floats b) { return _mm512_max_ps(a, b); }
// min(|v|, 1) in one instruction: the smaller magnitude (2) with its sign cleared (2 << 2).
inline Doubles clamp_magnitude(Doubles v) { return _mm512_range_pd(v, splat(1.0), 10); }
inline Floats clamp_magnitude(Floats v) { return _mm512_range_ps(v, splat(1.0F), 10); }
#elif SIMD_BITS == 256
inline Doubles absolute(Doubles v) { return _mm256_andnot_pd(splat(-0.0), v); }
inline Floats absolute(Floats v) { return _mm256_andnot_ps(splat(-0.0F), v); }
inline Doubles maximum(Doubles a, Doubles b) { return _mm256_max_pd(a, b); }
inline Floats maximum(Floats a, Floats b) { return _mm256_max_ps(a, b); }
inline Doubles clamp_magnitude(Doubles v) { return _mm256_min_pd(absolute(v), splat(1.0)); }
inline Floats clamp_magnitude(Floats v) { return _mm256_min_ps(absolute(v), splat(1.0F)); }
#elif defined(__x86_64__)
inline Doubles absolute(Doubles v) { return _mm_andnot_pd(splat(-0.0), v); }
inline Floats absolute(Floats v) { return _mm_andnot_ps(splat(-0.0F), v); }
inline Doubles maximum(Doubles a, Doubles b) { return _mm_max_pd(a, b); }
inline Floats maximum(Floats a, Floats b) { return _mm_max_ps(a, b); }
inline Doubles clamp_magnitude(Doubles v) { return _mm_min_pd(absolute(v), splat(1.0)); }
inline Floats clamp_magnitude(Floats v) { return _mm_min_ps(absolute(v), splat(1.0F)); }
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

// p (1 - m), rounded once if there is a fused multiply-add. Without one, p - m p would cancel where
// m is close to 1, so that the difference is computed before the product.
template <class V>
inline V times_complement(V p, V m) {
#ifdef __FMA__
  return p - m * p;
#else
  return p * (1 - m);
#endif
}

}  // namespace
}  // namespace assay::sparse_grid::streaming
