// Sums over a group of the terms that its items have for each of STAGE entries or nodes. The terms
// are collected in local memory: a row for each entry, with one additional element, which keeps the
// rows in different banks. Rows are then summed by items, long ones by several items.
//
// Constants: WORK_GROUP_SIZE, STAGE.
#ifndef SPARSE_GRID_ROWS_OF_TERMS_H
#define SPARSE_GRID_ROWS_OF_TERMS_H

#include "dialect.h"

#define TERMS_ROW (WORK_GROUP_SIZE + 1)
// The number of items that share a row, and the number of terms of each.
#define PARTS (WORK_GROUP_SIZE > STAGE ? WORK_GROUP_SIZE / STAGE : 1)
#define PART (WORK_GROUP_SIZE / PARTS)

FUNCTION real sum_of_terms(LOCAL_SPACE const real* terms) {
  real sum = 0;
#pragma unroll
  for (uint i = 0; i < PART; ++i) sum += terms[i];
  return sum;
}
// terms: [STAGE][TERMS_ROW]; part_sums: [PARTS][STAGE]
FUNCTION void sum_parts(LOCAL_SPACE const real* terms, LOCAL_SPACE real* part_sums) {
  for (uint i = LOCAL_ID; i < PARTS * STAGE; i += WORK_GROUP_SIZE) {
    part_sums[i] = sum_of_terms(terms + i % STAGE * TERMS_ROW + i / STAGE * PART);
  }
}
FUNCTION real sum_of_row(LOCAL_SPACE const real* part_sums, const uint row) {
  real sum = 0;
#pragma unroll
  for (uint p = 0; p < PARTS; ++p) sum += part_sums[p * STAGE + row];
  return sum;
}

#endif
