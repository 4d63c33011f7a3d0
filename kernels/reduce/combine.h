// How two numbers become one, and how those of a work group do. Constants in addition to those of
// dialect.h: MAXIMUM (0 adds, 1 takes the maximum) and WORK_GROUP_SIZE; for CUDA, a multiple of 32.
#ifndef REDUCE_COMBINE_H
#define REDUCE_COMBINE_H

#include "dialect.h"

// The maximum is NaN if either number is; a comparison with NaN is false.
FUNCTION real combined(const real a, const real b) {
#if MAXIMUM
  return a >= b || a != a ? a : b;
#else
  return a + b;
#endif
}

// What nothing is reduced to: minus infinity, or 0.
#if !MAXIMUM
#define NEUTRAL ((real)0)
#elif REAL_BITS == 64
#define NEUTRAL (-AS_REAL(0x7ff0000000000000L))
#else
#define NEUTRAL (-AS_REAL(0x7f800000))
#endif

// Returns the numbers of all items of the group, combined, to item 0. `memory` has COMBINE_ELEMENTS
// elements, is local memory, and may be used again after a barrier. All items must call it.
//
// In CUDA the items of a warp combine theirs first. In OpenCL one item in 32 combines 32 numbers:
// CPU compilers turn each barrier into loops over items, so few barriers are best.
#define COMBINE_BLOCKS ((WORK_GROUP_SIZE + 31) / 32)
#ifdef __OPENCL_VERSION__
#define COMBINE_ELEMENTS (WORK_GROUP_SIZE + COMBINE_BLOCKS)
#else
#define COMBINE_ELEMENTS COMBINE_BLOCKS
#endif
FUNCTION real combined_in_group(LOCAL_SPACE real* const memory, const real own) {
  real found = own;
#ifdef __OPENCL_VERSION__
  LOCAL_SPACE real* const of_blocks = memory + WORK_GROUP_SIZE;
  memory[LOCAL_ID] = own;
  BARRIER();
  if (LOCAL_ID < COMBINE_BLOCKS) {
    for (uint i = LOCAL_ID + COMBINE_BLOCKS; i < WORK_GROUP_SIZE; i += COMBINE_BLOCKS) {
      found = combined(found, memory[i]);
    }
    of_blocks[LOCAL_ID] = found;
  }
#else
  real* const of_blocks = memory;
  for (uint distance = 16; distance > 0; distance /= 2) {
    found = combined(found, __shfl_down_sync(0xffffffffu, found, distance));
  }
  if (LOCAL_ID % 32 == 0) of_blocks[LOCAL_ID / 32] = found;
#endif
  BARRIER();
  if (LOCAL_ID == 0) {
    for (uint block = 1; block < COMBINE_BLOCKS; ++block) {
      found = combined(found, of_blocks[block]);
    }
  }
  return found;
}

#endif
