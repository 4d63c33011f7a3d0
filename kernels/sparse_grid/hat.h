// Products of one-dimensional hat functions phi(y) = max(0, 1 - |y|), y = 2^level x - index.
// The including file has set DIMENSIONS and SIGN_FORM (0 or 1).
#ifndef SPARSE_GRID_HAT_H
#define SPARSE_GRID_HAT_H

#include "dialect.h"

// prod_k phi(y[k])
FUNCTION realv hat_product(const realv* y) {
#if SIGN_FORM
  // p <- p (1 - |y|) is one fused operation. The first factor below zero turns p negative, so the
  // signs of all intermediate p together tell whether the point lies outside of the support. They
  // are collected by integer operations and looked at once.
  realv p = ONE - fabs(y[0]);
  bitsv signs = AS_BITS(p);
#pragma unroll
  for (int k = 1; k < DIMENSIONS; ++k) {
    p = fma(-fabs(y[k]), p, p);
    signs |= AS_BITS(p);
  }
  return AS_REAL(AS_BITS(p) & ~(signs >> (REAL_BITS - 1)));
#else
  realv p = POSITIVE(ONE - fabs(y[0]));
#pragma unroll
  for (int k = 1; k < DIMENSIONS; ++k) p *= POSITIVE(ONE - fabs(y[k]));
  return p;
#endif
}

#endif
