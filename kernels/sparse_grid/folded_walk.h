// What both products with folded lists (folded.h) have in common: a group holds data points, all of
// a tile, and its items walk the tile's tree in step.
//
// Constants: DIMENSIONS, WORK_GROUP_SIZE, VECTORS (realv of data points that an item holds), STAGE
// (nodes brought into local memory at a time), and the dialect's.
#ifndef SPARSE_GRID_FOLDED_WALK_H
#define SPARSE_GRID_FOLDED_WALK_H

#define SKIP 0
#define TILED 1
#include "sparse_grid/folded.h"
#include "sparse_grid/path.h"

// Arguments of both products:
//   coordinates    [groups][DIMENSIONS][points of a group] of the data points in their tiles
//   common, order  path.h, by group
#define FOLDED_ARGUMENTS                                                                  \
  GLOBAL const real *RESTRICT coordinates, GLOBAL const real *RESTRICT common,            \
      GLOBAL const uint *RESTRICT order, GLOBAL const uint *RESTRICT walks,               \
      GLOBAL const uint *RESTRICT trees, GLOBAL const uint *RESTRICT nodes,               \
      GLOBAL const uint *RESTRICT tree_dimensions, GLOBAL const real *RESTRICT tree_lines

// The factors of a tile at the points of a group, [factors][VECTORS][WORK_GROUP_SIZE]: each item
// reads what it has written.
#define FACTOR_AT(table, factor, v) \
  LOAD(table, ((factor) * (uint)VECTORS + (uint)(v)) * WORK_GROUP_SIZE + LOCAL_ID)

FUNCTION void tabulate(LOCAL_SPACE real* table, GLOBAL const real* RESTRICT coordinates,
                       const uint group, const uint4 tree,
                       GLOBAL const uint* RESTRICT tree_dimensions,
                       GLOBAL const real* RESTRICT tree_lines) {
  const uint points = WORK_GROUP_SIZE * VECTORS * VECTOR_WIDTH;
  GLOBAL const real* const of_group = coordinates + (size_t)group * DIMENSIONS * points;
  for (uint f = 0; f < tree.w; ++f) {
    GLOBAL const real* const row = of_group + tree_dimensions[tree.z + f] * points;
    const real2 one = load_pair(tree_lines, 2 * (size_t)(tree.z + f));
    const real2 other = load_pair(tree_lines, 2 * (size_t)(tree.z + f) + 1);
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
      const realv at = LOAD(row, v * WORK_GROUP_SIZE + LOCAL_ID);
      const realv lesser = fmin(fma(at, SPLAT(one.y), SPLAT(one.x)),
                                fma(at, SPLAT(other.y), SPLAT(other.x)));
      STORE(fmax(lesser, ZERO), table, (f * VECTORS + v) * WORK_GROUP_SIZE + LOCAL_ID);
    }
  }
}

// The function of an inner node becomes the one at hand.
FUNCTION void enter(Level* path, realv* parent, LOCAL_SPACE const real* table, const uint factor,
                    const uint word) {
  const uint depth = NODE_DEPTH(word);
  if (depth > 0) {
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) parent[v] = path[depth - 1][v] * FACTOR_AT(table, factor, v);
  }
  if ((word & NODE_HAS_INNER) != 0) {
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) path[depth][v] = parent[v];
  }
}

#endif
