// A star-shaped stencil, of which an item computes the points of a pack at once.
// Constants: those of packs.h, and RADIUS, the largest distance of a neighbour, 1 to 4.
#ifndef STENCIL_STAR_H
#define STENCIL_STAR_H

#include "packs.h"

// Parameters of a kernel, and the array that is made of them: the weight of the point itself, then
// of neighbours at distance 1, 2, ...; beyond RADIUS they are not looked at.
#define WEIGHT_PARAMETERS \
  const real weight0, const real weight1, const real weight2, const real weight3, const real weight4
#define WEIGHTS \
  { weight0, weight1, weight2, weight3, weight4 }

// A line: an item's own pack with SIDE packs on either side, which hold its neighbours along x.
#define SIDE ((RADIUS + PACK - 1) / PACK)
#define LINE (1 + 2 * SIDE)

// x[index], or zeros outside of the grid, where nothing is read.
FUNCTION pack_t pack_or_zeros(GLOBAL const pack_t* const x, const ulong index,
                              const bool is_inside) {
  pack_t found = {{0}};
  if (is_inside) found = x[index];
  return found;
}

FUNCTION pack_t plus(pack_t a, const pack_t b) {
#pragma unroll
  for (uint k = 0; k < PACK; ++k) a.at[k] += b.at[k];
  return a;
}

FUNCTION pack_t plus_weighted(pack_t sum, const real weight, const pack_t summand) {
#pragma unroll
  for (uint k = 0; k < PACK; ++k) sum.at[k] += weight * summand.at[k];
  return sum;
}

// The sums of both neighbours along x, at that distance, of the points in the middle of a line.
FUNCTION pack_t beside(const pack_t* const line, const uint distance) {
  pack_t sums;
#pragma unroll
  for (uint k = 0; k < PACK; ++k) {
    const uint before = SIDE * PACK + k - distance;
    const uint after = SIDE * PACK + k + distance;
    sums.at[k] = line[before / PACK].at[before % PACK] + line[after / PACK].at[after % PACK];
  }
  return sums;
}

#endif
