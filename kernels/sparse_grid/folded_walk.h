// What both products with folded lists (folded.h) have in common: a group holds data points, all of
// a tile, and its items walk a list of steps together.
//
// Constants: DIMENSIONS, WORK_GROUP_SIZE, VECTORS (realv of data points that an item holds), STAGE
// (steps brought into local memory at a time, a multiple of AT_ONCE), and the dialect's.
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
#define FOLDED_ARGUMENTS                                                       \
  GLOBAL const real *RESTRICT coordinates, GLOBAL const real *RESTRICT common, \
      GLOBAL const uint *RESTRICT order, GLOBAL const uint *RESTRICT walks,    \
      GLOBAL const uint *RESTRICT steps, GLOBAL const real *RESTRICT factor_lines

// What a group has in local memory: for each dimension a row of its points' coordinates in the
// tile, and what turns these into the factors of the steps at hand: at the group's points a factor
// is a constant and a multiple of its dimension's row or, with a kink, 0 or the lesser of two such.
// Words are read four at a time and weights in pairs: local memory is what a walk is busy with.
#define ROW_POINTS (WORK_GROUP_SIZE * VECTORS * VECTOR_WIDTH)
typedef struct {
  LOCAL_SPACE real2* lines;   // [STAGE] the constant and the multiple
  LOCAL_SPACE real2* others;  // [STAGE] the other line, of a kink
  LOCAL_SPACE real* weights;  // [STAGE] of the nodes, where they have one (B^T alpha)
  LOCAL_SPACE uint* words;    // [STAGE] of the steps
  LOCAL_SPACE real* rows;     // [DIMENSIONS][VECTORS][WORK_GROUP_SIZE]
} Memory;
FUNCTION Memory parts_of(LOCAL_SPACE real* memory) {
  Memory at;
  at.lines = (LOCAL_SPACE real2*)memory;
  at.others = at.lines + STAGE;
  at.weights = (LOCAL_SPACE real*)(at.others + STAGE);
  at.words = (LOCAL_SPACE uint*)(at.weights + STAGE);
  at.rows = (LOCAL_SPACE real*)(at.words + STAGE);
  return at;
}

FUNCTION realv lesser_line(const realv x, const real2 one, const real2 other) {
  const realv first = fma(x, SPLAT(one.y), SPLAT(one.x));
  const realv second = fma(x, SPLAT(other.y), SPLAT(other.x));
  return NOT_NEGATIVE(first < second ? first : second);
}

// Brings the rows of coordinates.
FUNCTION void bring_rows(const Memory at, GLOBAL const real* RESTRICT coordinates,
                         const uint group) {
  GLOBAL const real* const of_group = coordinates + (size_t)group * DIMENSIONS * ROW_POINTS;
#pragma unroll 4
  for (uint k = 0; k < DIMENSIONS; ++k) {
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
      STORE(LOAD(of_group + k * ROW_POINTS, v * WORK_GROUP_SIZE + LOCAL_ID),
            at.rows + k * ROW_POINTS, v * WORK_GROUP_SIZE + LOCAL_ID);
    }
  }
}

// Steps are taken AT_ONCE at a time, so that what they load is under way together. Where a walk has
// no more, leaves that are 0 fill up.
#define AT_ONCE 4

// Brings step i of those before `end` to place e, or what fills up. Returns its node, or NONE.
FUNCTION uint bring_step(const Memory at, const uint e, GLOBAL const uint* RESTRICT steps,
                         GLOBAL const real* RESTRICT factor_lines, const uint i, const uint end) {
  real2 line;
  line.x = line.y = 0;
  at.words[e] = 0;
  at.lines[e] = line;
  if (i >= end) return NONE;
  const uint4 step = load_quad(steps, i);
  at.words[e] = step.x;
  at.lines[e] = load_pair(factor_lines, step.y);
  if ((step.x & STEP_KINK) != 0) at.others[e] = load_pair(factor_lines, step.y ^ 1);
  return step.z;
}

// The words of AT_ONCE steps at hand, from the e'th on.
FUNCTION void load_words(const Memory at, const uint e, uint words[AT_ONCE]) {
  const uint4 quad = ((LOCAL_SPACE const uint4*)at.words)[e / AT_ONCE];
  words[0] = quad.x;
  words[1] = quad.y;
  words[2] = quad.z;
  words[3] = quad.w;
}

// Their weights.
FUNCTION void load_weights_at_hand(const Memory at, const uint e, real weights[AT_ONCE]) {
#pragma unroll
  for (uint i = 0; i < AT_ONCE; i += 2) {
    const real2 pair = ((LOCAL_SPACE const real2*)at.weights)[(e + i) / 2];
    weights[i] = pair.x;
    weights[i + 1] = pair.y;
  }
}

// The factor of the e'th step at hand.
FUNCTION void load_factor(const Memory at, const uint e, const uint word, realv factor[VECTORS]) {
  const real2 line = at.lines[e];
  LOCAL_SPACE const real* const row = at.rows + STEP_DIMENSION(word) * ROW_POINTS;
#pragma unroll
  for (uint v = 0; v < VECTORS; ++v) {
    const realv x = LOAD(row, v * WORK_GROUP_SIZE + LOCAL_ID);
    factor[v] = (word & STEP_KINK) == 0 ? fma(x, SPLAT(line.y), SPLAT(line.x))
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

#endif
