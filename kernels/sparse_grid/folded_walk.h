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
#define FACTOR_ROW (WORK_GROUP_SIZE * VECTORS * VECTOR_WIDTH)

FUNCTION void tabulate(LOCAL_SPACE real* table, GLOBAL const real* RESTRICT coordinates,
                       const uint group, const uint4 tree,
                       GLOBAL const uint* RESTRICT tree_dimensions,
                       GLOBAL const real* RESTRICT tree_lines) {
  GLOBAL const real* const of_group = coordinates + (size_t)group * DIMENSIONS * FACTOR_ROW;
  for (uint f = 0; f < tree.w; ++f) {
    GLOBAL const real* const row = of_group + tree_dimensions[tree.z + f] * FACTOR_ROW;
    const real2 one = load_pair(tree_lines, 2 * (size_t)(tree.z + f));
    const real2 other = load_pair(tree_lines, 2 * (size_t)(tree.z + f) + 1);
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
      const realv at = LOAD(row, v * WORK_GROUP_SIZE + LOCAL_ID);
      const realv lesser = fmin(fma(at, SPLAT(one.y), SPLAT(one.x)),
                                fma(at, SPLAT(other.y), SPLAT(other.x)));
      STORE(fmax(lesser, ZERO), table + f * FACTOR_ROW, v * WORK_GROUP_SIZE + LOCAL_ID);
    }
  }
}

// Nodes are taken AT_ONCE at a time, so that what they load is under way together; STAGE is a
// multiple. Where a tree has no more, leaves with weight 0 fill up.
#define AT_ONCE 4
FUNCTION void bring_nodes(GLOBAL const uint* RESTRICT nodes, const uint4 tree, const uint start,
                          LOCAL_SPACE uint* rows, LOCAL_SPACE uint* words) {
  for (uint e = LOCAL_ID; e < STAGE; e += WORK_GROUP_SIZE) {
    const bool is_node = start + e < tree.y;
    const size_t n = tree.x + (is_node ? start + e : 0);
    rows[e] = is_node ? nodes[2 * n] * FACTOR_ROW : 0;
    words[e] = is_node ? nodes[2 * n + 1] : 0;
  }
}

FUNCTION void load_factors(LOCAL_SPACE const real* table, LOCAL_SPACE const uint* rows,
                           Level factors[AT_ONCE]) {
#pragma unroll
  for (uint i = 0; i < AT_ONCE; ++i) {
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
      factors[i][v] = LOAD(table + rows[i], v * WORK_GROUP_SIZE + LOCAL_ID);
    }
  }
}

// The function of an inner node becomes the one at hand. *depth is that of the one before.
FUNCTION void enter(Level* path, realv* parent, uint* depth, const realv* factor,
                    const uint word) {
  const uint below = *depth;
  *depth = NODE_DEPTH(word);
  if (*depth > 0) {
    if (*depth != below + 1) {
#pragma unroll
      for (uint v = 0; v < VECTORS; ++v) parent[v] = path[*depth - 1][v];
    }
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) parent[v] *= factor[v];
  }
  if ((word & NODE_HAS_INNER) != 0) {
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) path[*depth][v] = parent[v];
  }
}

#endif
