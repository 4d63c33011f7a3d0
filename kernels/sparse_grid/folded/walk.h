// Common parts of both products with folded lists along trees (trees.h): a group holds data points
// of one tile, and its items walk a list of steps together.
//
// Steps are taken run by run: leaves in one dimension, one after another, and then possibly an
// inner node in that dimension. Where the factor of a leaf is a line, a + b u, only u is computed
// at the points; a and b are applied once for all points together.
//
// Constants: DIMENSIONS (up to 16, because an item keeps its points' coordinates in registers),
// WORK_GROUP_SIZE, VECTORS (realv of data points that an item holds), STAGE (steps copied to local
// memory at a time), and the dialect's.
#ifndef SPARSE_GRID_FOLDED_WALK_H
#define SPARSE_GRID_FOLDED_WALK_H

#define SKIP 0
#define TILED 1
#include "sparse_grid/path.h"
#include "sparse_grid/support.h"

#include "sparse_grid/folded/folded.h"
#include "sparse_grid/folded/trees.h"

// Arguments of both products:
//   coordinates    [groups][DIMENSIONS][points of a group] of the data points in their tiles
//   common, order  see path.h, by group
//   the others     see trees.h, folded.h
#define WALK_ARGUMENTS                                                          \
  GLOBAL const real *RESTRICT coordinates, GLOBAL const real *RESTRICT common,  \
      GLOBAL const uint *RESTRICT order, GLOBAL const uint *RESTRICT walks,     \
      GLOBAL const uint *RESTRICT ancestors, GLOBAL const uint *RESTRICT steps, \
      GLOBAL const real *RESTRICT factor_lines

// The local memory of a group: the current steps and one more, which ends them, of three pairs
// each.
//   LINE   the line of the factor
//   WORD   a number for the product, and the step's word
//   OTHER  half the difference of the factor's lines if it has a kink
#define ROW_POINTS (WORK_GROUP_SIZE * VECTORS * VECTOR_WIDTH)
#define STEP_PAIRS 3
#define LINE 0
#define WORD 1
#define OTHER 2
#define STEP_AT(memory, e) ((LOCAL_SPACE real2*)(memory) + (e)*STEP_PAIRS)
#define WORD_AT(memory, e) AS_WORD(STEP_AT(memory, e)[WORD].y)

// Words: whether a step is a leaf whose factor is a line, whether it is a root, and the word that
// ends the steps.
#define IS_LINE_LEAF(word) (((word) & (STEP_INNER | STEP_KINK)) == 0)
#define IS_ROOT(word) (((word)&STEP_INNER) != 0 && NODE_DEPTH(word) == 0)
#define END_OF_STEPS 0x3fffu

// A walk, and the ancestors of its first step, with which it begins.
typedef struct {
  uint group;
  uint first;  // point of the group, in realv
  uint ancestors;
  uint steps;  // including the ancestors
  GLOBAL const uint* of_ancestors;
  uint first_step;  // without the ancestors
} Walk;
FUNCTION Walk load_walk(GLOBAL const uint* RESTRICT walks, GLOBAL const uint* RESTRICT ancestors) {
  const uint4 of_steps = load_quad(walks, 2 * GROUP_ID);
  const uint4 of_ancestors = load_quad(walks, 2 * GROUP_ID + 1);
  Walk walk;
  walk.group = of_steps.x;
  walk.first = of_steps.x * (WORK_GROUP_SIZE * VECTORS) + LOCAL_ID;
  walk.ancestors = of_ancestors.y;
  walk.steps = of_ancestors.y + of_steps.z;
  walk.of_ancestors = ancestors + of_ancestors.x;
  walk.first_step = of_steps.y - of_ancestors.y;
  return walk;
}
FUNCTION uint4 step_of_walk(const Walk walk, GLOBAL const uint* RESTRICT steps, const uint i) {
  return load_quad(steps, i < walk.ancestors ? walk.of_ancestors[i] : walk.first_step + i);
}
// The first step that an item copies of those from `start` on, loaded before it is needed.
FUNCTION uint4 step_ahead(const Walk walk, GLOBAL const uint* RESTRICT steps, const uint start) {
  return step_of_walk(walk, steps, min(start + LOCAL_ID, walk.steps - 1));
}

