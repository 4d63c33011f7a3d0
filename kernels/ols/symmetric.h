// Sums over rows of products of X's columns, for a tile of X^T X: teams of warps share out the
// rows, the warps of a team the tile. Rows wait in shared memory, copied there while others are
// worked on. CUDA only.
//
// Constants, beside those of fragments.h: COLUMNS; BY_ROWS as in products.kernel; TILE, columns of
// a tile; WARP_TILE, those of a warp's part, a multiple of 16 that divides TILE; TEAMS; STAGE_ROWS,
// a multiple of 8, and STAGES of them, at least 2, that each team keeps; SIDE_ELEMENTS, which
// STAGE_ROWS of a tile take up in shared memory; CHAINS, small tiles that a warp works on at a
// time.
//
// Sums of one fit: X^T X, its lower half row by row with `stride` elements from row to row, and X^T
// y as row number COLUMNS, whose last element is followed by y^T y.
#ifndef OLS_SYMMETRIC_H
#define OLS_SYMMETRIC_H

#include "fragments.h"

#define ONE_TILE (COLUMNS <= TILE)
#define SIDES (ONE_TILE ? 1 : 2)  // tiles of columns that are staged
#define WARPS_ACROSS (TILE / WARP_ACROSS)
#define TEAM_THREADS (TILE / WARP_TILE * WARPS_ACROSS * 32)
#define TEAM (threadIdx.x / TEAM_THREADS)
#define THREAD_OF_TEAM (threadIdx.x % TEAM_THREADS)
#define PRODUCTS_GROUP (TEAMS * TEAM_THREADS)
#define STAGE_ELEMENTS (SIDES * SIDE_ELEMENTS + STAGE_ROWS)
#define FRAGMENTS (WARP_TILE / FRAGMENT_COLUMNS)
#define FRAGMENTS_ACROSS (WARP_ACROSS / FRAGMENT_COLUMNS)
#define SUMS_OF_FIT ((size_t)COLUMNS * COLUMNS + COLUMNS + 1)

// Elements from row to row of a staged tile, or from column to column; lanes of a warp then read
// different banks.
#if BY_ROWS
#define STAGE_STRIDE (TILE + 32 / (REAL_BITS / 8))
#else
#define STAGE_STRIDE (STAGE_ROWS + 1)
#endif

// Bytes that are copied at a time: 16 where every row begins at a multiple of that.
#if BY_ROWS && COLUMNS * (REAL_BITS / 8) % 16 == 0
#define COPY_BYTES 16
#else
#define COPY_BYTES (REAL_BITS / 8)
#endif
#define COPY_ELEMENTS (COPY_BYTES / (REAL_BITS / 8))

// What a warp has to do with its part of the tile: nothing, since the mirrored part is another's;
// columns times themselves; columns times other columns; columns times some that are the same.
enum Part { IDLE, SAME, CROSS, MIXED };

// Rows first to end of one fit, and the first columns of the tile's two sides.
struct Share {
  const real* x;
  const real* y;
  uint rows;  // of the fit
  uint first;
  uint end;
  uint left;
  uint right;
};

// A thread's part of a warp's sums. Which is where: row_of and column_of_sum.
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
  // Of columns times themselves, each pair of fragments is needed once.
  static __device__ __forceinline__ constexpr bool needed(const int a, const int b) {
#if PRODUCT == FMA
    return PART != IDLE;
#else
    return PART == CROSS || PART == MIXED || (PART == SAME && b >= 2 * a);
#endif
  }
};

FUNCTION void copy_async(real* to, const real* from, const bool inside) {
  const uint address = (uint)__cvta_generic_to_shared(to);
  const int bytes = inside ? COPY_BYTES : 0;  // the rest is filled with zeros
#if COPY_BYTES == 16
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from), "r"(bytes)
               : "memory");
#else
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(address), "l"(from),
               "n"(COPY_BYTES), "r"(bytes)
               : "memory");
#endif
}

FUNCTION void copy_number_async(real* to, const real* from, const bool inside) {
  const int bytes = inside ? REAL_BITS / 8 : 0;
  asm volatile(
      "cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"((uint)__cvta_generic_to_shared(to)),
      "l"(from), "n"(REAL_BITS / 8), "r"(bytes)
      : "memory");
}

FUNCTION void wait_for_oldest_stage() {
  asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
}

FUNCTION void end_stage() { asm volatile("cp.async.commit_group;" ::: "memory"); }

FUNCTION void team_barrier() {
#if TEAM_THREADS == 32
  __syncwarp();
#else
  asm volatile("bar.sync %0, %1;" ::"r"(TEAM + 1), "n"(TEAM_THREADS) : "memory");
#endif
}

