// What both products with folded lists have in common that multiply their blocks on tensor cores:
// CUDA, double precision, a warp for 8 x 4 times 4 x 8 (PTX ISA, mma.m8n8k4). All warps of a group
// have the same points; they share the rows of the tables, and the blocks.
//
// Constants beside those of folded_product.h: TABLE_ROWS (front parts of a chunk, at most), PADDING
// (the product's own, so that rows which are read together lie in different banks). GROUP_POINTS is
// 32, or a multiple of 64.
#ifndef SPARSE_GRID_FOLDED_TENSOR_H
#define SPARSE_GRID_FOLDED_TENSOR_H

#include "sparse_grid/folded_product.h"

#define WARPS (WORK_GROUP_SIZE / 32)
#define WARP (LOCAL_ID / 32)
#define LANE (LOCAL_ID % 32)

// Points that a warp takes at a time, in units of 16. Of each of these a lane has the four from 4
// (LANE % 4) on, and matrices have points in an order in which it does.
#define PART_POINTS (GROUP_POINTS < 64 ? GROUP_POINTS : 64)
#define POINT_PARTS (GROUP_POINTS / PART_POINTS)
#define UNITS (PART_POINTS / 16)

// Of rows in local memory.
#define STRIDE (GROUP_POINTS + PADDING)

// Local memory of a group: factors [FACTOR_ROWS][STRIDE], front parts [TABLE_ROWS][STRIDE], and
// what the product has beside them.
#define TABLE_IN(memory) ((memory) + FACTOR_ROWS * STRIDE)
#define REST_IN(memory) ((memory) + (FACTOR_ROWS + TABLE_ROWS) * STRIDE)

// The elements that a lane has of a matrix: of a left factor, 8 x 4, row LANE / 4 and column LANE %
// 4; of a right one, 4 x 8, row LANE % 4 and column LANE / 4; of a product, 8 x 8, row LANE / 4 and
// columns 2 (LANE % 4) and the next.
FUNCTION void multiply_add(double& product, double& product_of_next, const double left,
                           const double right) {
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
      : "+d"(product), "+d"(product_of_next)
      : "d"(left), "d"(right));
}

// What a row has at all points, a lane those 32 apart.
#define LANE_POINTS (GROUP_POINTS / 32)
typedef double Row[LANE_POINTS];
FUNCTION void store_row(double* row, const Row values) {
#pragma unroll
  for (uint m = 0; m < LANE_POINTS; ++m) row[32 * m + LANE] = values[m];
}

// A factor at all points. `x` are the group's coordinates.
FUNCTION void make_factor(Row values, const Basis basis, const uint number, const uint word,
                          const double* RESTRICT x) {
  const double2 middle = load_pair(basis.factor_lines, 2 * (size_t)number);
  const double2 half_difference = load_pair(basis.factor_lines, 2 * (size_t)number + 1);
  const double* const of_dimension = x + FACTOR_DIMENSION(word) * GROUP_POINTS + LANE;
#pragma unroll
  for (uint m = 0; m < LANE_POINTS; ++m) {
    values[m] = factor_at(of_dimension[32 * m], word, middle, half_difference);
  }
}

FUNCTION void tabulate_factors(double* factors, const Basis basis, const double* RESTRICT x) {
  for (uint f = WARP; f < basis.tabulated; f += WARPS) {
    Row values;
    make_factor(values, basis, f, basis.factor_words[f], x);
    store_row(factors + f * STRIDE, values);
  }
}

// Tabulates a chunk's front parts, times `first_row`.
FUNCTION void tabulate_parts(double* table, const uint4 chunk, const Basis basis,
                             const double* factors, const double* RESTRICT x, const Row first_row) {
  if (WARP >= chunk.w) return;
  uint4 next = load_words(basis, chunk.z + WARP, 0);
  for (uint r = WARP; r < chunk.w; r += WARPS) {
    uint4 words = next;
    next = load_words(basis, chunk.z + min(r + WARPS, chunk.w - 1), 0);
    Row values;
#pragma unroll
    for (uint m = 0; m < LANE_POINTS; ++m) values[m] = first_row[m];
    for (uint i = 0; i < 4 * basis.row_quads; ++i) {
      if (i > 0 && i % 4 == 0) words = load_words(basis, chunk.z + r, i / 4);
      const uint word = word_of(words, i % 4);
      if (word == NONE) break;
      const uint number = FACTOR_NUMBER(word);
      Row factor;
      if (number < basis.tabulated) {
#pragma unroll
        for (uint m = 0; m < LANE_POINTS; ++m) factor[m] = factors[number * STRIDE + 32 * m + LANE];
      } else {
        make_factor(factor, basis, number, word, x);
      }
#pragma unroll
      for (uint m = 0; m < LANE_POINTS; ++m) values[m] *= factor[m];
    }
    store_row(table + r * STRIDE, values);
  }
}

FUNCTION void load_four(double values[4], const double* from) {
  const double2 first = load_pair(from, 0);
  const double2 second = load_pair(from, 1);
  values[0] = first.x;
  values[1] = first.y;
  values[2] = second.x;
  values[3] = second.y;
}

// A factor at four points, of a row that may be other than those of a lane's neighbours.
FUNCTION void load_factor(double values[4], const Basis basis, const uint word,
                          const double* factors, const double* RESTRICT x, const uint point) {
  const uint number = FACTOR_NUMBER(word);
  if (number < basis.tabulated) {
    load_four(values, factors + number * STRIDE + point);
    return;
  }
  const double2 middle = load_pair(basis.factor_lines, 2 * (size_t)number);
  const double2 half_difference = load_pair(basis.factor_lines, 2 * (size_t)number + 1);
  load_four(values, x + FACTOR_DIMENSION(word) * GROUP_POINTS + point);
#pragma unroll
  for (uint i = 0; i < 4; ++i) values[i] = factor_at(values[i], word, middle, half_difference);
}

// Multiplies eight rows at a part's points, from the `first`'th on, a lane the row LANE / 4.
// `words` are the first four of its row.
FUNCTION void times_rows(double values[UNITS][4], const Basis basis, const uint first_row,
                         uint4 words, const double* factors, const double* RESTRICT x,
                         const uint first) {
  for (uint i = 0; i < 4 * basis.row_quads; ++i) {
    if (i > 0 && i % 4 == 0) words = load_words(basis, first_row + LANE / 4, i / 4);
    const uint word = word_of(words, i % 4);
    if (word == NONE) break;
#pragma unroll
    for (uint u = 0; u < UNITS; ++u) {
      double factor[4];
      load_factor(factor, basis, word, factors, x, first + 16 * u + 4 * (LANE % 4));
#pragma unroll
      for (uint p = 0; p < 4; ++p) values[u][p] *= factor[p];
    }
  }
}

#endif
