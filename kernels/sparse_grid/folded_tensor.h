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

// Registers for 16 warps of a multiprocessor at least, or for more where a warp takes fewer points.
#define MOST_ITEMS (PART_POINTS < 64 ? 768 : 512)
#define TENSOR_KERNEL                           \
  extern "C" __global__ void __launch_bounds__( \
      WORK_GROUP_SIZE, WORK_GROUP_SIZE > MOST_ITEMS ? 1 : MOST_ITEMS / WORK_GROUP_SIZE)

#define WARPS (WORK_GROUP_SIZE / 32)
#define WARP (LOCAL_ID / 32)
#define LANE (LOCAL_ID % 32)

// Points that a warp takes at a time, in units of 16. Of each of these a lane has the four from 4
// (LANE % 4) on, and matrices have points in an order in which it does.
#ifndef PART_POINTS
#define PART_POINTS (GROUP_POINTS < 64 ? GROUP_POINTS : 64)
#endif
#define POINT_PARTS (GROUP_POINTS / PART_POINTS)
#define UNITS (PART_POINTS / 16)

// Of rows in local memory.
#define STRIDE (GROUP_POINTS + PADDING)

// Local memory of a group: factors [FACTOR_ROWS][STRIDE], front parts [TABLE_ROWS][STRIDE], in the
// end B^T alpha's sums; the words of a chunk's rows [TABLE_ROWS][row_quads], and what makes the
// factors: coordinates [DIMENSIONS][STRIDE], lines [FACTOR_ROWS][2] and dimensions [FACTOR_ROWS].
typedef struct {
  double* factors;
  double* table;
  uint4* words;
  double* coordinates;
  double2* lines;
  uint* dimensions;
} Memory;
FUNCTION Memory parts_of(double* memory, const uint row_quads) {
  Memory at;
  at.factors = memory;
  at.table = at.factors + FACTOR_ROWS * STRIDE;
  at.coordinates = at.table + TABLE_ROWS * STRIDE;
  at.lines = (double2*)(at.coordinates + DIMENSIONS * STRIDE);
  at.words = (uint4*)(at.lines + 2 * FACTOR_ROWS);
  at.dimensions = (uint*)(at.words + TABLE_ROWS * row_quads);
  return at;
}

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

// Everything that tables are made of comes at once: a group waits for memory once, not row by row.
FUNCTION void bring_words(const Memory at, const uint4 chunk, const Basis basis) {
  for (uint i = LOCAL_ID; i < chunk.w * basis.row_quads; i += WORK_GROUP_SIZE) {
    at.words[i] = load_quad(basis.rows, chunk.z * (size_t)basis.row_quads + i);
  }
}
FUNCTION void bring_factors(const Memory at, const Basis basis, const double* RESTRICT x) {
#pragma unroll 4
  for (uint i = LOCAL_ID; i < DIMENSIONS * GROUP_POINTS; i += WORK_GROUP_SIZE) {
    at.coordinates[i / GROUP_POINTS * STRIDE + i % GROUP_POINTS] = x[i];
  }
  for (uint f = LOCAL_ID; f < basis.factors; f += WORK_GROUP_SIZE) {
    at.dimensions[f] = basis.factor_dimensions[f];
    at.lines[2 * f] = load_pair(basis.factor_lines, 2 * (size_t)f);
    at.lines[2 * f + 1] = load_pair(basis.factor_lines, 2 * (size_t)f + 1);
  }
}

FUNCTION void tabulate_factors(const Memory at, const Basis basis) {
  for (uint f = WARP; f <= basis.factors; f += WARPS) {
    Row values;
    if (f == 0) {
#pragma unroll
      for (uint m = 0; m < LANE_POINTS; ++m) values[m] = 1;
    } else {
      const uint dimension = at.dimensions[f - 1];
      const double2 middle = at.lines[2 * (f - 1)];
      const double2 half_difference = at.lines[2 * (f - 1) + 1];
      const double* const row = at.coordinates + FACTOR_DIMENSION(dimension) * STRIDE + LANE;
#pragma unroll
      for (uint m = 0; m < LANE_POINTS; ++m) {
        values[m] = factor_at(row[32 * m], dimension, middle, half_difference);
      }
    }
    store_row(at.factors + f * STRIDE, values);
  }
}

// Tabulates a chunk's front parts, times `first_row`.
FUNCTION void tabulate_parts(const Memory at, const uint rows, const Basis basis,
                             const Row first_row) {
  const double* const of_lane = at.factors + LANE;
  for (uint r = WARP; r < rows; r += WARPS) {
    Row values;
#pragma unroll
    for (uint m = 0; m < LANE_POINTS; ++m) values[m] = first_row[m];
    for (uint q = 0; q < basis.row_quads; ++q) {
      const uint4 words = at.words[r * basis.row_quads + q];
#pragma unroll
      for (uint i = 0; i < 4; ++i) {
        const uint word = word_of(words, i);
        if (word == 0) break;
        const double* const one = of_lane + FIRST_OF(word) * STRIDE;
        const double* const other = of_lane + SECOND_OF(word) * STRIDE;
#pragma unroll
        for (uint m = 0; m < LANE_POINTS; ++m) values[m] *= one[32 * m] * other[32 * m];
      }
    }
    store_row(at.table + r * STRIDE, values);
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

// Multiplies eight rows at a part's points by what each has, a lane the row LANE / 4: by the
// factors of `count` words, of which `words` are the first four. `factors` are at the part's first
// point.
FUNCTION void times_rows(double values[UNITS][4], const Basis basis, const uint first_row,
                         uint4 words, const uint count, const double* factors) {
  const double* const of_lane = factors + 4 * (LANE % 4);
  for (uint i = 0; i < count; ++i) {
    if (i > 0 && i % 4 == 0) words = load_words(basis, first_row + LANE / 4, i / 4);
    const double* const one = of_lane + FIRST_OF(words.x) * STRIDE;
    const double* const other = of_lane + SECOND_OF(words.x) * STRIDE;
#pragma unroll
    for (uint u = 0; u < UNITS; ++u) {
      double first[4];
      double second[4];
      load_four(first, one + 16 * u);
      load_four(second, other + 16 * u);
#pragma unroll
      for (uint p = 0; p < 4; ++p) values[u][p] *= first[p] * second[p];
    }
    words.x = words.y;
    words.y = words.z;
    words.z = words.w;
  }
}

#endif
