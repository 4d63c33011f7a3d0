// Products of hats along the way from the root of a grid to its points, with level 1 factored out:
// phi_{l,i}(x) = C(x) prod_k q_k, where C(x) is the product of the level-1 hats over all dimensions
// and q_k = phi_{l_k,i_k}(x_k) / phi_{1,1}(x_k), which is 1 in every dimension that is not refined.
// A grid point is its parent (the point without its last refined dimension) refined in one more
// dimension.
//
// Constants of the including file, in addition to those of the dialect:
//   DIMENSIONS       of grid and data
//   WORK_GROUP_SIZE  work items in a group
//   VECTORS          realv of data points that an item holds
//   SKIP             1: open_parent tests whether the parent is 0 at all points in step
//   TILED            layout of the points: 0 columns; 1 tile by tile; 2 tile by tile without
//                    reciprocals, which are computed where they are needed
#ifndef SPARSE_GRID_PATH_H
#define SPARSE_GRID_PATH_H

#include "dialect.h"

#include "sparse_grid/level_one.h"

// Arguments for data points:
//   common       [stride] C(x), stride a multiple of the number of points of a group
//   order        [stride] the place of each data point in `values` and `weights`; NO_POINT in the
//                padding
// Layout 0, columns:
//   data         [DIMENSIONS][stride]
//   reciprocals  [DIMENSIONS][stride] 1 / phi_{1,1}(x_k), 0 where the hat is close to 0: there C(x)
//                makes all basis functions 0
// Layout 1, tile by tile, a tile being the points that a group holds:
//   data         [tiles][DIMENSIONS + 1][2][points of a tile]: x_k, then its reciprocal; 0 and 1
//                in the last dimension, in which nothing is refined
// Layout 2, tile by tile without reciprocals:
//   data         [tiles][DIMENSIONS][points of a tile]
#if TILED
#define POINT_ARGUMENTS                                                 \
  GLOBAL const real *RESTRICT data, GLOBAL const real *RESTRICT common, \
      GLOBAL const uint *RESTRICT order
#else
#define POINT_ARGUMENTS                                                      \
  GLOBAL const real *RESTRICT data, GLOBAL const real *RESTRICT reciprocals, \
      GLOBAL const real *RESTRICT common, GLOBAL const uint *RESTRICT order, const uint stride
#endif

// A hat is either 0 or at least as large as a rounding error of 1.
#define SMALLEST ((real)0x1p-100f)

// shape: 2^level and index
FUNCTION realv hat(const realv x, const real2 shape) {
  return SATURATE(ONE - fabs(fma(x, SPLAT(shape.x), -SPLAT(shape.y))));
}

// An item's data points, whose vectors lie a group apart. One address serves all vectors of a
// dimension and, in a tile, both numbers. A point refined in no dimension is treated as refined in
// DIMENSIONS.
typedef struct {
  GLOBAL const real* data;
#if !TILED
  GLOBAL const real* reciprocals;
  uint stride;
#endif
} Points;
#if TILED
#define TILE_POINTS (WORK_GROUP_SIZE * VECTORS * VECTOR_WIDTH)
#if TILED == 1
#define TILE_REALS ((size_t)(DIMENSIONS + 1) * 2 * TILE_POINTS)
#define ROW_IN(array, k) ((array) + (k) * (2 * TILE_POINTS))
#define RECIPROCALS(held, k) (ROW_IN((held).data, k) + TILE_POINTS)
#else
#define TILE_REALS ((size_t)DIMENSIONS * TILE_POINTS)
#define ROW_IN(array, k) ((array) + ((k) < DIMENSIONS ? (k) : 0) * TILE_POINTS)
#endif
#define POINTS_OF_TILE(tile) \
  { data + (tile)*TILE_REALS + LOCAL_ID* VECTOR_WIDTH }
#else
#define ROW_IN(array, k) ((array) + (k) * (size_t)(held).stride)
#define RECIPROCALS(held, k) ROW_IN((held).reciprocals, k)
#define POINTS_FROM(first) \
  { data + (first) * (size_t)VECTOR_WIDTH, reciprocals + (first) * (size_t)VECTOR_WIDTH, stride }
