// B^T alpha with level 1 factored out: phi_{l,i}(x) = C(x) prod_k q_k, where C(x) is the product of
// the level-1 hats over all dimensions and q_k = phi_{l_k,i_k}(x_k) / phi_{1,1}(x_k), which is 1 in
// every dimension that is not refined. A grid that holds all ancestors, in lexicographic order of
// (level, index), is a tree in depth-first order: a point is its parent (the point without its last
// refined dimension) refined in one more dimension. So each point costs one hat function, whatever
// the dimension.
//
// Constants: DIMENSIONS, WORK_GROUP_SIZE, VECTORS (realv of data points an item holds) and the
// dialect's.
#include "dialect.h"

// Below this a level-1 hat counts as 0, and so does everything over it: its reciprocal must not
// overflow.
#if REAL_BITS == 64
#define SMALLEST 0x1p-1000
#else
#define SMALLEST 0x1p-100f
#endif

// values[j] = sum_g surpluses[g] phi_g(x_j).
//   data       [DIMENSIONS][stride], stride a multiple of what a group handles
//   last       [points] last refined dimension of each point, DIMENSIONS for the root (1, ..., 1),
//              which comes first
//   hats       [points][2] 2^level and index in that dimension
//   surpluses  [points]
//   values     [stride]
KERNEL(WORK_GROUP_SIZE)
multi_eval(GLOBAL const real* RESTRICT data, const uint stride, GLOBAL const uint* RESTRICT last,
           GLOBAL const real* RESTRICT hats, GLOBAL const real* RESTRICT surpluses,
           const uint points, GLOBAL real* RESTRICT values) {
  const uint first = GROUP_ID * (WORK_GROUP_SIZE * VECTORS) + LOCAL_ID;
  realv x[VECTORS][DIMENSIONS];
  realv reciprocal[VECTORS][DIMENSIONS];
  // path[k]: product of the ratios of the current point's dimensions before k.
  realv path[VECTORS][DIMENSIONS];
  realv common[VECTORS];
  realv sum[VECTORS];
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    common[v] = ONE;
    sum[v] = SPLAT(surpluses[0]);
#pragma unroll
    for (int k = 0; k < DIMENSIONS; ++k) {
      x[v][k] = LOAD(data + (size_t)k * stride, first + v * WORK_GROUP_SIZE);
      // 2 min(x, 1 - x) has a small relative error at both ends; 1 - |2x - 1| has not.
      const realv hat = SPLAT((real)2) * fmin(x[v][k], ONE - x[v][k]);
      common[v] *= hat;
      reciprocal[v][k] = hat > SMALLEST ? ONE / hat : ZERO;
      path[v][k] = ONE;
    }
  }

  for (uint g = 1; g < points; ++g) {
    const uint dimension = last[g];
    const realv scale = SPLAT(hats[2 * (size_t)g]);
    const realv index = SPLAT(hats[2 * (size_t)g + 1]);
    const realv surplus = SPLAT(surpluses[g]);
    // The same branch for every work item; unrolled, so that the arrays stay in registers.
#pragma unroll
    for (uint k = 0; k < DIMENSIONS; ++k) {
      if (dimension != k) continue;
#pragma unroll
      for (int v = 0; v < VECTORS; ++v) {
        const realv hat = POSITIVE(ONE - fabs(fma(x[v][k], scale, -index)));
        const realv product = path[v][k] * (hat * reciprocal[v][k]);
        sum[v] = fma(product, surplus, sum[v]);
#pragma unroll
        for (uint later = k + 1; later < DIMENSIONS; ++later) path[v][later] = product;
      }
    }
  }

#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    STORE(common[v] * sum[v], values, first + v * WORK_GROUP_SIZE);
  }
}
