// Common parts of both products with support lists: a group holds a tile of data points and
// processes the tile's list or a part of it. All its items walk the list (support.h) in step. The
// data of the grid that they load is the same for all items; nothing is gathered.
//
// Compile-time constants in addition to those of path.h, with SKIP = 0 and TILED = 1 or 2:
//   STAGE   list entries copied to local memory at a time
//   LINEAR  1: entries of a run whose hats are linear over the tile's box are handled together; 0:
//           each entry is handled on its own
#ifndef SPARSE_GRID_SUPPORT_LIST_H
#define SPARSE_GRID_SUPPORT_LIST_H

#include "sparse_grid/path.h"
#include "sparse_grid/support.h"

// Arguments of both products, in addition to the data points:
//   entries   [entries][4] and shapes [entries][2]: the grid as described in support.h, 2^level and
//             index
//   bounds    [2 * DIMENSIONS][tiles] boxes of the tiles
//   list      the entries of all tiles' lists, one after another
//   segments  [groups][4] parts of lists: the tile; first place in `list`; number of entries; 1 for
//             a tile with a single segment, otherwise 0
#define ARGUMENTS                                                                             \
  POINT_ARGUMENTS, GLOBAL const uint *RESTRICT entries, GLOBAL const real *RESTRICT shapes,   \
      GLOBAL const real *RESTRICT bounds, const uint tiles, GLOBAL const uint *RESTRICT list, \
      GLOBAL const uint *RESTRICT segments

// The words of the current entries, with LISTED_LINEAR set for those that are handled together.
#define WORD_OF(word) ((word) & ~LISTED_LINEAR)
#define COUNTS_WITH_OTHERS(word) (LINEAR && ((word)&LISTED_LINEAR) != 0)
FUNCTION uint listed_word(const uint listed, const uint4 entry) {
  return LINEAR ? entry.x | (listed & LISTED_LINEAR) : entry.x;
}

// Whether an entry is the first of the current entries that are handled together.
FUNCTION bool begins_line(LOCAL_SPACE const uint* words, const uint e, const uint count) {
  return e < count && COUNTS_WITH_OTHERS(words[e]) && (e == 0 || words[e - 1] != words[e]);
}

// The lower bound of the tile in an entry's dimension. Linear hats are given by their value there
// and their slope, because 1 - index and 2^level x, large and of opposite signs, would cancel.
FUNCTION real corner_of(GLOBAL const real* RESTRICT bounds, const uint tiles, const uint tile,
                        const uint word) {
  return box_in(bounds, tiles, tile, ENTRY_DIMENSION(word)).x;
}
// The value at the corner and the slope of a hat that is linear over the box.
FUNCTION real2 linear_hat(const real corner, const real2 shape) {
  const real y = fma(corner, shape.x, -shape.y);
  real2 line;
  line.x = 1 - fabs(y);
  line.y = y < 0 ? shape.x : -shape.x;
  return line;
}

// Opens the parents above an entry, the outermost first.
FUNCTION void open_above(Level* path, realv* parent, const Points held,
                         GLOBAL const uint* RESTRICT entries, GLOBAL const real* RESTRICT shapes,
                         const uint entry) {
  uint chain[DIMENSIONS];
  uint length = 0;
  for (uint a = ENTRY_ABOVE(load_quad(entries, entry)); a != NO_ENTRY;
       a = ENTRY_ABOVE(load_quad(entries, a))) {
    chain[length++] = a;
  }
  while (length > 0) {
    const uint a = chain[--length];
    const uint word = load_quad(entries, a).x;
    open_parent(path, parent, held, ENTRY_DIMENSION(word), ENTRY_DEPTH(word), load_pair(shapes, a));
  }
}

// Computes what a run of entries has in common: coordinates, and the factors that turn hats into
// basis functions.
FUNCTION void begin_run(const realv* parent, const Points held, const uint word, realv x[VECTORS],
                        realv factor[VECTORS]) {
  const uint refined = ENTRY_DIMENSION(word);
  const uint k = refined < DIMENSIONS ? refined : DIMENSIONS;  // ROOT_DIMENSION comes last
  load_points(held, k, x, factor);
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) factor[v] *= parent[v];
}

#endif
