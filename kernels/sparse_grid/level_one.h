// The level-1 functions, which are factored out of all others.
#ifndef SPARSE_GRID_LEVEL_ONE_H
#define SPARSE_GRID_LEVEL_ONE_H

#include "dialect.h"

// Hats below this value count as 0, and so does everything divided by them: reciprocals must not
// overflow.
#if REAL_BITS == 64
#define SMALLEST_LEVEL_ONE 0x1p-1000
#else
#define SMALLEST_LEVEL_ONE 0x1p-100f
#endif

// phi_{1,1}(x). 1 - |2x - 1| has a large relative error at both ends.
FUNCTION realv level_one_at(const realv x) { return 2 * fmin(x, ONE - x); }

// 1 / phi_{1,1}(x) from the result of level_one_at, or 0.
FUNCTION realv reciprocal_of(const realv level_one) {
  return level_one > SPLAT(SMALLEST_LEVEL_ONE) ? ONE / level_one : ZERO;
}

#endif
