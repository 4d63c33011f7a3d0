// Sums over rows of products of X's columns, for a tile of X^T X: teams of warps share the rows,
// the warps of a team share the tile. Rows are copied to shared memory while earlier ones are being
// processed. CUDA only.
//
// Constants in addition to those of fragments.h: COLUMNS; BY_ROWS as in products.kernel; TILE,
// columns of a tile; WARP_TILE, the left columns of a warp's part, a multiple of 16 that divides
// TILE; WARP_ACROSS, the right ones, as many or half as many; TEAMS, a power of two; STAGE_ROWS, a
// multiple of STEP_ROWS, and STAGES, at least 2, the stages that each team keeps; SIDE_ELEMENTS,
// the room that STAGE_ROWS of a tile take up in shared memory; CHAINS, small tiles that a warp
// works on at a time.
//
// Sums of one fit: X^T X, its lower half row by row with `stride` elements between rows, and X^T y
// as row number COLUMNS, whose last element is followed by y^T y.
#ifndef OLS_SYMMETRIC_H
#define OLS_SYMMETRIC_H

#include "warp_sums.h"

// Processes the team's rows of the share: every TEAMS-th stage. All teams take the same number of
// turns, since racecheck identifies the intervals between barriers by the number of barriers that a
// warp has passed; beyond the share's end a stage holds zeros, and the team would otherwise only
// wait for the others.
template <Part PART>
FUNCTION void add_rows(Sums<PART>& sums, const Share& share, real* shared, const uint left_warp,
                       const uint right_warp) {
  constexpr uint stride = BY_ROWS ? 1 : STAGE_STRIDE;  // between columns
  real* const stages = shared + (size_t)TEAM * STAGES * STAGE_ELEMENTS;
  const uint all = (share.end - share.first + STAGE_ROWS - 1) / STAGE_ROWS;
  const uint turns = (all + TEAMS - 1) / TEAMS;
  const bool one_side = SIDES == 1 || share.left == share.right;
  const auto begin = [&](const uint k) {
    if (k < turns) {
      stage_rows(stages + k % STAGES * STAGE_ELEMENTS, share,
                 share.first + (k * TEAMS + TEAM) * STAGE_ROWS);
    }
    end_stage();
  };
  for (uint k = 0; k + 1 < STAGES; ++k) begin(k);
  for (uint k = 0; k < turns; ++k) {
    const real* const stage = stages + k % STAGES * STAGE_ELEMENTS;
    wait_for_oldest_stage();
    // The copies of all threads are complete, and no thread reads the stage that is filled next.
    team_barrier();
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

// Adds the teams' sums to those of the first team: those of the upper half of the teams to those of
// the lower half, and so on.
template <Part PART>
FUNCTION void add_teams(Sums<PART>& sums, sum_t* shared) {
  constexpr uint numbers = (WARP_TILE * WARP_ACROSS / 32 + FRAGMENTS + 1) * 32;  // of each warp
  sum_t* const warp = shared + THREAD_OF_TEAM / 32 * numbers;
#pragma unroll 1
  for (uint width = TEAMS / 2; width > 0; width /= 2) {
    sum_t* const own = warp + TEAM % width * (TEAM_THREADS / 32) * numbers;
    uint k = 0;
    block_barrier();
    if (TEAM / width == 1) sums.each([&](sum_t& sum) { own[k++ * 32 + LANE] = sum; });
    block_barrier();
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

// Adds up the parts of the lanes of different rows; with FMA, every lane has all rows.
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

// Writes to `to` the sums of the block's rows for its tile.
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