// Writes a step to its place. The root has the factor 1.
FUNCTION void put_step(LOCAL_SPACE real2* place, GLOBAL const real* RESTRICT factor_lines,
                       const uint4 step, const real weight) {
  real2 line;
  real2 word;
  line.x = 1;
  line.y = 0;
  if (!IS_ROOT(step.x)) line = load_pair(factor_lines, step.y);
  word.x = weight;
  word.y = AS_REAL_BITS(step.x);
  place[LINE] = line;
  place[WORD] = word;
  if ((step.x & STEP_KINK) != 0) place[OTHER] = load_pair(factor_lines, step.y + 1);
}
FUNCTION void put_end(LOCAL_SPACE real* memory, const uint count) {
  if (LOCAL_ID == 0) STEP_AT(memory, count)[WORD].y = AS_REAL_BITS(END_OF_STEPS);
}

// An item's coordinates.
typedef struct {
  realv in[DIMENSIONS][VECTORS];
} Coordinates;

FUNCTION void bring_coordinates(GLOBAL const real* RESTRICT coordinates, const uint group,
                                Coordinates* x) {
  GLOBAL const real* const of_group = coordinates + (size_t)group * DIMENSIONS * ROW_POINTS;
#pragma unroll
  for (uint k = 0; k < DIMENSIONS; ++k) {
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
      x->in[k][v] = LOAD(of_group + k * ROW_POINTS, v * WORK_GROUP_SIZE + LOCAL_ID);
    }
  }
}

// IN_DIMENSION(x, k, take): take(x.in[k]). Registers cannot be indexed at run time: each dimension
// has code of its own, selected by the bits of k.
#define IN_ONE(x, d, take) take((x).in[(d) < DIMENSIONS ? (d) : 0]);
#define AMONG_2(x, k, d, take)                 \
  if ((d) + 1 < DIMENSIONS && ((k)&1u) != 0) { \
    IN_ONE(x, (d) + 1, take)                   \
  } else {                                     \
    IN_ONE(x, d, take)                         \
  }
#define AMONG_4(x, k, d, take)                 \
  if ((d) + 2 < DIMENSIONS && ((k)&2u) != 0) { \
    AMONG_2(x, k, (d) + 2, take)               \
  } else {                                     \
    AMONG_2(x, k, d, take)                     \
  }
#define AMONG_8(x, k, d, take)                 \
  if ((d) + 4 < DIMENSIONS && ((k)&4u) != 0) { \
    AMONG_4(x, k, (d) + 4, take)               \
  } else {                                     \
    AMONG_4(x, k, d, take)                     \
  }
#define IN_DIMENSION(x, k, take)         \
  if (8 < DIMENSIONS && ((k)&8u) != 0) { \
    AMONG_8(x, k, 8, take)               \
  } else {                               \
    AMONG_8(x, k, 0, take)               \
  }

// Computes the factor of a step that is not a leaf on a line: a constant plus a multiple of a
// coordinate; if it has a kink, less the absolute value of another such expression, but at least 0.
FUNCTION void make_factor(const realv* x, const uint word, LOCAL_SPACE const real2* step,
                          realv factor[VECTORS]) {
  const real2 line = step[LINE];
#pragma unroll
  for (uint v = 0; v < VECTORS; ++v) factor[v] = fma(x[v], SPLAT(line.y), SPLAT(line.x));
  if ((word & STEP_KINK) == 0) return;
  const real2 other = step[OTHER];
#pragma unroll
  for (uint v = 0; v < VECTORS; ++v) {
    factor[v] -= fabs(fma(x[v], SPLAT(other.y), SPLAT(other.x)));
    factor[v] = NOT_NEGATIVE(factor[v]);
  }
}

// Makes the function of an inner node the current one. `path` always belongs to the current node:
// levels that are not on it are never read.
FUNCTION void enter(Level* path, realv* parent, const realv* factor, const uint word) {
  const uint depth = NODE_DEPTH(word);
  if ((word & STEP_RETURNS) != 0) {
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) parent[v] = path[depth - 1][v];
  }
#pragma unroll
  for (uint v = 0; v < VECTORS; ++v) parent[v] *= factor[v];
  if (NODE_HAS_INNER(word)) {
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) path[depth][v] = parent[v];
  }
}

#endif
