// What all products with folded lists (folded.h) have in common: a group holds GROUP_POINTS data
// points, all of a tile. The tile's front parts are tabulated at these points in local memory,
// chunk by chunk, and back parts made where they are wanted, eight rows at a time.
//
// Constants: DIMENSIONS, WORK_GROUP_SIZE, VECTORS (realv of data points that an item
// holds), SUMS (B v: folded_transposed.kernel), and the dialect's.
#ifndef SPARSE_GRID_FOLDED_PRODUCT_H
#define SPARSE_GRID_FOLDED_PRODUCT_H

#define SKIP 0
#define TILED 1
#include "sparse_grid/path.h"
#include "sparse_grid/support.h"

#include "sparse_grid/folded.h"

#define GROUP_POINTS (WORK_GROUP_SIZE * VECTORS * VECTOR_WIDTH)

// Arguments of all products:
//   coordinates    [groups][DIMENSIONS][GROUP_POINTS] of the data points in their tiles
//   common, order  [groups][GROUP_POINTS], path.h
//   groups         [groups][4] the tile; two words that are nothing here; where the group's moments
//                  begin (B v)
//   the rest       folded.h
#define FOLDED_ARGUMENTS                                                       \
  GLOBAL const real *RESTRICT coordinates, GLOBAL const real *RESTRICT common, \
      GLOBAL const uint *RESTRICT order, GLOBAL const uint *RESTRICT groups,   \
      GLOBAL const uint *RESTRICT tiles, GLOBAL const uint *RESTRICT chunks,   \
      GLOBAL const uint *RESTRICT rows, const uint row_factors,                \
      GLOBAL const real *RESTRICT factor_lines, GLOBAL const uint *RESTRICT blocks

#ifdef SUMS
// What the group has for a cell of block b, the `of_tile`'th of its tile: SUMS 0: added to
// `moments` if the cell is a product; 1: written among the moments of the group, from `first` on.
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

// A factor times `value` at a coordinate.
FUNCTION realv times_factor(const realv value, const realv x, const uint word, const real2 middle,
                            const real2 half_difference) {
  realv factor = fma(x, SPLAT(middle.y), SPLAT(middle.x));
  if ((word & FACTOR_IS_LINE) == 0) {
    factor -= fabs(fma(x, SPLAT(half_difference.y), SPLAT(half_difference.x)));
    factor = NOT_NEGATIVE(factor);
  }
  return value * factor;
}

// What parts are made of.
typedef struct {
  GLOBAL const uint* rows;  // of all tiles
  uint row_factors;
  GLOBAL const real* factor_lines;  // of the tile
} Basis;
#define BASIS_OF(tile) \
  { rows, row_factors, factor_lines + 4 * (size_t)(tile).x }

// Multiplies `values`, of an item's points, by the part in a row. `coordinates` are the group's.
FUNCTION void times_part(realv values[VECTORS], const Basis basis, const uint row,
                         GLOBAL const real* RESTRICT coordinates) {
  GLOBAL const uint* const words = basis.rows + row * (size_t)basis.row_factors;
  for (uint i = 0; i < basis.row_factors; ++i) {
    const uint word = words[i];
    if (word == NONE) return;
    const real2 middle = load_pair(basis.factor_lines, 2 * FACTOR_NUMBER(word));
    const real2 half_difference = load_pair(basis.factor_lines, 2 * FACTOR_NUMBER(word) + 1);
    GLOBAL const real* const x = coordinates + FACTOR_DIMENSION(word) * GROUP_POINTS;
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
      values[v] = times_factor(values[v], LOAD(x, v * WORK_GROUP_SIZE + LOCAL_ID), word, middle,
                               half_difference);
    }
  }
}

// A row of the table at an item's points, of which each item asks for its own alone.
FUNCTION void write_row(LOCAL_SPACE real* table, const uint row, const realv values[VECTORS]) {
#pragma unroll
  for (uint v = 0; v < VECTORS; ++v) {
    STORE(values[v], table + row * GROUP_POINTS, v * WORK_GROUP_SIZE + LOCAL_ID);
  }
}
FUNCTION realv table_at(LOCAL_SPACE const real* table, const uint row, const uint v) {
  return LOAD(table + row * GROUP_POINTS, v * WORK_GROUP_SIZE + LOCAL_ID);
}

#endif
