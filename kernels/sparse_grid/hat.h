// Products of one-dimensional hat functions phi(y) = max(0, 1 - |y|), y = 2^level x - index.
// The including file defines FORM as one of these:
//   0 plain     the maximum as written
//   1 saturate  the maximum in one instruction
//   2 sign      no maximum: p <- p - |y| |p| is one fused operation. This is p (1 - |y|) while p >
//               0; once a factor has made p negative it stays so: p (1 + |y|). The sign is tested
//               once, at the end.
#ifndef SPARSE_GRID_HAT_H
#define SPARSE_GRID_HAT_H

#include "dialect.h"

FUNCTION realv times_hat(const realv product, const realv y) {
#if FORM == 2
  return fma(-fabs(y), fabs(product), product);
#elif FORM == 1
  return product * SATURATE(ONE - fabs(y));
#else
  return product * POSITIVE(ONE - fabs(y));
#endif
}

// The value of a finished product.
FUNCTION realv value_of(const realv product) {
#if FORM == 2
  return NOT_NEGATIVE(product);
#else
  return product;
#endif
}

#endif
