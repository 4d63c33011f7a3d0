// Householder reflections by one warp: a tile of rows is reduced into a triangle, so that
// [triangle; tile] = Q [new triangle; 0], and Q is not kept. CUDA only.
//
// Constants: the dialect's, VECTOR_WIDTH = 1; COLUMNS, n; LANES_ACROSS, lanes of a warp that share
// a row's elements (the other dimension of lanes shares rows); ROWS_OF_LANE, a tile's rows for each
// lane, a multiple of four.
//
// y is one more column: number n of WIDTH = n + 1. Column j belongs to lanes j % LANES_ACROSS, in
// slot j / LANES_ACROSS of their registers, so that all lanes have columns until the end. Sums over
// rows pass through the lanes of a column; the column being reflected passes through shared memory.
#ifndef OLS_REFLECT_H
#define OLS_REFLECT_H

#include "roots.h"

#define WIDTH (COLUMNS + 1)
#define LANES_DOWN (32 / LANES_ACROSS)
#define TILE_ROWS (LANES_DOWN * ROWS_OF_LANE)
#define SLOTS ((WIDTH + LANES_ACROSS - 1) / LANES_ACROSS)
#define PIVOT_SLOTS ((COLUMNS + LANES_ACROSS - 1) / LANES_ACROSS)
#define EVERY_LANE 0xffffffffU
#define ACROSS (threadIdx.x % LANES_ACROSS)
#define DOWN (threadIdx.x % 32 / LANES_ACROSS)

// PACK is how many numbers a lane reads in one load; the stride of a column makes lanes of
// different rows read different banks.
#define PACK (16 / (REAL_BITS / 8))
#define PIVOT_STRIDE (ROWS_OF_LANE + PACK)
#define PIVOT_NUMBERS (LANES_DOWN * PIVOT_STRIDE)

// The size of a triangle of n rows: row k holds its elements k to n, one row after another.
#define TRIANGLE_NUMBERS (COLUMNS * (COLUMNS + 3) / 2)

// Returns the place of element j of row k, minus j.
FUNCTION uint row_start(const uint k) { return k * WIDTH - k * (k + 1) / 2; }

struct __align__(16) Pack {
  real numbers[PACK];
};

// A lane's part of a tile: ROWS_OF_LANE rows from DOWN * ROWS_OF_LANE on.
typedef real Tile[SLOTS][ROWS_OF_LANE];

// A warp's own shared memory: two columns, of PIVOT_NUMBERS each, and a triangle.
struct Reflector {
  real* pivots;
  real* triangle;
};

// Writes column k of a tile from the lanes that own it; all lanes can read it after a barrier of
// the warp.
FUNCTION void write_pivot(const Reflector& reflector, const uint k, const real (&own)[ROWS_OF_LANE],
                          const bool is_owner) {
  Pack* const packs =
      reinterpret_cast<Pack*>(reflector.pivots + k % 2 * PIVOT_NUMBERS + DOWN * PIVOT_STRIDE);
  if (!is_owner) return;
#pragma unroll
  for (int p = 0; p < ROWS_OF_LANE / PACK; ++p) {
    Pack pack;
#pragma unroll
    for (int i = 0; i < PACK; ++i) pack.numbers[i] = own[p * PACK + i];
    packs[p] = pack;
  }
}

FUNCTION void read_pivot(const Reflector& reflector, const uint k, real (&pivot)[ROWS_OF_LANE]) {
  const Pack* const packs =
      reinterpret_cast<const Pack*>(reflector.pivots + k % 2 * PIVOT_NUMBERS + DOWN * PIVOT_STRIDE);
#pragma unroll
  for (int p = 0; p < ROWS_OF_LANE / PACK; ++p) {
    const Pack pack = packs[p];
#pragma unroll
    for (int i = 0; i < PACK; ++i) pivot[p * PACK + i] = pack.numbers[i];
  }
}

// Returns the product over the rows of a lane, in two independent sums.
FUNCTION real dot(const real (&a)[ROWS_OF_LANE], const real (&b)[ROWS_OF_LANE]) {
  real even = 0;
  real odd = 0;
#pragma unroll
  for (int i = 0; i < ROWS_OF_LANE; i += 2) {
    even += a[i] * b[i];
    odd += a[i + 1] * b[i + 1];
  }
  return even + odd;
}

// Adds up the sums of slots first to last - 1 over all rows, through the lanes that share them. The
// compiler does not reorder shuffles: one of each slot is issued first, so that no slot waits for
// another.
template <int first, int last>
FUNCTION void add_lanes_down(real (&sums)[SLOTS]) {
#pragma unroll
  for (int apart = LANES_ACROSS; apart < 32; apart *= 2) {
    real others[SLOTS];
#pragma unroll
    for (int s = first; s < last; ++s) others[s] = __shfl_xor_sync(EVERY_LANE, sums[s], apart);
#pragma unroll
    for (int s = first; s < last; ++s) sums[s] += others[s];
  }
}

