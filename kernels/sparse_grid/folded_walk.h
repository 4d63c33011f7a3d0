// What both products with folded lists (folded.h) have in common: a group holds data points, all of
// a tile, and its items walk the tile's tree in step.
//
// Constants: DIMENSIONS, WORK_GROUP_SIZE, VECTORS (realv of data points that an item holds), STAGE
// (nodes brought into local memory at a time, a multiple of AT_ONCE), and the dialect's.
#ifndef SPARSE_GRID_FOLDED_WALK_H
#define SPARSE_GRID_FOLDED_WALK_H

#define SKIP 0
#define TILED 1
#include "sparse_grid/path.h"
#include "sparse_grid/support.h"

#include "sparse_grid/folded.h"

// Arguments of both products:
//   coordinates    [groups][DIMENSIONS][points of a group] of the data points in their tiles
//   common, order  path.h, by group
//   factors        most that a tree has
#define FOLDED_ARGUMENTS                                                                   \
  GLOBAL const real *RESTRICT coordinates, GLOBAL const real *RESTRICT common,             \
      GLOBAL const uint *RESTRICT order, GLOBAL const real *RESTRICT spans,                \
      GLOBAL const uint *RESTRICT walks, GLOBAL const uint *RESTRICT steps,                \
      GLOBAL const uint *RESTRICT trees, GLOBAL const uint *RESTRICT nodes,                \
      GLOBAL const uint *RESTRICT tree_dimensions, GLOBAL const real *RESTRICT tree_lines, \
      const uint factors

// What a group has in local memory: for each dimension a row of its points' coordinates in the
// tile. At these points a factor is a constant and a multiple of its dimension's row, or, with a
// kink in the group's span, 0 or the lesser of two such. What it is for factors that are 0 does not
// matter: no walk has them. And of the nodes at hand where the rows of their factors begin, what
// turns these into factors, and the nodes' words.
#define ROW_POINTS (WORK_GROUP_SIZE * VECTORS * VECTOR_WIDTH)
typedef struct {
  LOCAL_SPACE real2* lines;         // [STAGE]
  LOCAL_SPACE real2* others;        // [STAGE] where row_starts has LESSER
  LOCAL_SPACE real2* factor_lines;  // [factors] the constant and the multiple, without a kink
  LOCAL_SPACE real* weights;        // [STAGE] of the nodes, where they have one (B^T alpha)
  LOCAL_SPACE real* rows;           // [DIMENSIONS][VECTORS][WORK_GROUP_SIZE]
  LOCAL_SPACE uint* row_starts;     // [STAGE]
  LOCAL_SPACE uint* words;          // [STAGE] 0 of leaves
  LOCAL_SPACE uint* factor_rows;    // [factors] the dimension, or LESSER
} Memory;
#define LESSER 0x80000000u
FUNCTION Memory parts_of(LOCAL_SPACE real* memory, const uint factors) {
  Memory at;
  at.lines = (LOCAL_SPACE real2*)memory;
  at.others = at.lines + STAGE;
  at.factor_lines = at.others + STAGE;
  at.weights = (LOCAL_SPACE real*)(at.factor_lines + factors);
  at.rows = at.weights + STAGE;
  at.row_starts = (LOCAL_SPACE uint*)(at.rows + DIMENSIONS * ROW_POINTS);
  at.words = at.row_starts + STAGE;
  at.factor_rows = at.words + STAGE;
  return at;
}

FUNCTION realv lesser_line(const realv x, const real2 one, const real2 other) {
  const realv first = fma(x, SPLAT(one.y), SPLAT(one.x));
  const realv second = fma(x, SPLAT(other.y), SPLAT(other.x));
  return NOT_NEGATIVE(first < second ? first : second);
}

