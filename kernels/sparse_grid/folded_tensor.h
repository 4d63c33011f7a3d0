// What both products with folded lists have in common that multiply their blocks on tensor cores:
// CUDA, double precision, a warp for 8 x 4 times 4 x 8 (PTX ISA, mma.m8n8k4). The front parts are
// tabulated by all warps of a group, blocks are shared among them.
//
// Constants beside those of folded_product.h: TABLE_ROWS (of a chunk, at most). VECTORS: 1 or 2.
#ifndef SPARSE_GRID_FOLDED_TENSOR_H
#define SPARSE_GRID_FOLDED_TENSOR_H

#include "sparse_grid/folded_product.h"

#define WARPS (WORK_GROUP_SIZE / 32)
#define WARP (LOCAL_ID / 32)
#define LANE (LOCAL_ID % 32)

// Points that a warp takes at a time.
#define PART_POINTS (GROUP_POINTS < 64 ? GROUP_POINTS : 64)
#define POINT_PARTS (GROUP_POINTS / PART_POINTS)

// Rows in local memory: this far apart, those of four neighbours lie in different banks.
#define STRIDE (GROUP_POINTS + 4)

// Local memory of a group: coordinates [DIMENSIONS][STRIDE], table [TABLE_ROWS][STRIDE], and what
// the product has beside them.
#define TABLE_IN(memory) ((memory) + DIMENSIONS * STRIDE)
#define REST_IN(memory) ((memory) + (DIMENSIONS + TABLE_ROWS) * STRIDE)

// The elements that a lane has of a matrix: of a left factor, 8 x 4, row LANE / 4 and column LANE %
// 4; of a right one, 4 x 8, row LANE % 4 and column LANE / 4; of a product, 8 x 8, row LANE / 4 and
// columns 2 (LANE % 4) and the next.
FUNCTION void multiply_add(double product[2], const double left, const double right) {
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
      : "+d"(product[0]), "+d"(product[1])
      : "d"(left), "d"(right));
}

FUNCTION void bring_coordinates(double* x, const double* RESTRICT coordinates) {
  const double* const of_group = coordinates + GROUP_ID * (size_t)(DIMENSIONS * GROUP_POINTS);
  for (uint i = LOCAL_ID; i < DIMENSIONS * GROUP_POINTS; i += WORK_GROUP_SIZE) {
    x[i / GROUP_POINTS * STRIDE + i % GROUP_POINTS] = of_group[i];
  }
}

// Tabulates a chunk's front parts, times what `first_row` has for each point; a warp for each row.
FUNCTION void tabulate(double* table, const uint4 chunk, const Basis basis, const double* x,
                       const double first_row[GROUP_POINTS / 32]) {
  for (uint r = WARP; r < chunk.w; r += WARPS) {
    const uint* const row = basis.rows + (chunk.z + r) * (size_t)basis.row_factors;
    double values[GROUP_POINTS / 32];
#pragma unroll
    for (uint m = 0; m < GROUP_POINTS / 32; ++m) values[m] = first_row[m];
    for (uint i = 0; i < basis.row_factors; ++i) {
      const uint word = row[i];
      if (word == NONE) break;
      const double2 middle = load_pair(basis.factor_lines, 2 * FACTOR_NUMBER(word));
      const double2 half_difference = load_pair(basis.factor_lines, 2 * FACTOR_NUMBER(word) + 1);
      const double* const of_dimension = x + FACTOR_DIMENSION(word) * STRIDE + LANE;
#pragma unroll
      for (uint m = 0; m < GROUP_POINTS / 32; ++m) {
        values[m] = times_factor(values[m], of_dimension[32 * m], word, middle, half_difference);
      }
    }
#pragma unroll
    for (uint m = 0; m < GROUP_POINTS / 32; ++m) table[r * STRIDE + 32 * m + LANE] = values[m];
  }
}

// A factor of the row that is a lane's own: neighbours may have others.
typedef struct {
  double2 middle;
  double2 half_difference;
  const double* x;
  int least;  // high word
} OwnFactor;
FUNCTION OwnFactor own_factor(const uint word, const Basis basis, const double* x) {
  OwnFactor own;
  own.middle = load_pair(basis.factor_lines, 2 * FACTOR_NUMBER(word));
  own.half_difference = load_pair(basis.factor_lines, 2 * FACTOR_NUMBER(word) + 1);
  own.x = x + FACTOR_DIMENSION(word) * STRIDE;
  own.least = (word & FACTOR_IS_LINE) != 0 ? (int)0x80000000u : 0;
  return own;
}
FUNCTION double factor_at(const OwnFactor own, const double x) {
  const double factor = fma(x, own.middle.y, own.middle.x) -
                        fabs(fma(x, own.half_difference.y, own.half_difference.x));
  return __hiloint2double(max(__double2hiint(factor), own.least), __double2loint(factor));
}

#endif
