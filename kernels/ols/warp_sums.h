// The sums that one warp adds to its part of a tile of X^T X, step by step over staged rows. CUDA
// only.
//
// Constants: those of symmetric.h.
#ifndef OLS_WARP_SUMS_H
#define OLS_WARP_SUMS_H

#include "stage.h"

// The kind of a warp's part of the tile: nothing to do, since the mirrored part is another warp's;
// columns times themselves; columns times other columns; columns times some of the same columns.
enum Part { IDLE, SAME, CROSS, MIXED };

// A thread's part of a warp's sums; store_sums defines the place of each.
template <Part PART>
struct Sums {
#if PRODUCT == FMA
  sum_t products[FRAGMENTS][1][WARP_ACROSS / 4] = {};
#else
  sum_t products[FRAGMENTS / 2][FRAGMENTS_ACROSS][4] = {};
#endif
  sum_t targets[FRAGMENTS] = {};  // X^T y
  sum_t square = 0;               // y^T y

  // Calls use(sum) for each sum that the part needs, always in the same order.
  template <class Use>
  __device__ __forceinline__ void each(Use&& use) {
#pragma unroll
    for (int a = 0; a < (int)(sizeof(products) / sizeof(products[0])); ++a) {
#pragma unroll
      for (int b = 0; b < (int)(sizeof(products[0]) / sizeof(products[0][0])); ++b) {
        if (!needed(a, b)) continue;
#pragma unroll
        for (sum_t& sum : products[a][b]) use(sum);
      }
    }
    if (PART != SAME && PART != MIXED) return;
#pragma unroll
    for (sum_t& sum : targets) use(sum);
    use(square);
  }
  // If columns are multiplied with themselves, each pair of fragments is needed only once.
  static __device__ __forceinline__ constexpr bool needed(const int a, const int b) {
#if PRODUCT == FMA
    return PART != IDLE;
#else
    return PART == CROSS || PART == MIXED || (PART == SAME && b >= 2 * a);
#endif
  }
};

// Reads a lane's elements of one row; `side` begins at the warp's columns.
template <int fragments>
FUNCTION void read_row(real (&values)[fragments], const real* side, const uint row) {
#if BY_ROWS
  struct __align__(PACK * REAL_BITS / 8) Pack {
    real values[PACK];
  };
#pragma unroll
  for (int p = 0; p < fragments / PACK; ++p) {
    const uint column = column_of(p * PACK, PLACE);
    const Pack pack = *reinterpret_cast<const Pack*>(side + row * STAGE_STRIDE + column);
#pragma unroll
    for (int k = 0; k < PACK; ++k) values[p * PACK + k] = pack.values[k];
  }
#else
#pragma unroll
  for (int f = 0; f < fragments; ++f) values[f] = side[column_of(f, PLACE) * STAGE_STRIDE + row];
#endif
}

template <Part PART>
FUNCTION void add_targets(Sums<PART>& sums, const real (&values)[FRAGMENTS], const real y) {
#pragma unroll
  for (int f = 0; f < FRAGMENTS; ++f) sums.targets[f] += (sum_t)values[f] * (sum_t)y;
  sums.square += (sum_t)y * (sum_t)y;
}

#if PRODUCT == FMA

// column_of for the right side, of which a lane has a quarter.
FUNCTION uint right_column_of(const uint number, const uint row_place) {
  return number / PACK * (4 * PACK) + row_place * PACK + number % PACK;
}

template <Part PART>
FUNCTION void add_step(Sums<PART>& sums, const real* left, const real* right, const real* y,
                       const uint first) {
#pragma unroll 2
  for (uint row = first; row < first + STEP_ROWS; ++row) {
    real a[FRAGMENTS];
    real b[WARP_ACROSS / 4];
    read_row(a, left, row);
#pragma unroll
    for (int k = 0; k < WARP_ACROSS / 4; ++k) {
      const uint column = right_column_of(k, ROW_PLACE);
      b[k] = right[BY_ROWS ? row * STAGE_STRIDE + column : column * STAGE_STRIDE + row];
    }
#pragma unroll
    for (int i = 0; i < FRAGMENTS; ++i) {
#pragma unroll
      for (int k = 0; k < WARP_ACROSS / 4; ++k) sums.products[i][0][k] += a[i] * b[k];
    }
    if (PART == SAME || PART == MIXED) add_targets(sums, a, y[row]);
  }
}

