// Products with folded lists by blocks in which an item computes everything at data points of its
// own: columns of the tables that no other item reads.
//
// Constant in addition to those of block_product.h: VECTORS (realv of data points that an item
// holds).
#ifndef SPARSE_GRID_FOLDED_BLOCK_COLUMNS_H
#define SPARSE_GRID_FOLDED_BLOCK_COLUMNS_H

#define GROUP_POINTS (WORK_GROUP_SIZE * VECTORS * VECTOR_WIDTH)
#define SKIP 0
#define SHARES 1
#define TILED 1
#include "sparse_grid/folded/block_product.h"
#include "sparse_grid/path.h"

// The local memory of a group, TABLE_ROWS rows of GROUP_POINTS: 1 and the factors, then front
// parts.
#define TABLE_IN(memory, factors) ((memory) + ((factors) + 1) * GROUP_POINTS)

// The place of vector v of an item in a row of a table or of coordinates.
#define COLUMN(v) ((v)*WORK_GROUP_SIZE + LOCAL_ID)
#define LOAD_COLUMN(row, v) LOAD(row, COLUMN(v))

// Tabulates the tile's factors at an item's points. `x` holds the group's coordinates.
FUNCTION void tabulate_factors(LOCAL_SPACE real* factors, const Basis basis,
                               GLOBAL const real* RESTRICT x) {
#pragma unroll
  for (uint v = 0; v < VECTORS; ++v) STORE(ONE, factors, COLUMN(v));
  for (uint f = 0; f < basis.factors; ++f) {
    const uint dimension = basis.factor_dimensions[f];
    const real2 middle = load_line(basis, f, MIDDLE_LINE);
    const real2 half_difference = load_line(basis, f, HALF_DIFFERENCE);
    GLOBAL const real* const row = x + FACTOR_DIMENSION(dimension) * GROUP_POINTS;
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) {
      STORE(factor_at(LOAD_COLUMN(row, v), dimension, middle, half_difference),
            factors + (f + 1) * GROUP_POINTS, COLUMN(v));
    }
  }
}

// Multiplies `values`, at an item's points, by the part in a row.
FUNCTION void times_part(realv values[VECTORS], const Basis basis, const uint row,
                         LOCAL_SPACE const real* factors) {
  for (uint q = 0; q < basis.row_quads; ++q) {
    const uint4 words = load_words(basis, row, q);
    for (uint i = 0; i < 4; ++i) {
      const uint word = word_of(words, i);
      if (word == 0) return;
#pragma unroll
      for (uint v = 0; v < VECTORS; ++v) {
        values[v] *= LOAD_COLUMN(factors + FIRST_OF(word) * GROUP_POINTS, v) *
                     LOAD_COLUMN(factors + SECOND_OF(word) * GROUP_POINTS, v);
      }
    }
  }
}

// Tabulates a chunk's front parts, times `first_row`.
FUNCTION void tabulate_parts(LOCAL_SPACE real* table, const uint4 chunk, const Basis basis,
                             LOCAL_SPACE const real* factors, const realv first_row[VECTORS]) {
  for (uint r = 0; r < chunk.w; ++r) {
    realv values[VECTORS];
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) values[v] = first_row[v];
    times_part(values, basis, chunk.z + r, factors);
#pragma unroll
    for (uint v = 0; v < VECTORS; ++v) STORE(values[v], table + r * GROUP_POINTS, COLUMN(v));
  }
}

#endif
