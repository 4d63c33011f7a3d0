// Square roots and reciprocals without branches, so that the compiler can interleave them with
// other work: the device's approximation and a step of Newton's or Halley's method, accurate to
// about one rounding error. A root of numbers beyond LARGEST is NaN. CUDA only.
#ifndef OLS_ROOTS_H
#define OLS_ROOTS_H

#include "dialect.h"

// Squares above it have all their digits, even if the smallest terms of their sums are denormal.
#if REAL_BITS == 64
#define NEGLIGIBLE 0x1p-960
#else
#define NEGLIGIBLE 0x1p-96F
#endif

#define LARGEST (1 / NEGLIGIBLE)

#if REAL_BITS == 64
FUNCTION double approximate_root_inverse(const double x) {
  double inverse;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(inverse) : "d"(x));
  return inverse;
}
FUNCTION double approximate_inverse(const double x) {
  double inverse;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(inverse) : "d"(x));
  return inverse;
}
#else
FUNCTION float approximate_root_inverse(const float x) {
  float inverse;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(x));
  return inverse;
}
FUNCTION float approximate_inverse(const float x) {
  float inverse;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(x));
  return inverse;
}
#endif

// Returns the root of a positive number; NaN for a square so large that its reciprocal would be
// flushed to 0.
FUNCTION real root_of(const real square) {
  const real x = square < LARGEST ? square : AS_REAL((bitsv)-1);
  real inverse = approximate_root_inverse(x);
#if REAL_BITS == 64
  const real rest = fma(-x * inverse, inverse, (real)1);
  inverse = fma(inverse * rest, fma((real)0.375, rest, (real)0.5), inverse);
#endif
  const real root = x * inverse;
  return fma(fma(-root, root, x), (real)0.5 * inverse, root);
}

FUNCTION real reciprocal_of(const real x) {
  const real inverse = approximate_inverse(x);
  const real rest = fma(-x, inverse, (real)1);
#if REAL_BITS == 64
  return fma(inverse, fma(rest, rest, rest), inverse);
#else
  return fma(inverse, rest, inverse);
#endif
}

#endif