FUNCTION void tabulate(const Memory at, GLOBAL const real* RESTRICT coordinates,
                       GLOBAL const real* RESTRICT spans, const uint group, const uint4 tree,
                       GLOBAL const uint* RESTRICT tree_dimensions,
                       GLOBAL const real* RESTRICT tree_lines) {
  GLOBAL const real* const of_group = coordinates + (size_t)group * DIMENSIONS * ROW_POINTS;
  for (uint f = LOCAL_ID; f < tree.w; f += WORK_GROUP_SIZE) {
    const size_t factor = tree.z + f;
    const uint k = tree_dimensions[factor];
    const real2 span = load_pair(spans, (size_t)group * DIMENSIONS + k);
    real2 line;
    line.x = 0;
    line.y = 1;
    const int kind = kind_of(load_pair(tree_lines, 2 * factor),
                             load_pair(tree_lines, 2 * factor + 1), span, &line);
    at.factor_rows[f] = kind == FACTOR_KINK ? LESSER : k;
    at.factor_lines[f] = line;
  }
#pragma unroll 4
  for (uint k = 0; k < DIMENSIONS; ++k) {
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
      STORE(LOAD(of_group + k * ROW_POINTS, v * WORK_GROUP_SIZE + LOCAL_ID),
            at.rows + k * ROW_POINTS, v * WORK_GROUP_SIZE + LOCAL_ID);
    }
  }
  BARRIER();
}

// Nodes are taken AT_ONCE at a time, so that what they load is under way together. Where a walk has
// no more, leaves that are 0 fill up.
#define AT_ONCE 4
#define INNER 0x40000000u  // of the words at hand, for the root's is 0 otherwise

// Brings node n of the tile to place e, or what fills up for NO_NODE.
#define NO_NODE 0xffffffffu
FUNCTION void bring_node(const Memory at, const uint e, const uint n,
                         GLOBAL const uint* RESTRICT nodes, const uint4 tree,
                         GLOBAL const uint* RESTRICT tree_dimensions,
                         GLOBAL const real* RESTRICT tree_lines) {
  real2 line;
  line.x = line.y = 0;
  at.words[e] = 0;
  at.row_starts[e] = 0;
  at.lines[e] = line;
  if (n == NO_NODE) return;
  const uint4 node = load_quad(nodes, tree.x + n);
  if (node.y != 0) at.words[e] = node.x | INNER;
  if (n != 0) {  // the root has no factor
    const uint f = NODE_FACTOR(node.x);
    const uint row = at.factor_rows[f];
    if (row == LESSER) {
      at.row_starts[e] = tree_dimensions[tree.z + f] * ROW_POINTS | LESSER;
      at.lines[e] = load_pair(tree_lines, 2 * (size_t)(tree.z + f));
      at.others[e] = load_pair(tree_lines, 2 * (size_t)(tree.z + f) + 1);
    } else {
      at.row_starts[e] = row * ROW_POINTS;
      at.lines[e] = at.factor_lines[f];
    }
  }
}

// The factor of the e'th node at hand.
FUNCTION void load_factor(const Memory at, const uint e, realv factor[VECTORS]) {
  const uint start = at.row_starts[e];
  const real2 line = at.lines[e];
  LOCAL_SPACE const real* const row = at.rows + (start & ~LESSER);
#pragma unroll
  for (uint v = 0; v < VECTORS; ++v) {
    const realv x = LOAD(row, v * WORK_GROUP_SIZE + LOCAL_ID);
    factor[v] = (start & LESSER) == 0 ? fma(x, SPLAT(line.y), SPLAT(line.x))
                                      : lesser_line(x, line, at.others[e]);
  }
}

// The function of an inner node becomes the one at hand. *depth is that of the one before. A path
// is always that of the node at hand: what is not there is not asked for.
FUNCTION void enter(Level* path, realv* parent, uint* depth, const realv* factor, const uint word) {
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
  if (NODE_HAS_INNER(word)) {
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) path[*depth][v] = parent[v];
  }
}

// Enters what the inner node `start` hangs on, the outermost first.
FUNCTION void enter_above(Level* path, realv* parent, uint* depth, const Memory at,
                          GLOBAL const uint* RESTRICT nodes, const uint4 tree,
                          GLOBAL const uint* RESTRICT tree_dimensions,
                          GLOBAL const real* RESTRICT tree_lines, const uint start) {
  uint chain[DIMENSIONS + 1];
  uint length = 0;
  for (uint a = start; a != 0;) {
    a = load_quad(nodes, tree.x + a).z;
    chain[length++] = a;
  }
  while (length > 0) {
    const uint a = chain[--length];
    if (LOCAL_ID == 0) bring_node(at, 0, a, nodes, tree, tree_dimensions, tree_lines);
    BARRIER();
    Level factor;
    load_factor(at, 0, factor);
    enter(path, parent, depth, factor, load_quad(nodes, tree.x + a).x);
    BARRIER();
  }
}

#endif
