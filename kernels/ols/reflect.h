// Householder reflections by one warp: a tile of rows is taken into a triangle, so that
// [triangle; tile] = Q [new triangle; 0], and Q is forgotten. CUDA only.
//
// Constants: the dialect's, VECTOR_WIDTH = 1; COLUMNS, n; LANES_ACROSS, lanes of a warp that share
// out a row's elements (the others share out rows); ROWS_OF_LANE of a tile, a multiple of four.
//
// y is one more column: number n of WIDTH = n + 1. Column j belongs to lanes j % LANES_ACROSS, in
// slot j / LANES_ACROSS of their registers, so that all lanes have columns to the end. Sums over
// rows go through the lanes of a column; a column that is reflected goes through shared memory.
#ifndef OLS_REFLECT_H
#define OLS_REFLECT_H

#include "dialect.h"

#define WIDTH (COLUMNS + 1)
#define LANES_DOWN (32 / LANES_ACROSS)
#define TILE_ROWS (LANES_DOWN * ROWS_OF_LANE)
#define SLOTS ((WIDTH + LANES_ACROSS - 1) / LANES_ACROSS)
#define PIVOT_SLOTS ((COLUMNS + LANES_ACROSS - 1) / LANES_ACROSS)
// Squares above it have all their digits, though the least numbers of their sums be denormal.
#if REAL_BITS == 64
#define NEGLIGIBLE 0x1p-960
#else
#define NEGLIGIBLE 0x1p-96F
#endif
#define EVERY_LANE 0xffffffffU
#define ACROSS (threadIdx.x % LANES_ACROSS)
#define DOWN (threadIdx.x % 32 / LANES_ACROSS)

// Numbers that a lane reads in one go, and room for a column, so that lanes of different rows read
// different banks.
#define PACK (16 / (REAL_BITS / 8))
#define PIVOT_STRIDE (ROWS_OF_LANE + PACK)
#define PIVOT_NUMBERS (LANES_DOWN * PIVOT_STRIDE)

// A triangle of n rows: row k holds its elements k to n, one row after the other. What is left of y
// below it is one more number, the norm of the residual.
#define TRIANGLE_NUMBERS (COLUMNS * (COLUMNS + 3) / 2)
#define RECORD_NUMBERS (TRIANGLE_NUMBERS + 1)

// Where element j of row k is, less j.
FUNCTION uint row_start(const uint k) { return k * WIDTH - k * (k + 1) / 2; }

struct __align__(16) Pack {
  real numbers[PACK];
};

// What a lane has of a tile: rows DOWN * ROWS_OF_LANE and following.
typedef real Tile[SLOTS][ROWS_OF_LANE];

// Column k of the tile, which slot `slot` has, from the lanes that own it to all.
FUNCTION void share_pivot(real (&pivot)[ROWS_OF_LANE], const real (&own)[ROWS_OF_LANE],
                          const bool is_owner, real* room) {
  Pack* const packs = reinterpret_cast<Pack*>(room + DOWN * PIVOT_STRIDE);
  __syncwarp();
  if (is_owner) {
#pragma unroll
    for (int p = 0; p < ROWS_OF_LANE / PACK; ++p) {
      Pack pack;
#pragma unroll
      for (int i = 0; i < PACK; ++i) pack.numbers[i] = own[p * PACK + i];
      packs[p] = pack;
    }
  }
  __syncwarp();
#pragma unroll
  for (int p = 0; p < ROWS_OF_LANE / PACK; ++p) {
    const Pack pack = packs[p];
#pragma unroll
    for (int i = 0; i < PACK; ++i) pivot[p * PACK + i] = pack.numbers[i];
  }
}

// Over the lanes that share out the rows of a column.
FUNCTION real sum_down(real sum) {
#pragma unroll
  for (int apart = LANES_ACROSS; apart < 32; apart *= 2) {
    sum += __shfl_xor_sync(EVERY_LANE, sum, apart);
  }
  return sum;
}

// Reflects column k of [triangle; tile] onto the triangle's diagonal, k = lane + LANES_ACROSS slot:
// u = (alpha - beta, v) with alpha on the diagonal, v the tile's column and beta = -+|(alpha, v)|
// of the sign that cancels nothing, and H = I - u u^T / (-beta (alpha - beta)) (Golub, Van Loan,
// section 5.1). Columns are scaled to have norms of at least 1, and what of one is so small
// that its square loses digits counts as zeros, which change nothing: rounding errors of rounding
// errors are, where a tile has fewer rows than columns.
template <int slot>
FUNCTION void reflect(Tile& tile, real* triangle, real* room, const uint lane) {
  const uint k = lane + LANES_ACROSS * slot;
  real* const row = triangle + row_start(k);
  real pivot[ROWS_OF_LANE];
  share_pivot(pivot, tile[slot], ACROSS == lane, room);
  real above[SLOTS];
#pragma unroll
  for (int s = slot; s < SLOTS; ++s) {
    const uint j = ACROSS + LANES_ACROSS * s;
    above[s] = j >= k && j <= COLUMNS ? row[j] : (real)0;
  }
  real sums[SLOTS];
#pragma unroll
  for (int s = slot; s < SLOTS; ++s) {
    real sum = 0;
#pragma unroll
    for (int i = 0; i < ROWS_OF_LANE; ++i) sum += pivot[i] * tile[s][i];
    sums[s] = sum_down(sum);
  }
  const real square = __shfl_sync(EVERY_LANE, sums[slot], lane);
  const real alpha = __shfl_sync(EVERY_LANE, above[slot], lane);
  const bool is_zero = square < NEGLIGIBLE;
  const real beta = -copysign(sqrt(alpha * alpha + square), alpha);
  const real head = alpha - beta;
  const real inverse = is_zero ? (real)0 : -1 / (beta * head);
#pragma unroll
  for (int s = slot; s < SLOTS; ++s) {
    const uint j = ACROSS + LANES_ACROSS * s;
    const real factor = j > k ? (head * above[s] + sums[s]) * inverse : (real)0;
    if (DOWN == 0 && j > k && j <= COLUMNS) row[j] = above[s] - head * factor;
#pragma unroll
    for (int i = 0; i < ROWS_OF_LANE; ++i) tile[s][i] -= pivot[i] * factor;
  }
  if (threadIdx.x % 32 == lane && !is_zero) row[k] = beta;
}

template <int slot>
FUNCTION void reflect_slots(Tile& tile, real* triangle, real* room, const uint first) {
  if constexpr (slot < PIVOT_SLOTS) {
    constexpr uint before = LANES_ACROSS * slot;
    constexpr uint columns = COLUMNS - before < LANES_ACROSS ? COLUMNS - before : LANES_ACROSS;
#pragma unroll 1
    for (uint lane = first > before ? first - before : 0; lane < columns; ++lane) {
      reflect<slot>(tile, triangle, room, lane);
    }
    reflect_slots<slot + 1>(tile, triangle, room, first);
  }
}

// Takes a tile whose columns before `first` are zero into the triangle, and returns the square of
// what it leaves of y, in the lanes that have y. `triangle` and `room`, of PIVOT_NUMBERS, are the
// warp's own in shared memory.
FUNCTION double take_in(Tile& tile, real* triangle, real* room, const uint first) {
  reflect_slots<0>(tile, triangle, room, first);
  double square = 0;
#pragma unroll
  for (int i = 0; i < ROWS_OF_LANE; ++i) {
    square += (double)tile[COLUMNS / LANES_ACROSS][i] * (double)tile[COLUMNS / LANES_ACROSS][i];
  }
  return ACROSS == COLUMNS % LANES_ACROSS ? square : 0;
}

#endif
