// The bins of numbers, and the numbers that a group reads in one step.
// Constants: those of packs.h, BINS, WORK_GROUP_SIZE, and LOADS (packs that an item reads in a
// step, before it uses any of them).
#ifndef HISTOGRAM_BINS_H
#define HISTOGRAM_BINS_H

#include "packs.h"

// Parameters of a kernel, and the structure that is made of them.
#define RANGE_PARAMETERS const real low, const real high, const real scale
#define RANGE \
  { low, high, scale }
typedef struct {
  real low;
  real high;
  real scale;
} range;

// The number of the bin that x is in, BINS if it is in none. The same as Bins::of in
// plugins/histogram/histogram.hpp, step by step: the difference is rounded, then the product, and
// no compiler can fuse the two.
FUNCTION int bin_of(const range r, const real x) {
  if (!(x >= r.low && x < r.high)) return BINS;
  return min((int)((x - r.low) * r.scale), BINS - 1);
}

#define FOUND (LOADS * PACK)  // numbers that an item reads in a step

// found[] = the bins of the item's numbers in that step; steps count from 0, over all groups. In a
// step the items of a group read packs side by side. Beyond the end there are no bins.
FUNCTION void find_bins(GLOBAL const pack_t* const x, const ulong length, const ulong step,
                        const range r, int* const found) {
  const ulong first = step * LOADS * WORK_GROUP_SIZE;
  pack_t packs[LOADS];
  if ((first + LOADS * WORK_GROUP_SIZE) * PACK <= length) {
#pragma unroll
    for (uint k = 0; k < LOADS; ++k) packs[k] = x[first + k * WORK_GROUP_SIZE + LOCAL_ID];
  } else {
    GLOBAL const real* const numbers = (GLOBAL const real*)x;
#pragma unroll
    for (uint k = 0; k < FOUND; ++k) {
      const ulong place = (first + k / PACK * WORK_GROUP_SIZE + LOCAL_ID) * PACK + k % PACK;
      packs[k / PACK].at[k % PACK] = place < length ? numbers[place] : r.high;
    }
  }
#pragma unroll
  for (uint k = 0; k < FOUND; ++k) found[k] = bin_of(r, packs[k / PACK].at[k % PACK]);
}

#endif