#else

// Reads rows `first` to `first` + STEP_ROWS of a side as factors; passes a lane's values of each
// row to use(values, row).
template <int fragments, class Use>
FUNCTION void read_rows(Rows (&factors)[fragments], const real* side, const uint first, Use&& use) {
#pragma unroll
  for (int half = 0; half < STEP_ROWS / 8; ++half) {
    real values[2][fragments];
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const uint row = first + 8 * half + ROW_PLACE + 4 * h;
      read_row(values[h], side, row);
      use(values[h], row);
    }
#pragma unroll
    for (int f = 0; f < fragments; ++f) {
#if PRODUCT == TF32_BF16
      take_half(factors[f], half, values[0][f], values[1][f]);
#else
      factors[f][0] = factor_of(values[0][f]);
      factors[f][1] = factor_of(values[1][f]);
#endif
    }
  }
}

// The tiles of 16 x 8 sums that a part needs, as numbers of two left fragments and a right one.
struct Tiles {
  int count;
  int left[FRAGMENTS / 2 * FRAGMENTS_ACROSS];
  int right[FRAGMENTS / 2 * FRAGMENTS_ACROSS];
};

FUNCTION constexpr Tiles tiles_of(const Part part) {
  Tiles tiles = {};
  for (int a = 0; a < FRAGMENTS / 2; ++a) {
    for (int b = part == SAME ? 2 * a : 0; b < FRAGMENTS_ACROSS; ++b) {
      tiles.left[tiles.count] = a;
      tiles.right[tiles.count++] = b;
    }
  }
  return tiles;
}

// Adds CHAINS tiles from `first` on side by side, since a product waits long for the preceding one
// in the same tile. Tensor cores truncate when they add floats (Fasi, Higham, Mikaitis, Pranesh
// 2021), which would bias long sums: each step is summed separately, and added to the others by an
// addition that rounds (Ootomo, Yokota 2022).
template <Part PART, int across>
FUNCTION void add_tiles(Sums<PART>& sums, const Tiles& tiles, const int first,
                        const Rows (&a)[FRAGMENTS], const Rows (&b)[across]) {
#if PRODUCT == FP64_TENSOR
#pragma unroll
  for (int t = first; t < first + CHAINS && t < tiles.count; ++t) {
    const int i = tiles.left[t];
    add_products(sums.products[i][tiles.right[t]], a[2 * i], a[2 * i + 1], b[tiles.right[t]]);
  }
#else
  float step[CHAINS][4] = {};
#pragma unroll
  for (int term = 0; term < TERMS; ++term) {
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) {
      if (first + c >= tiles.count) continue;
      const int i = tiles.left[first + c];
      add_term(term, step[c], a[2 * i], a[2 * i + 1], b[tiles.right[first + c]]);
    }
  }
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) {
    if (first + c >= tiles.count) continue;
#pragma unroll
    for (int e = 0; e < 4; ++e) {
      sums.products[tiles.left[first + c]][tiles.right[first + c]][e] += step[c][e];
    }
  }
#endif
}

template <Part PART>
FUNCTION void add_step(Sums<PART>& sums, const real* left, const real* right, const real* y,
                       const uint first) {
  Rows a[FRAGMENTS];
  read_rows(a, left, first, [&](const real(&values)[FRAGMENTS], const uint row) {
    if (PART == SAME || PART == MIXED) add_targets(sums, values, y[row]);
  });
  constexpr Tiles tiles = tiles_of(PART);
  if constexpr (PART == SAME) {
#pragma unroll
    for (int t = 0; t < tiles.count; t += CHAINS) add_tiles(sums, tiles, t, a, a);
  } else {
    Rows b[FRAGMENTS_ACROSS];
    read_rows(b, right, first, [](const real(&)[FRAGMENTS_ACROSS], const uint) {});
#pragma unroll
    for (int t = 0; t < tiles.count; t += CHAINS) add_tiles(sums, tiles, t, a, b);
  }
}

#endif

#endif
