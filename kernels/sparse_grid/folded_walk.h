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
#define FOLDED_ARGUMENTS                                                              \
  GLOBAL const real *RESTRICT coordinates, GLOBAL const real *RESTRICT common,        \
      GLOBAL const uint *RESTRICT order, GLOBAL const real *RESTRICT spans,           \
      GLOBAL const uint *RESTRICT walks, GLOBAL const uint *RESTRICT trees,           \
      GLOBAL const uint *RESTRICT nodes, GLOBAL const uint *RESTRICT tree_dimensions, \
      GLOBAL const real *RESTRICT tree_lines, GLOBAL const uint *RESTRICT cuts,                           \
      const uint first_walk, const uint kinks, const uint factors

// What a group knows of its tile's factors, in local memory: a row of numbers at its points for
// each dimension's coordinate and each factor with a kink in its span, so that at the points each
// factor is a row's multiple and a constant.
//   lines    [factors] the constant and the multiple
//   rows     [DIMENSIONS + kinks][VECTORS][WORK_GROUP_SIZE], of which an item reads what it wrote
//   numbers  [factors] of the rows; NO_ROW for a factor that is 0
#define ROW_POINTS (WORK_GROUP_SIZE * VECTORS * VECTOR_WIDTH)
#define NO_ROW 0xffffffffu
typedef struct {
  LOCAL_SPACE real2* lines;
  LOCAL_SPACE real* rows;
  LOCAL_SPACE uint* numbers;
} Factors;
FUNCTION Factors factors_in(LOCAL_SPACE real* memory, const uint kinks, const uint factors) {
  Factors parts;
  parts.lines = (LOCAL_SPACE real2*)memory;
  parts.rows = memory + 2 * factors;
  parts.numbers = (LOCAL_SPACE uint*)(parts.rows + (DIMENSIONS + kinks) * ROW_POINTS);
  return parts;
}

// next: of the rows, in local memory.
FUNCTION void tabulate(const Factors table, LOCAL_SPACE uint* next,
                       GLOBAL const real* RESTRICT coordinates, GLOBAL const real* RESTRICT spans,
                       const uint group, const uint4 tree,
                       GLOBAL const uint* RESTRICT tree_dimensions,
                       GLOBAL const real* RESTRICT tree_lines) {
  GLOBAL const real* const of_group = coordinates + (size_t)group * DIMENSIONS * ROW_POINTS;
  if (LOCAL_ID == 0) *next = DIMENSIONS;
  for (uint k = 0; k < DIMENSIONS; ++k) {
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
      STORE(LOAD(of_group + k * ROW_POINTS, v * WORK_GROUP_SIZE + LOCAL_ID),
            table.rows + k * ROW_POINTS, v * WORK_GROUP_SIZE + LOCAL_ID);
    }
  }
  BARRIER();
  for (uint f = LOCAL_ID; f < tree.w; f += WORK_GROUP_SIZE) {
    const size_t at = tree.z + f;
    const uint k = tree_dimensions[at];
    const real2 span = load_pair(spans, (size_t)group * DIMENSIONS + k);
    real2 line;
    const int kind = kind_of(load_pair(tree_lines, 2 * at), load_pair(tree_lines, 2 * at + 1),
                             span, &line);
    table.numbers[f] = kind == FACTOR_ZERO ? NO_ROW
                       : kind == FACTOR_LINE ? k
                                             : ATOMIC_ADD(next, 1);
    if (kind != FACTOR_LINE) {
      line.x = 0;
      line.y = kind == FACTOR_ZERO ? 0 : 1;
    }
    table.lines[f] = line;
  }
  BARRIER();
  for (uint f = 0; f < tree.w; ++f) {
    const uint row = table.numbers[f];
    if (row == NO_ROW || row < DIMENSIONS) continue;
    const size_t at = tree.z + f;
    const real2 one = load_pair(tree_lines, 2 * at);
    const real2 other = load_pair(tree_lines, 2 * at + 1);
    LOCAL_SPACE const real* const coordinate = table.rows + tree_dimensions[at] * ROW_POINTS;
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
      const realv x = LOAD(coordinate, v * WORK_GROUP_SIZE + LOCAL_ID);
      const realv lesser = fmin(fma(x, SPLAT(one.y), SPLAT(one.x)),
                                fma(x, SPLAT(other.y), SPLAT(other.x)));
      STORE(fmax(lesser, ZERO), table.rows + row * ROW_POINTS, v * WORK_GROUP_SIZE + LOCAL_ID);
    }
  }
}

