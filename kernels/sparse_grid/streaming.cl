// The streaming algorithm (thesis, Algorithms 3.1 and 3.2): every basis function is evaluated at
// every data point. What runs in parallel walks the same list in the same order.
//
// Compile-time constants beside those of the headers:
//   DIMENSIONS       of grid and data
//   WORK_GROUP_SIZE  work items in a group
//   VECTORS          realv that an item holds: of data points (B^T alpha) or of grid points (B v)
//   TILE             list entries staged in local memory at a time; 0: read from global memory
//   UNROLL           list entries in one turn of the loop
#include "sparse_grid/hat.h"

#if TILE > 0
#define LIST_SPACE LOCAL_SPACE
#else
#define LIST_SPACE GLOBAL
#endif

#define GRID_ROW (2 * DIMENSIONS)  // reals of a grid point: 2^level and index, by dimension

// values[j] = sum_g surpluses[g] phi_g(x_j).
//   data       [DIMENSIONS][stride], stride a multiple of what a group handles
//   grid       [points][GRID_ROW]
//   surpluses  [points]
//   values     [stride]
KERNEL(WORK_GROUP_SIZE)
multi_eval(GLOBAL const real* RESTRICT data, const uint stride, GLOBAL const real* RESTRICT grid,
           GLOBAL const real* RESTRICT surpluses, const uint points, GLOBAL real* RESTRICT values) {
  // The vectors of an item lie a group apart: neighbouring items read neighbouring data.
  const uint first = GROUP_ID * (WORK_GROUP_SIZE * VECTORS) + LOCAL_ID;
  realv x[VECTORS][DIMENSIONS];
  realv sum[VECTORS];
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    sum[v] = ZERO;
#pragma unroll
    for (int k = 0; k < DIMENSIONS; ++k) {
      x[v][k] = LOAD(data + (size_t)k * stride, first + v * WORK_GROUP_SIZE);
    }
  }

#if TILE > 0
  LOCAL real rows[TILE * GRID_ROW];
  LOCAL real factors[TILE];
  for (uint start = 0; start < points; start += TILE) {
    const uint count = points - start < TILE ? points - start : TILE;
    BARRIER();
    for (uint e = LOCAL_ID; e < count * GRID_ROW; e += WORK_GROUP_SIZE) {
      rows[e] = grid[(size_t)start * GRID_ROW + e];
    }
    for (uint e = LOCAL_ID; e < count; e += WORK_GROUP_SIZE) factors[e] = surpluses[start + e];
    BARRIER();
#else
  {
    const uint count = points;
    GLOBAL const real* const rows = grid;
    GLOBAL const real* const factors = surpluses;
#endif
#pragma unroll UNROLL
    for (uint g = 0; g < count; ++g) {
      LIST_SPACE const real* const row = rows + (size_t)g * GRID_ROW;
#pragma unroll
      for (int v = 0; v < VECTORS; ++v) {
        realv y[DIMENSIONS];
#pragma unroll
        for (int k = 0; k < DIMENSIONS; ++k) {
          y[k] = fma(x[v][k], SPLAT(row[2 * k]), -SPLAT(row[2 * k + 1]));
        }
        sum[v] = fma(hat_product(y), SPLAT(factors[g]), sum[v]);
      }
    }
  }

#pragma unroll
  for (int v = 0; v < VECTORS; ++v) STORE(sum[v], values, first + v * WORK_GROUP_SIZE);
}

// partial[s][g] = sum over the s-th share of the data of weights[j] phi_g(x_j); the second index of
// the group is s.
//   data     [points][DIMENSIONS]
//   weights  [points]
//   share    data points of one share
//   grid     [GRID_ROW][stride], stride a multiple of what a group handles
//   partial  [shares][stride]
KERNEL(WORK_GROUP_SIZE)
multi_eval_transposed(GLOBAL const real* RESTRICT data, GLOBAL const real* RESTRICT weights,
                      const uint points, const uint share, GLOBAL const real* RESTRICT grid,
                      const uint stride, GLOBAL real* RESTRICT partial) {
  const uint first = GROUP_ID * (WORK_GROUP_SIZE * VECTORS) + LOCAL_ID;
  realv scale[VECTORS][DIMENSIONS];
  realv index[VECTORS][DIMENSIONS];
  realv sum[VECTORS];
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    sum[v] = ZERO;
#pragma unroll
    for (int k = 0; k < DIMENSIONS; ++k) {
      GLOBAL const real* const column = grid + (size_t)(2 * k) * stride;
      scale[v][k] = LOAD(column, first + v * WORK_GROUP_SIZE);
      index[v][k] = LOAD(column + stride, first + v * WORK_GROUP_SIZE);
    }
  }

  const uint begin = GROUP_ID_Y * share < points ? GROUP_ID_Y * share : points;
  const uint end = points - begin < share ? points : begin + share;
#if TILE > 0
  LOCAL real rows[TILE * DIMENSIONS];
  LOCAL real factors[TILE];
  for (uint start = begin; start < end; start += TILE) {
    const uint count = end - start < TILE ? end - start : TILE;
    BARRIER();
    for (uint e = LOCAL_ID; e < count * DIMENSIONS; e += WORK_GROUP_SIZE) {
      rows[e] = data[(size_t)start * DIMENSIONS + e];
    }
    for (uint e = LOCAL_ID; e < count; e += WORK_GROUP_SIZE) factors[e] = weights[start + e];
    BARRIER();
#else
  {
    const uint count = end - begin;
    GLOBAL const real* const rows = data + (size_t)begin * DIMENSIONS;
    GLOBAL const real* const factors = weights + begin;
#endif
#pragma unroll UNROLL
    for (uint j = 0; j < count; ++j) {
      LIST_SPACE const real* const row = rows + (size_t)j * DIMENSIONS;
#pragma unroll
      for (int v = 0; v < VECTORS; ++v) {
        realv y[DIMENSIONS];
#pragma unroll
        for (int k = 0; k < DIMENSIONS; ++k) {
          y[k] = fma(SPLAT(row[k]), scale[v][k], -index[v][k]);
        }
        sum[v] = fma(hat_product(y), SPLAT(factors[j]), sum[v]);
      }
    }
  }

#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    STORE(sum[v], partial + (size_t)GROUP_ID_Y * stride, first + v * WORK_GROUP_SIZE);
  }
}