// Begins to copy STAGE_ROWS rows from `first` on of TILE columns from `column` on.
FUNCTION void stage_side(real* side, const Share& share, const uint first, const uint column) {
  constexpr uint pieces = TILE / COPY_ELEMENTS;
#pragma unroll 4
  for (uint k = THREAD_OF_TEAM; k < STAGE_ROWS * pieces; k += TEAM_THREADS) {
#if BY_ROWS
    const uint row = k / pieces;
    const uint c = k % pieces * COPY_ELEMENTS;
    const size_t at = (size_t)(first + row) * COLUMNS + column + c;
    real* const to = side + row * STAGE_STRIDE + c;
#else
    const uint row = k % STAGE_ROWS;
    const uint c = k / STAGE_ROWS;
    const size_t at = (size_t)(column + c) * share.rows + first + row;
    real* const to = side + c * STAGE_STRIDE + row;
#endif
    const bool inside = first + row < share.end && column + c < COLUMNS;
    copy_async(to, share.x + (inside ? at : 0), inside);
  }
}

FUNCTION void stage_rows(real* stage, const Share& share, const uint first) {
  stage_side(stage, share, first, share.left);
  if (SIDES == 2 && share.left != share.right) {
    stage_side(stage + SIDE_ELEMENTS, share, first, share.right);
  }
  for (uint row = THREAD_OF_TEAM; row < STAGE_ROWS; row += TEAM_THREADS) {
    const bool inside = first + row < share.end;
    copy_number_async(stage + SIDES * SIDE_ELEMENTS + row, share.y + (inside ? first + row : 0),
                      inside);
  }
}

// What a lane's fragments have of one row; `side` begins at the warp's columns.
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

// Like column_of, for the side of which a lane has a fourth.
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

// Rows `first` to `first` + STEP_ROWS of a side as factors; what a lane has of them, to use(values,
// row).
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

// CHAINS tiles from `first` on side by side, since a product waits long for the one before it in
// the same tile. Tensor cores add floats by cutting off (Fasi, Higham, Mikaitis, Pranesh 2021),
// which would bias long sums: each step is summed by itself, and joins the others in an addition
// that rounds (Ootomo, Yokota 2022).
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

// Goes over the rows of the share that are the team's: every TEAMS-th stage.
template <Part PART>
FUNCTION void add_rows(Sums<PART>& sums, const Share& share, real* shared, const uint left_warp,
                       const uint right_warp) {
  constexpr uint stride = BY_ROWS ? 1 : STAGE_STRIDE;  // from column to column
  real* const stages = shared + (size_t)TEAM * STAGES * STAGE_ELEMENTS;
  const uint all = (share.end - share.first + STAGE_ROWS - 1) / STAGE_ROWS;
  const uint own = (all + TEAMS - 1 - TEAM) / TEAMS;
  const bool one_side = SIDES == 1 || share.left == share.right;
  const auto begin = [&](const uint k) {
    if (k < own) {
      stage_rows(stages + k % STAGES * STAGE_ELEMENTS, share,
                 share.first + (k * TEAMS + TEAM) * STAGE_ROWS);
    }
    end_stage();
  };
  for (uint k = 0; k + 1 < STAGES; ++k) begin(k);
  for (uint k = 0; k < own; ++k) {
    const real* const stage = stages + k % STAGES * STAGE_ELEMENTS;
    wait_for_oldest_stage();
    team_barrier();  // what others copied is there, and nobody reads the stage that is filled next
    begin(k + STAGES - 1);
    if (PART == IDLE) continue;
    const real* const left = stage + left_warp * WARP_TILE * stride;
    const real* const right =
        stage + (one_side ? 0 : SIDE_ELEMENTS) + right_warp * WARP_ACROSS * stride;
#pragma unroll 1
    for (uint row = 0; row < STAGE_ROWS; row += STEP_ROWS) {
      add_step(sums, left, right, stage + SIDES * SIDE_ELEMENTS, row);
    }
  }
}

// Adds the teams' sums up to those of the first team: those of the upper half of the teams to those
// of the lower half, and so on.
template <Part PART>
FUNCTION void add_teams(Sums<PART>& sums, sum_t* shared) {
  constexpr uint numbers = (WARP_TILE * WARP_ACROSS / 32 + FRAGMENTS + 1) * 32;  // of a warp
  sum_t* const warp = shared + THREAD_OF_TEAM / 32 * numbers;
#pragma unroll 1
  for (uint width = TEAMS / 2; width > 0; width /= 2) {
    sum_t* const own = warp + TEAM % width * (TEAM_THREADS / 32) * numbers;
    uint k = 0;
    __syncthreads();
    if (TEAM / width == 1) sums.each([&](sum_t& sum) { own[k++ * 32 + LANE] = sum; });
    __syncthreads();
    if (TEAM / width == 0) sums.each([&](sum_t& sum) { sum += own[k++ * 32 + LANE]; });
  }
}

