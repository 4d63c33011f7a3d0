// What both products with folded lists (folded.h) have in common: a group holds data points, all of
// a tile, and its items walk the tile's tree in step.
//
// Constants: DIMENSIONS, WORK_GROUP_SIZE, VECTORS (realv of data points that an item holds), STAGE
// (nodes brought into local memory at a time, a multiple of AT_ONCE), and the dialect's.
#ifndef SPARSE_GRID_FOLDED_WALK_H
#define SPARSE_GRID_FOLDED_WALK_H

#define SKIP 0
#define TILED 1
#include "sparse_grid/folded.h"
#include "sparse_grid/path.h"

// Arguments of both products:
//   coordinates    [groups][DIMENSIONS][points of a group] of the data points in their tiles
//   common, order  path.h, by group
//   first_walk     that of the first work group; each takes one
//   kinks, factors most that a tree of these groups has: with a kink in a group's span, and at all
#define FOLDED_ARGUMENTS                                                               \
  GLOBAL const real *RESTRICT coordinates, GLOBAL const real *RESTRICT common,         \
      GLOBAL const uint *RESTRICT order, GLOBAL const real *RESTRICT spans,            \
      GLOBAL const uint *RESTRICT walks, GLOBAL const uint *RESTRICT steps,            \
      GLOBAL const uint *RESTRICT trees, GLOBAL const uint *RESTRICT nodes,            \
      GLOBAL const uint *RESTRICT tree_dimensions, GLOBAL const real *RESTRICT tree_lines, \
      const uint first_walk, const uint kinks, const uint factors

// What a group has in local memory. Of its tile's factors a row of numbers at its points for each
// dimension's coordinate and for each factor with a kink in its span: at the points each factor is a
// row's multiple and a constant. And of the nodes at hand where the rows of their factors begin, what
// turns these into factors, and the nodes' words.
#define ROW_POINTS (WORK_GROUP_SIZE * VECTORS * VECTOR_WIDTH)
typedef struct {
  LOCAL_SPACE real2* lines;        // [STAGE]
  LOCAL_SPACE real2* factor_lines; // [factors] the constant and the multiple
  LOCAL_SPACE real* weights;       // [STAGE] of the nodes, where they have one (B^T alpha)
  LOCAL_SPACE real* rows;          // [DIMENSIONS + kinks][VECTORS][WORK_GROUP_SIZE]
  LOCAL_SPACE uint* row_starts;    // [STAGE]
  LOCAL_SPACE uint* words;         // [STAGE] 0 of leaves
  LOCAL_SPACE uint* factor_rows;   // [factors] the number of the row
  LOCAL_SPACE uint* kinks;         // [1] rows of factors with a kink
} Memory;
FUNCTION Memory parts_of(LOCAL_SPACE real* memory, const uint kinks, const uint factors) {
  Memory at;
  at.lines = (LOCAL_SPACE real2*)memory;
  at.factor_lines = at.lines + STAGE;
  at.weights = (LOCAL_SPACE real*)(at.factor_lines + factors);
  at.rows = at.weights + STAGE;
  at.row_starts = (LOCAL_SPACE uint*)(at.rows + (DIMENSIONS + kinks) * ROW_POINTS);
  at.words = at.row_starts + STAGE;
  at.kinks = at.words + STAGE;
  at.factor_rows = at.kinks + 1;
  return at;
}

