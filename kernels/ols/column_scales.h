// Powers of two for the columns of a warp's triangle, so that squares of numbers stay clear of
// underflow and overflow whatever the columns' units: reflections are the same with them and
// without. CUDA only.
//
// Constants: those of reflect.h.
#ifndef OLS_COLUMN_SCALES_H
#define OLS_COLUMN_SCALES_H

#include "reflect.h"

// Of the columns that a lane has; 0 where nothing but zeros has been seen.
typedef real Scales[SLOTS];

// Over the lanes that share out the rows of a column.
FUNCTION real most_down(real most) {
#pragma unroll
  for (int apart = LANES_ACROSS; apart < 32; apart *= 2) {
    most = fmax(most, __shfl_xor_sync(EVERY_LANE, most, apart));
  }
  return most;
}

// That brings `most` into [1, 2), as far as there is such a power; 0 for 0.
FUNCTION real scale_of(const real most) {
  constexpr int lowest = REAL_BITS == 64 ? -1022 : -126;
  return most > 0 ? ldexp((real)1, -max(ilogb(most), lowest)) : (real)0;
}

// Columns that were zero so far take their scale from the tile; the tile is scaled.
FUNCTION void scale_tile(Tile& tile, Scales& scales) {
#pragma unroll
  for (int s = 0; s < SLOTS; ++s) {
    if (__any_sync(EVERY_LANE, scales[s] == 0)) {
      real most = 0;
#pragma unroll
      for (int i = 0; i < ROWS_OF_LANE; ++i) most = fmax(most, fabs(tile[s][i]));
      const real scale = scale_of(most_down(most));
      if (scales[s] == 0) scales[s] = scale;
    }
#pragma unroll
    for (int i = 0; i < ROWS_OF_LANE; ++i) tile[s][i] *= scales[s];
  }
}

// Calls use(element, s) for the elements of the triangle that a lane's columns have, by the lanes
// of a column in turn.
template <class Use>
FUNCTION void each_of_triangle(real* triangle, Use&& use) {
  __syncwarp();
#pragma unroll
  for (int s = 0; s < SLOTS; ++s) {
    const uint j = ACROSS + LANES_ACROSS * s;
#pragma unroll 1
    for (uint i = DOWN; i <= j && i < COLUMNS && j <= COLUMNS; i += LANES_DOWN) {
      use(triangle[row_start(i) + j], s);
    }
  }
  __syncwarp();
}

// Scales of a triangle's columns, by which it is scaled.
FUNCTION void scale_triangle(real* triangle, Scales& scales) {
  Scales most = {};
  each_of_triangle(triangle,
                   [&](real& element, const int s) { most[s] = fmax(most[s], fabs(element)); });
#pragma unroll
  for (int s = 0; s < SLOTS; ++s) scales[s] = scale_of(most_down(most[s]));
  each_of_triangle(triangle, [&](real& element, const int s) { element *= scales[s]; });
}

FUNCTION void unscale_triangle(real* triangle, const Scales& scales) {
  each_of_triangle(triangle, [&](real& element, const int s) {
    if (scales[s] != 0) element /= scales[s];
  });
}

#endif