#endif
#define COORDINATES(held, k) ROW_IN((held).data, k)
#define LOAD_VECTOR(row, v) LOAD(row, (size_t)(v)*WORK_GROUP_SIZE)

// Loads x and 1 / phi_{1,1}(x) of an item's points in a dimension. Everything is loaded before
// anything is computed, so that loads need not wait for each other.
FUNCTION void load_points(const Points held, const uint k, realv x[VECTORS],
                          realv reciprocal[VECTORS]) {
  GLOBAL const real* const coordinates = COORDINATES(held, k);
#if TILED != 2
  GLOBAL const real* const reciprocals = RECIPROCALS(held, k);
#endif
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    x[v] = LOAD_VECTOR(coordinates, v);
#if TILED != 2
    reciprocal[v] = LOAD_VECTOR(reciprocals, v);
#endif
  }
#if TILED == 2
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    reciprocal[v] = k < DIMENSIONS ? reciprocal_of(level_one_at(x[v])) : ONE;
  }
#endif
}

// The number of the data point in a lane of vector v.
#define POINT(v, lane) ((first + (uint)(v)*WORK_GROUP_SIZE) * VECTOR_WIDTH + (lane))

// A level of the path to the current parent: the ratios of the parent at one depth to the level-1
// function. The current parent is kept separately, because an array that is indexed at run time
// does not stay in registers.
typedef realv Level[VECTORS];

// Makes the root, whose values at an item's points are `value`, the current parent.
FUNCTION void begin_at_root(Level* path, realv* parent, const realv* value) {
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) parent[v] = path[0][v] = value[v];
}

// Makes a parent the current one: `shape` refines the parent at the depth above in dimension k.
// Returns false if the new parent is 0 at all points of the items in step.
FUNCTION bool open_parent(Level* path, realv* parent, const Points held, const uint k,
                          const uint depth, const real2 shape) {
  bool any = !SKIP;
  Level x;
  Level reciprocal;
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) parent[v] = path[depth - 1][v];
  load_points(held, k, x, reciprocal);
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    const realv factor = hat(x[v], shape);
    parent[v] = parent[v] * factor * reciprocal[v];
#if SKIP
    real lanes[VECTOR_WIDTH];
    STORE(factor, lanes, 0);
#pragma unroll
    for (int lane = 0; lane < VECTOR_WIDTH; ++lane) any = any || lanes[lane] > SMALLEST;
#endif
  }
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) path[depth][v] = parent[v];
  return SKIP ? ANY_IN_STEP(any) : any;
}

// values[order[j]] = C(x_j) sums, for the points of an item.
FUNCTION void store_values(const realv sum[VECTORS], GLOBAL const real* RESTRICT common,
                           GLOBAL const uint* RESTRICT order, const uint first,
                           GLOBAL real* RESTRICT values) {
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    real lanes[VECTOR_WIDTH];
    STORE(LOAD(common, first + (uint)v * WORK_GROUP_SIZE) * sum[v], lanes, 0);
#pragma unroll
    for (int lane = 0; lane < VECTOR_WIDTH; ++lane) {
      const uint j = order[POINT(v, lane)];
      if (j != NO_POINT) values[j] = lanes[lane];
    }
  }
}

// C(x_j) weights[order[j]] for the points of an item, 0 where there is no point.
FUNCTION void load_weights(GLOBAL const real* RESTRICT weights, GLOBAL const real* RESTRICT common,
                           GLOBAL const uint* RESTRICT order, const uint first,
                           realv weight[VECTORS]) {
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    real lanes[VECTOR_WIDTH];
#pragma unroll
    for (int lane = 0; lane < VECTOR_WIDTH; ++lane) {
      const uint j = order[POINT(v, lane)];
      lanes[lane] = j == NO_POINT ? 0 : weights[j];
    }
    weight[v] = LOAD(common, first + (uint)v * WORK_GROUP_SIZE) * LOAD(lanes, 0);
  }
}

#endif