FUNCTION void store_product(sum_t* to, const uint stride, const uint i, const uint j,
                            const sum_t sum) {
  if (i < COLUMNS && j < COLUMNS) to[(size_t)(i < j ? j : i) * stride + (i < j ? i : j)] = sum;
}

template <Part PART>
FUNCTION void store_sums(Sums<PART>& sums, sum_t* to, const uint stride, const uint left,
                         const uint right) {
#if PRODUCT == FMA
#pragma unroll
  for (int a = 0; a < FRAGMENTS; ++a) {
#pragma unroll
    for (int b = 0; b < WARP_ACROSS / 4; ++b) {
      const uint i = left + column_of(a, PLACE);
      const uint j = right + right_column_of(b, ROW_PLACE);
      if (PART == CROSS || i <= j) store_product(to, stride, i, j, sums.products[a][0][b]);
    }
  }
#else
#pragma unroll
  for (int a = 0; a < FRAGMENTS / 2; ++a) {
#pragma unroll
    for (int b = 0; b < FRAGMENTS_ACROSS; ++b) {
      if (!sums.needed(a, b)) continue;
#pragma unroll
      for (int e = 0; e < 4; ++e) {
        const int fragment = 2 * a + e / 2;
        const uint i = left + column_of(fragment, PLACE);
        const uint j = right + column_of(b, 2 * ROW_PLACE + e % 2);
        const bool is_first = fragment < b || (fragment == b && i <= j);
        if (PART == CROSS || (PART == SAME ? is_first : i <= j)) {
          store_product(to, stride, i, j, sums.products[a][b][e]);
        }
      }
    }
  }
#endif
}

// Lanes of different rows have a part each, but for FMA, where every lane sees every row.
FUNCTION sum_t sum_of_row_places(sum_t sum) {
#if PRODUCT != FMA
  sum += __shfl_xor_sync(0xffffffffU, sum, 1);
  sum += __shfl_xor_sync(0xffffffffU, sum, 2);
#endif
  return sum;
}

template <Part PART>
FUNCTION void store_targets(Sums<PART>& sums, sum_t* to, const uint stride, const uint left) {
  sum_t* const row = to + (size_t)COLUMNS * stride;
#pragma unroll
  for (int f = 0; f < FRAGMENTS; ++f) {
    const uint column = left + column_of(f, PLACE);
    const sum_t sum = sum_of_row_places(sums.targets[f]);
    if (ROW_PLACE == 0 && column < COLUMNS) row[column] = sum;
  }
  const sum_t square = sum_of_row_places(sums.square);
  if (LANE == 0 && left == 0) row[COLUMNS] = square;
}

template <Part PART>
FUNCTION void sum_part(const Share& share, real* shared, sum_t* to, const uint stride,
                       const uint left_warp, const uint right_warp) {
  Sums<PART> sums;
  const uint left = share.left + left_warp * WARP_TILE;
  const uint right = share.right + right_warp * WARP_ACROSS;
  add_rows(sums, share, shared, left_warp, right_warp);
  add_teams(sums, reinterpret_cast<sum_t*>(shared));
  if (TEAM != 0) return;
  store_sums(sums, to, stride, left, right);
  if ((PART == SAME || PART == MIXED) && left == right) store_targets(sums, to, stride, left);
}

// Writes to `to` what the block's rows add to its tile.
FUNCTION void sum_tile(const Share& share, real* shared, sum_t* to, const uint stride) {
#if TILE == WARP_TILE && TILE == WARP_ACROSS && COLUMNS <= TILE
  sum_part<SAME>(share, shared, to, stride, 0, 0);
#else
  constexpr Part on_diagonal = WARP_TILE == WARP_ACROSS ? SAME : MIXED;
  const uint left_warp = THREAD_OF_TEAM / 32 / WARPS_ACROSS;
  const uint right_warp = THREAD_OF_TEAM / 32 % WARPS_ACROSS;
  const uint left = left_warp * WARP_TILE;
  const uint right = right_warp * WARP_ACROSS;
  if (share.left != share.right || left + WARP_TILE <= right) {
    sum_part<CROSS>(share, shared, to, stride, left_warp, right_warp);
  } else if (left < right + WARP_ACROSS) {
    sum_part<on_diagonal>(share, shared, to, stride, left_warp, right_warp);
  } else {
    sum_part<IDLE>(share, shared, to, stride, left_warp, right_warp);
  }
#endif
}

#endif
