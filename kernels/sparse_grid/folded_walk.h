// What both products with folded lists (folded.h) have in common: a group holds data points, all of
// a tile, and its items walk a list of steps together.
//
// Constants: DIMENSIONS, WORK_GROUP_SIZE, VECTORS (realv of data points that an item holds), STAGE
// (steps brought into local memory at a time), IN_REGISTERS (whether an item has its points'
// coordinates in registers, up to MOST_IN_REGISTERS dimensions, or in local memory), and the
// dialect's.
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

// Local memory of a group: the steps at hand, then the rows of coordinates [DIMENSIONS][VECTORS]
// [WORK_GROUP_SIZE] unless IN_REGISTERS. A step is STEP_PAIRS pairs, for a walk is busy with
// reading them: the line of its factor; the node's weight (B^T alpha) and the step's word; of a
// factor with a kink half the difference of its lines.
#define ROW_POINTS (WORK_GROUP_SIZE * VECTORS * VECTOR_WIDTH)
#define STEP_PAIRS 3
#define ROWS_IN(memory) ((LOCAL_SPACE real*)((memory) + STAGE * STEP_PAIRS))

// Brings step i of those before `end` to its place. Returns its node, or NONE.
FUNCTION uint bring_step(LOCAL_SPACE real2* place, GLOBAL const uint* RESTRICT steps,
                         GLOBAL const real* RESTRICT factor_lines,
                         GLOBAL const real* RESTRICT weights, const uint i, const uint end) {
  if (i >= end) return NONE;
  const uint4 step = load_quad(steps, i);
  real2 second;
  second.x = weights == 0 || step.z == NONE ? 0 : weights[step.z];
  second.y = AS_REAL_BITS(step.x);
  place[0] = load_pair(factor_lines, step.y);
  place[1] = second;
  if ((step.x & STEP_KINK) != 0) place[2] = load_pair(factor_lines, step.y + 1);
  return step.z;
}

// An item's coordinates.
typedef struct {
#if IN_REGISTERS
  realv all[DIMENSIONS][VECTORS];
#else
  LOCAL_SPACE const real* rows;
#endif
} Coordinates;

FUNCTION void bring_coordinates(LOCAL_SPACE real* rows, GLOBAL const real* RESTRICT coordinates,
                                const uint group, Coordinates* held) {
  GLOBAL const real* const of_group = coordinates + (size_t)group * DIMENSIONS * ROW_POINTS;
#if IN_REGISTERS
#pragma unroll
#else
  held->rows = rows;
#pragma unroll 4
#endif
  for (uint k = 0; k < DIMENSIONS; ++k) {
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
      const realv x = LOAD(of_group + k * ROW_POINTS, v * WORK_GROUP_SIZE + LOCAL_ID);
#if IN_REGISTERS
      held->all[k][v] = x;
#else
      STORE(x, rows + k * ROW_POINTS, v * WORK_GROUP_SIZE + LOCAL_ID);
#endif
    }
  }
}

// The factor of a step: a constant and a multiple of a coordinate, with a kink less the absolute
// value of another such, but not below 0.
FUNCTION void make_factor(const realv* x, const uint word, LOCAL_SPACE const real2* step,
                          realv factor[VECTORS]) {
  const real2 line = step[0];
#pragma unroll
  for (uint v = 0; v < VECTORS; ++v) factor[v] = fma(x[v], SPLAT(line.y), SPLAT(line.x));
  if ((word & STEP_KINK) == 0) return;
  const real2 half_difference = step[2];
#pragma unroll
  for (uint v = 0; v < VECTORS; ++v) {
    factor[v] -= fabs(fma(x[v], SPLAT(half_difference.y), SPLAT(half_difference.x)));
    factor[v] = NOT_NEGATIVE(factor[v]);
  }
}

// Registers cannot be indexed at run time: each dimension has code of its own. Conditions and no
// switch, which compilers fill up with what it has no cases for.
#if IN_REGISTERS
#define MOST_IN_REGISTERS 16
#if DIMENSIONS > MOST_IN_REGISTERS
#error "IN_REGISTERS is for fewer dimensions"
#endif
FUNCTION void factor_in(const Coordinates* held, const uint k, const uint word,
                        LOCAL_SPACE const real2* step, realv factor[VECTORS]) {
  make_factor(held->all[k < DIMENSIONS ? k : 0], word, step, factor);
}
#define EITHER_OF_2(k)                            \
  if (!(DIMENSIONS > (k) + 1) || (word & 1) == 0) \
    factor_in(held, k, word, step, factor);       \
  else                                            \
    factor_in(held, (k) + 1, word, step, factor);
#define EITHER_OF_4(k)                              \
  if (!(DIMENSIONS > (k) + 2) || (word & 2) == 0) { \
    EITHER_OF_2(k)                                  \
  } else {                                          \
    EITHER_OF_2((k) + 2)                            \
  }
#define EITHER_OF_8(k)                              \
  if (!(DIMENSIONS > (k) + 4) || (word & 4) == 0) { \
    EITHER_OF_4(k)                                  \
  } else {                                          \
    EITHER_OF_4((k) + 4)                            \
  }
#define EITHER_OF_16(k)                             \
  if (!(DIMENSIONS > (k) + 8) || (word & 8) == 0) { \
    EITHER_OF_8(k)                                  \
  } else {                                          \
    EITHER_OF_8((k) + 8)                            \
  }
#endif

FUNCTION void factor_of(const Coordinates* held, const uint word, LOCAL_SPACE const real2* step,
                        realv factor[VECTORS]) {
#if IN_REGISTERS
  EITHER_OF_16(0)
#else
  LOCAL_SPACE const real* const row = held->rows + STEP_DIMENSION(word) * ROW_POINTS;
  realv x[VECTORS];
#pragma unroll
  for (uint v = 0; v < VECTORS; ++v) x[v] = LOAD(row, v * WORK_GROUP_SIZE + LOCAL_ID);
  make_factor(x, word, step, factor);
#endif
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
