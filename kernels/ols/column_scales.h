// Powers of two that scale the columns of a warp's triangle, so that squares of numbers neither
// underflow nor overflow for any units of the columns: reflections are the same with and without
// them. CUDA only.
//
// Constants: those of reflect.h.
//
// scales [SLOTS * LANES_ACROSS], in the warp's own shared memory; 0 for columns in which only zeros
// have been seen.
#ifndef OLS_COLUMN_SCALES_H
#define OLS_COLUMN_SCALES_H

#include "reflect.h"

#define LANE (threadIdx.x % 32)

// Returns the maximum over the lanes that share the rows of a column.
FUNCTION real most_down(real most) {
#pragma unroll
  for (int apart = LANES_ACROSS; apart < 32; apart *= 2) {
    most = fmax(most, __shfl_xor_sync(EVERY_LANE, most, apart));
  }
  return most;
}

// Returns the power of two that scales `most` into [1, 2), if there is such a power; 0 for 0.
FUNCTION real scale_of(const real most) {
  constexpr int lowest = REAL_BITS == 64 ? -1022 : -126;
  return most > 0 ? ldexp((real)1, -max(ilogb(most), lowest)) : (real)0;
}

// Sets the scale of columns that were zero so far from the tile, and scales the tile.
FUNCTION void scale_tile(Tile& tile, real* scales) {
  __syncwarp();
#pragma unroll
  for (int s = 0; s < SLOTS; ++s) {
    real scale = scales[ACROSS + LANES_ACROSS * s];
    if (__any_sync(EVERY_LANE, scale == 0)) {
      real most = 0;
#pragma unroll
      for (int i = 0; i < ROWS_OF_LANE; ++i) most = fmax(most, fabs(tile[s][i]));
      const real found = scale_of(most_down(most));
      if (scale == 0) scale = found;
      __syncwarp();  // all have read it
      if (DOWN == 0) scales[ACROSS + LANES_ACROSS * s] = scale;
    }
#pragma unroll
    for (int i = 0; i < ROWS_OF_LANE; ++i) tile[s][i] *= scale;
  }
}

// Calls use(at, j) for each element of a triangle, neighbours by neighbouring lanes; j is its
// column.
template <class Use>
FUNCTION void each_of_triangle(Use&& use) {
#pragma unroll 4
  for (uint row = 0; row < COLUMNS; ++row) {
    const uint start = row_start(row);
    for (uint j = row + LANE; j < WIDTH; j += 32) use(start + j, j);
  }
}

#endif