// Reflects column k of [triangle; tile] onto the triangle's diagonal, k = lane + LANES_ACROSS slot:
// u = (alpha - beta, v) with alpha on the diagonal, v the tile's column and beta = -+|(alpha, v)|
// with the sign that avoids cancellation, and H = I - u u^T / (-beta (alpha - beta)) (Golub, Van
// Loan, section 5.1). Columns are scaled to have norms of at least 1, and a column so small that
// its square loses digits counts as zeros, which change nothing: such columns are rounding errors
// of rounding errors, in tiles with fewer rows than columns.
//
// The few operations on the column itself come first, and the next column is written before the
// remaining ones are done.
template <int slot>
FUNCTION void reflect(Tile& tile, const Reflector& reflector, const uint lane) {
  const uint k = lane + LANES_ACROSS * slot;
  real* const row = reflector.triangle + row_start(k);
  __syncwarp();
  real pivot[ROWS_OF_LANE];
  read_pivot(reflector, k, pivot);
  const real alpha = row[k];
  real above[SLOTS];
#pragma unroll
  for (int s = slot; s < SLOTS; ++s) {
    const uint j = ACROSS + LANES_ACROSS * s;
    above[s] = j > k && j <= COLUMNS ? row[j] : (real)0;
  }
  real sums[SLOTS];
  sums[slot] = dot(pivot, tile[slot]);
  add_lanes_down<slot, slot + 1>(sums);
  const real square = __shfl_sync(EVERY_LANE, sums[slot], lane);
  const bool is_zero = square < NEGLIGIBLE;
  const real beta = -copysign(root_of(is_zero ? (real)1 : alpha * alpha + square), alpha);
  const real head = alpha - beta;
  const real inverse = is_zero ? (real)0 : -reciprocal_of(beta * head);
#pragma unroll
  for (int s = slot + 1; s < SLOTS; ++s) sums[s] = dot(pivot, tile[s]);
  add_lanes_down<slot + 1, SLOTS>(sums);
  __syncwarp();  // all lanes of a column have read its row
  if (threadIdx.x % 32 == lane && !is_zero) row[k] = beta;
#pragma unroll
  for (int s = slot; s < SLOTS; ++s) {
    const uint j = ACROSS + LANES_ACROSS * s;
    const bool is_behind = j > k && j <= COLUMNS;
    const real factor = is_behind ? (head * above[s] + sums[s]) * inverse : (real)0;
    if (DOWN == 0 && is_behind) row[j] = above[s] - head * factor;
#pragma unroll
    for (int i = 0; i < ROWS_OF_LANE; ++i) tile[s][i] -= pivot[i] * factor;
    if (s == slot && lane + 1 < LANES_ACROSS) {
      write_pivot(reflector, k + 1, tile[s], ACROSS == lane + 1);
    }
    if (s == slot + 1 && lane + 1 == LANES_ACROSS) {
      write_pivot(reflector, k + 1, tile[s], ACROSS == 0);
    }
  }
}

template <int slot>
FUNCTION void reflect_slots(Tile& tile, const Reflector& reflector, const uint first) {
  if constexpr (slot < PIVOT_SLOTS) {
    constexpr uint before = LANES_ACROSS * slot;
    constexpr uint columns = COLUMNS - before < LANES_ACROSS ? COLUMNS - before : LANES_ACROSS;
    const uint start = first > before ? first - before : 0;
    if (start < columns && before + start == first) {
      write_pivot(reflector, first, tile[slot], ACROSS == start);
    }
#pragma unroll 1
    for (uint lane = start; lane < columns; ++lane) reflect<slot>(tile, reflector, lane);
    reflect_slots<slot + 1>(tile, reflector, first);
  }
}

// Reduces a tile whose columns before `first` are zero into the triangle, and returns the square of
// the remainder of y, in the lanes that have y.
FUNCTION double take_in(Tile& tile, const Reflector& reflector, const uint first) {
  __syncwarp();
  reflect_slots<0>(tile, reflector, first);
  double square = 0;
#pragma unroll
  for (int i = 0; i < ROWS_OF_LANE; ++i) {
    square += (double)tile[COLUMNS / LANES_ACROSS][i] * (double)tile[COLUMNS / LANES_ACROSS][i];
  }
  return ACROSS == COLUMNS % LANES_ACROSS ? square : 0;
}

#endif