FUNCTION void tabulate(const Memory at, GLOBAL const real* RESTRICT coordinates,
                       GLOBAL const real* RESTRICT spans, const uint group, const uint4 tree,
                       GLOBAL const uint* RESTRICT tree_dimensions,
                       GLOBAL const real* RESTRICT tree_lines) {
  GLOBAL const real* const of_group = coordinates + (size_t)group * DIMENSIONS * ROW_POINTS;
  if (LOCAL_ID == 0) *at.kinks = 0;
  BARRIER();
  // Those with a kink first stand in a list, in the place of rows that come later.
  LOCAL_SPACE uint* const with_kink = (LOCAL_SPACE uint*)(at.rows + DIMENSIONS * ROW_POINTS);
  for (uint f = LOCAL_ID; f < tree.w; f += WORK_GROUP_SIZE) {
    const size_t factor = tree.z + f;
    const uint k = tree_dimensions[factor];
    const real2 span = load_pair(spans, (size_t)group * DIMENSIONS + k);
    real2 line;
    line.x = 0;
    line.y = 1;
    uint row = k;
    const int kind = kind_of(load_pair(tree_lines, 2 * factor),
                             load_pair(tree_lines, 2 * factor + 1), span, &line);
    if (kind == FACTOR_KINK) {
      row = DIMENSIONS + ATOMIC_ADD(at.kinks, 1);
      with_kink[row - DIMENSIONS] = f;
      line.x = 0;
      line.y = 1;
    }
    at.factor_rows[f] = row;
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
  // From the last on, whose row does not reach what the list has before it.
  for (uint i = *at.kinks; i-- > 0;) {
    const uint f = with_kink[i];
    BARRIER();
    const size_t factor = tree.z + f;
    const real2 one = load_pair(tree_lines, 2 * factor);
    const real2 other = load_pair(tree_lines, 2 * factor + 1);
    LOCAL_SPACE const real* const coordinate = at.rows + tree_dimensions[factor] * ROW_POINTS;
    LOCAL_SPACE real* const row = at.rows + (DIMENSIONS + i) * ROW_POINTS;
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
      const realv x = LOAD(coordinate, v * WORK_GROUP_SIZE + LOCAL_ID);
      const realv first = fma(x, SPLAT(one.y), SPLAT(one.x));
      const realv second = fma(x, SPLAT(other.y), SPLAT(other.x));
      STORE(NOT_NEGATIVE(first < second ? first : second), row, v * WORK_GROUP_SIZE + LOCAL_ID);
    }
  }
}

// Nodes are taken AT_ONCE at a time, so that what they load is under way together. Where a walk has
// no more, leaves that are 0 fill up.
#define AT_ONCE 4
#define INNER 0x40000000u  // of the words at hand, for the root's is 0 otherwise

// The step'th of `count` steps, its node's number in the tile, or NO_STEP.
#define NO_STEP 0xffffffffu
FUNCTION uint bring_node(const Memory at, const uint e, GLOBAL const uint* RESTRICT steps,
                         const uint count, GLOBAL const uint* RESTRICT nodes, const uint4 tree) {
  real2 line;
  line.x = line.y = 0;
  at.words[e] = 0;
  at.row_starts[e] = 0;
  at.lines[e] = line;
  if (e >= count) return NO_STEP;
  const uint n = steps[e];
  const uint4 node = load_quad(nodes, tree.x + n);
  if (node.y != 0) at.words[e] = node.x | INNER;
  if (n != 0) {  // the root has no factor
    at.row_starts[e] = at.factor_rows[NODE_FACTOR(node.x)] * ROW_POINTS;
    at.lines[e] = at.factor_lines[NODE_FACTOR(node.x)];
  }
  return n;
}

FUNCTION void load_factor(const Memory at, const uint row_start, const real2 line,
                          realv factor[VECTORS]) {
#pragma unroll
  for (uint v = 0; v < VECTORS; ++v) {
    const realv x = LOAD(at.rows + row_start, v * WORK_GROUP_SIZE + LOCAL_ID);
    factor[v] = fma(x, SPLAT(line.y), SPLAT(line.x));
  }
}

// The function of an inner node becomes the one at hand. *depth is that of the one before. A path
// is always that of the node at hand: what is not there is not asked for.
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
  if (NODE_HAS_INNER(word)) {
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) path[*depth][v] = parent[v];
  }
}

// Enters what the inner node `start` hangs on, the outermost first.
FUNCTION void enter_above(Level* path, realv* parent, uint* depth, const Memory at,
                          GLOBAL const uint* RESTRICT nodes, const uint4 tree, const uint start) {
  uint chain[DIMENSIONS + 1];
  uint length = 0;
  for (uint a = start; a != 0;) {
    a = load_quad(nodes, tree.x + a).z;
    chain[length++] = a;
  }
  while (length > 0) {
    const uint a = chain[--length];
    const uint word = load_quad(nodes, tree.x + a).x;
    const uint f = NODE_FACTOR(word);
    Level factor;
    if (a != 0) load_factor(at, at.factor_rows[f] * ROW_POINTS, at.factor_lines[f], factor);
    enter(path, parent, depth, factor, word);
  }
}

#endif