// Nodes are taken AT_ONCE at a time, so that what they load is under way together. Of each the
// words, where its factor's row begins, and how the factor follows from it. Beyond the end of the
// tree nothing is read of them but what they load.
#define AT_ONCE 4
typedef struct {
  LOCAL_SPACE uint* words;
  LOCAL_SPACE uint* sizes;  // of inner nodes; SKIPPED | that where the factor is 0
  LOCAL_SPACE uint* rows;
  LOCAL_SPACE real2* lines;
} Stage;
#define SKIPPED 0x80000000u
#define STAGE_MEMORY(stage)           \
  LOCAL ALIGNED uint stage_words[STAGE]; \
  LOCAL ALIGNED uint stage_sizes[STAGE]; \
  LOCAL ALIGNED uint stage_rows[STAGE];  \
  LOCAL ALIGNED real2 stage_lines[STAGE]; \
  const Stage stage = {stage_words, stage_sizes, stage_rows, stage_lines}

FUNCTION void bring_nodes(const Stage stage, const Factors table,
                          GLOBAL const uint* RESTRICT nodes, const uint4 tree, const uint start) {
  for (uint e = LOCAL_ID; e < STAGE; e += WORK_GROUP_SIZE) {
    const size_t n = tree.x + (start + e < tree.y ? start + e : 0);
    const uint4 node = load_quad(nodes, n);
    uint row = 0;
    real2 line;
    line.x = line.y = 0;
    if (n != tree.x) {  // the root has no factor
      row = table.numbers[NODE_FACTOR(node.x)];
      line = table.lines[NODE_FACTOR(node.x)];
    }
    stage.words[e] = node.x;
    stage.sizes[e] = row == NO_ROW ? node.y | SKIPPED : node.y;
    stage.rows[e] = row == NO_ROW ? 0 : row * ROW_POINTS;
    stage.lines[e] = line;
  }
}

FUNCTION void load_factors(const Stage stage, const Factors table, const uint e,
                           Level factors[AT_ONCE]) {
#pragma unroll
  for (uint i = 0; i < AT_ONCE; ++i) {
    const real2 line = stage.lines[e + i];
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
      const realv x = LOAD(table.rows + stage.rows[e + i], v * WORK_GROUP_SIZE + LOCAL_ID);
      factors[i][v] = fma(x, SPLAT(line.y), SPLAT(line.x));
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
  if (NODE_HAS_INNER(word)) {
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) path[*depth][v] = parent[v];
  }
}

// Enters what an inner node at `start` hangs on, the outermost first. Returns `start`, or where the
// tree ends of what is 0 on the way.
FUNCTION uint enter_above(Level* path, realv* parent, uint* depth, const Factors table,
                          GLOBAL const uint* RESTRICT nodes, const uint4 tree, const uint start) {
  uint chain[DIMENSIONS + 1];
  uint length = 0;
  for (uint a = load_quad(nodes, tree.x + start).z; a != NO_ROW;
       a = load_quad(nodes, tree.x + a).z) {
    chain[length++] = a;
  }
  while (length > 0) {
    const uint a = chain[--length];
    const uint4 node = load_quad(nodes, tree.x + a);
    Level factor;
    if (a != 0) {
      const uint row = table.numbers[NODE_FACTOR(node.x)];
      if (row == NO_ROW) return a + node.y;
      const real2 line = table.lines[NODE_FACTOR(node.x)];
#pragma unroll
      for (uint v = 0; v < VECTORS; ++v) {
        const realv x = LOAD(table.rows + row * ROW_POINTS, v * WORK_GROUP_SIZE + LOCAL_ID);
        factor[v] = fma(x, SPLAT(line.y), SPLAT(line.x));
      }
    }
    enter(path, parent, depth, factor, node.x);
  }
  return start;
}

#endif
