// Between the list of grid points and the full subgrids. Constants: WORK_GROUP_SIZE and the
// dialect's, VECTOR_WIDTH = 1. slots[i] is where grid point i lives among all full subgrids.
#include "dialect.h"

#define ITEM (GROUP_ID * WORK_GROUP_SIZE + LOCAL_ID)

KERNEL(WORK_GROUP_SIZE)
scatter(GLOBAL const ulong* RESTRICT slots, GLOBAL const real* RESTRICT surpluses,
        const uint points, GLOBAL real* RESTRICT full) {
  if (ITEM < points) full[slots[ITEM]] = surpluses[ITEM];
}

// Zeroes the grid points of all copies: full [copies][size].
KERNEL(WORK_GROUP_SIZE)
scatter_zeros(GLOBAL const ulong* RESTRICT slots, const uint points, const uint copies,
              const ulong size, GLOBAL real* RESTRICT full) {
  if (ITEM >= points) return;
  for (uint c = 0; c < copies; ++c) full[c * size + slots[ITEM]] = 0;
}

// sums[i] = sum_c full[c][slots[i]].
KERNEL(WORK_GROUP_SIZE)
gather(GLOBAL const ulong* RESTRICT slots, const uint points, const uint copies, const ulong size,
       GLOBAL const real* RESTRICT full, GLOBAL real* RESTRICT sums) {
  if (ITEM >= points) return;
  real sum = 0;
  for (uint c = 0; c < copies; ++c) sum += full[c * size + slots[ITEM]];
  sums[ITEM] = sum;
}
