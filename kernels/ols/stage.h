// Staged rows: each team of a block copies rows of a tile's columns to shared memory while it works
// on others (cp.async). CUDA only.
//
// Constants: those of symmetric.h.
#ifndef OLS_STAGE_H
#define OLS_STAGE_H

#include "fragments.h"
#include "share.h"

#define WARPS_ACROSS (TILE / WARP_ACROSS)
#define TEAM_THREADS (TILE / WARP_TILE * WARPS_ACROSS * 32)
#define TEAM (threadIdx.x / TEAM_THREADS)
#define THREAD_OF_TEAM (threadIdx.x % TEAM_THREADS)
#define PRODUCTS_GROUP (TEAMS * TEAM_THREADS)
#define STAGE_ELEMENTS (SIDES * SIDE_ELEMENTS + STAGE_ROWS)
#define FRAGMENTS (WARP_TILE / FRAGMENT_COLUMNS)
#define FRAGMENTS_ACROSS (WARP_ACROSS / FRAGMENT_COLUMNS)

// Elements between rows of a staged tile, or between columns; chosen so that lanes of a warp read
// different banks.
#if BY_ROWS
#define STAGE_STRIDE (TILE + 32 / (REAL_BITS / 8))
#else
#define STAGE_STRIDE (STAGE_ROWS + 1)
#endif

// Bytes that are copied at a time: 16 if every row begins at a multiple of 16 bytes.
#if BY_ROWS && COLUMNS * (REAL_BITS / 8) % 16 == 0
#define COPY_BYTES 16
#else
#define COPY_BYTES (REAL_BITS / 8)
#endif
#define COPY_ELEMENTS (COPY_BYTES / (REAL_BITS / 8))

FUNCTION void copy_async(real* to, const real* from, const bool inside) {
  const uint address = (uint)__cvta_generic_to_shared(to);
  const int bytes = inside ? COPY_BYTES : 0;  // the remaining bytes are filled with zeros
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

// A barrier of all threads at any place in the code: warps with different parts of a tile run
// different instances of a template, and __syncthreads() is only for threads that meet at one
// place.
FUNCTION void block_barrier() { asm volatile("bar.sync 0, %0;" ::"n"(PRODUCTS_GROUP) : "memory"); }

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

#endif
