// Common parts of all products with folded lists by blocks (blocks.h): a group holds GROUP_POINTS
// data points, all of one tile. The tile's factors and its front parts are tabulated at these
// points in local memory, front parts chunk by chunk; back parts are computed where they are
// needed, eight rows at a time.
//
// Constants: DIMENSIONS, WORK_GROUP_SIZE, GROUP_POINTS, TABLE_ROWS (for factors and front parts
// together), SHARES (into which a group divides a chunk's blocks), SUMS (B v:
// block_columns_transposed.kernel), and the dialect's.
#ifndef SPARSE_GRID_FOLDED_BLOCK_PRODUCT_H
#define SPARSE_GRID_FOLDED_BLOCK_PRODUCT_H

#include "dialect.h"
#include "sparse_grid/support.h"

#include "sparse_grid/folded/blocks.h"
#include "sparse_grid/folded/folded.h"

// Arguments of all products, whose work groups are the groups of data points from `first_group` on:
//   coordinates    [groups][DIMENSIONS][GROUP_POINTS] of the data points in their tiles
//   common, order  [groups][GROUP_POINTS], path.h
//   groups         [groups][4] groups.kernel
//   row_quads      words of a row, in units of four
//   shares         [chunks][SHARES + 1] shares.kernel
//   the rest       blocks.h, folded.h
#define FOLDED_ARGUMENTS                                                                          \
  const uint first_group, GLOBAL const real *RESTRICT coordinates,                                \
      GLOBAL const real *RESTRICT common, GLOBAL const uint *RESTRICT order,                      \
      GLOBAL const uint *RESTRICT groups, GLOBAL const uint *RESTRICT tiles,                      \
      GLOBAL const uint *RESTRICT chunks, GLOBAL const uint *RESTRICT rows, const uint row_quads, \
      GLOBAL const uint *RESTRICT factor_dimensions, GLOBAL const real *RESTRICT factor_lines,    \
      GLOBAL const uint *RESTRICT blocks, GLOBAL const uint *RESTRICT shares
#define GROUP_AT_HAND (first_group + GROUP_ID)

// A range of a chunk's blocks.
typedef struct {
  uint begin;
  uint end;
} Share;
FUNCTION Share share_of(GLOBAL const uint* RESTRICT shares, const uint chunk, const uint share) {
  GLOBAL const uint* const begin = shares + chunk * (size_t)(SHARES + 1) + share;
  const Share blocks = {begin[0], begin[1]};
  return blocks;
}

#ifdef SUMS
// Adds the group's sum for a cell of block b, block `of_tile` of its tile. SUMS 0: adds to
// `moments` if the cell is a product; SUMS 1: writes among the moments of the group, from `first`
// on.
FUNCTION void add_moment(GLOBAL real* RESTRICT moments, const uint first, const uint b,
                         const uint of_tile, const uint4 block, const uint cell, const real sum) {
  const bool is_product = ((cell < 32 ? block.y : block.z) >> cell % 32 & 1) != 0;
#if SUMS == 1
  moments[first + (size_t)of_tile * CELLS_OF_BLOCK + cell] = is_product ? sum : 0;
#else
  if (is_product) atomic_add_real(moments + (size_t)b * CELLS_OF_BLOCK + cell, sum);
#endif
}
#endif

// The data from which a tile's parts are made.
typedef struct {
  GLOBAL const uint* rows;  // of all tiles
  uint row_quads;
  uint factors;
  GLOBAL const uint* factor_dimensions;
  GLOBAL const real* factor_lines;
} Basis;
#define BASIS_OF(first, second)                                 \
  {                                                             \
    rows, row_quads, (second).w, factor_dimensions + (first).x, \
        factor_lines + 2 * LINES_OF_FACTOR*(size_t)(first).x    \
  }

FUNCTION real2 load_line(const Basis basis, const uint factor, const uint line) {
  return load_pair(basis.factor_lines, LINES_OF_FACTOR * (size_t)factor + line);
}

// The values of a factor at coordinates x.
FUNCTION realv factor_at(const realv x, const uint dimension, const real2 middle,
                         const real2 half_difference) {
  const realv line = fma(x, SPLAT(middle.y), SPLAT(middle.x));
  if ((dimension & FACTOR_IS_LINE) != 0) return line;
  return NOT_NEGATIVE(line - fabs(fma(x, SPLAT(half_difference.y), SPLAT(half_difference.x))));
}

// Loads four words of a row at once.
FUNCTION uint4 load_words(const Basis basis, const uint row, const uint quad) {
  return load_quad(basis.rows, row * (size_t)basis.row_quads + quad);
}
FUNCTION uint word_of(const uint4 words, const uint i) {
  return i == 0 ? words.x : i == 1 ? words.y : i == 2 ? words.z : words.w;
}
// The rows in the table of factors that a word refers to.
#define FIRST_OF(word) ((word)&0xffffu)
#define SECOND_OF(word) ((word) >> 16)

#endif
