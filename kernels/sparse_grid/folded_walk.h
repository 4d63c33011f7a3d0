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
#define FOLDED_ARGUMENTS                                                       \
  GLOBAL const real *RESTRICT coordinates, GLOBAL const real *RESTRICT common, \
      GLOBAL const uint *RESTRICT order, GLOBAL const real *RESTRICT spans,    \
      GLOBAL const uint *RESTRICT walks, GLOBAL const uint *RESTRICT steps,    \
      GLOBAL const uint *RESTRICT trees, GLOBAL const uint *RESTRICT nodes,    \
      GLOBAL const uint *RESTRICT tree_dimensions, GLOBAL const real *RESTRICT tree_lines

// What a group has in local memory: for each dimension a row of its points' coordinates in the
// tile, and of the nodes at hand what turns these into factors: at the group's points a factor is a
// constant and a multiple of its dimension's row, or, with a kink in the group's span, 0 or the
// lesser of two such. Words are read four at a time and weights in pairs: local memory is what a
// walk is busy with.
#define ROW_POINTS (WORK_GROUP_SIZE * VECTORS * VECTOR_WIDTH)
typedef struct {
  LOCAL_SPACE real2* lines;   // [STAGE] the constant and the multiple
  LOCAL_SPACE real2* others;  // [STAGE] the other line, of a kink
  LOCAL_SPACE real* weights;  // [STAGE] of the nodes, where they have one (B^T alpha)
  LOCAL_SPACE uint* words;    // [STAGE] below
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

// The word of a node at hand: that of the tree (folded.h) with the factor's dimension in place of
// its number, and what kinds of node and factor they are.
#define INNER 0x40000000u
#define KINK 0x8000u
#define ROW_OF(word) (((word) & (KINK - 1)) * ROW_POINTS)

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
  BARRIER();
}

// Nodes are taken AT_ONCE at a time, so that what they load is under way together. Where a walk has
// no more, leaves that are 0 fill up.
#define AT_ONCE 4

// A tree, and the group that walks it.
#define TREE_PARAMETERS                                                                   \
  GLOBAL const real *RESTRICT spans, const uint group, GLOBAL const uint *RESTRICT nodes, \
      const uint4 tree, GLOBAL const uint *RESTRICT tree_dimensions,                      \
      GLOBAL const real *RESTRICT tree_lines
#define TREE spans, walk.x, nodes, tree, tree_dimensions, tree_lines

// Brings node n of the tile to place e, or what fills up for NO_NODE.
#define NO_NODE 0xffffffffu
FUNCTION void bring_node(const Memory at, const uint e, const uint n, TREE_PARAMETERS) {
  uint word = 0;
  real2 line;
  line.x = line.y = 0;
  if (n != NO_NODE) {
    const uint4 node = load_quad(nodes, tree.x + n);
    if (node.y != 0) word = (node.x & ~0xffffu) | INNER;
    if (n != 0) {  // the root has no factor
      const size_t factor = tree.z + NODE_FACTOR(node.x);
      const uint k = tree_dimensions[factor];
      const real2 one = load_pair(tree_lines, 2 * factor);
      const real2 other = load_pair(tree_lines, 2 * factor + 1);
      const real2 span = load_pair(spans, (size_t)group * DIMENSIONS + k);
      word |= k;
      if (kind_of(one, other, span, &line) == FACTOR_KINK) {
        word |= KINK;
        line = one;
        at.others[e] = other;
      }
    }
  }
  at.words[e] = word;
  at.lines[e] = line;
}

// The words of AT_ONCE nodes at hand, from the e'th on.
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

// The factor of the e'th node at hand.
FUNCTION void load_factor(const Memory at, const uint e, const uint word, realv factor[VECTORS]) {
  const real2 line = at.lines[e];
  LOCAL_SPACE const real* const row = at.rows + ROW_OF(word);
#pragma unroll
  for (uint v = 0; v < VECTORS; ++v) {
    const realv x = LOAD(row, v * WORK_GROUP_SIZE + LOCAL_ID);
    factor[v] = (word & KINK) == 0 ? fma(x, SPLAT(line.y), SPLAT(line.x))
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
FUNCTION void enter_above(Level* path, realv* parent, uint* depth, const Memory at, TREE_PARAMETERS,
                          const uint start) {
  uint chain[DIMENSIONS + 1];
  uint length = 0;
  for (uint a = start; a != 0;) {
    a = load_quad(nodes, tree.x + a).z;
    chain[length++] = a;
  }
  while (length > 0) {
    const uint a = chain[--length];
    if (LOCAL_ID == 0) {
      bring_node(at, 0, a, spans, group, nodes, tree, tree_dimensions, tree_lines);
    }
    BARRIER();
    const uint word = at.words[0];
    Level factor;
    load_factor(at, 0, word, factor);
    enter(path, parent, depth, factor, word);
    BARRIER();
  }
}

#endif
