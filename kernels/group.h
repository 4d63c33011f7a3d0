// Sums over the items of a work group. Constant: WORK_GROUP_SIZE; for CUDA a multiple of 32.
#ifndef GROUP_H
#define GROUP_H

#include "dialect.h"

// name(sums, value, total): the sum of `value` over all items before this one; *total is that over
// all. `sums` has SUM_ELEMENTS elements in local memory. All items call it; barriers are its own.
//
// Items add up by blocks of 32, and then blocks. In CUDA a block is a warp; in OpenCL each item
// reads what lies before it in its block: few barriers, since compilers for CPUs turn each into
// loops over items and take minutes over many of them.
#define SUM_BLOCKS ((WORK_GROUP_SIZE + 31) / 32)
#ifdef __OPENCL_VERSION__
#define SUM_ELEMENTS (WORK_GROUP_SIZE + SUM_BLOCKS)
#define SUM_IN_BLOCK(type)                                             \
  LOCAL_SPACE type* const block_sums = sums + WORK_GROUP_SIZE;         \
  type sum = value;                                                    \
  BARRIER();                                                           \
  sums[LOCAL_ID] = value;                                              \
  BARRIER();                                                           \
  for (uint i = LOCAL_ID / 32 * 32; i < LOCAL_ID; ++i) sum += sums[i]; \
  if (LOCAL_ID % 32 == 31 || LOCAL_ID + 1 == WORK_GROUP_SIZE) block_sums[LOCAL_ID / 32] = sum;
#else
#define SUM_ELEMENTS SUM_BLOCKS
#define SUM_IN_BLOCK(type)                                         \
  type* const block_sums = sums;                                   \
  type sum = value;                                                \
  for (uint distance = 1; distance < 32; distance *= 2) {          \
    const type other = __shfl_up_sync(0xffffffffu, sum, distance); \
    sum += LOCAL_ID % 32 >= distance ? other : 0;                  \
  }                                                                \
  BARRIER();                                                       \
  if (LOCAL_ID % 32 == 31) block_sums[LOCAL_ID / 32] = sum;
#endif
#define DEFINE_SUM_BEFORE(name, type)                                                     \
  FUNCTION type name(LOCAL_SPACE type* const sums, const type value, type* const total) { \
    SUM_IN_BLOCK(type)                                                                    \
    BARRIER();                                                                            \
    type all = 0;                                                                         \
    for (uint block = 0; block < SUM_BLOCKS; ++block) {                                   \
      if (block == LOCAL_ID / 32) sum += all;                                             \
      all += block_sums[block];                                                           \
    }                                                                                     \
    *total = all;                                                                         \
    return sum - value;                                                                   \
  }
DEFINE_SUM_BEFORE(sum_before, uint)
DEFINE_SUM_BEFORE(long_sum_before, ulong)

// The greatest `value` of all items before this one, or 0; *total is that of all. Otherwise as
// above.
FUNCTION uint greatest_before(LOCAL_SPACE uint* const values, const uint value, uint* const total) {
#ifdef __OPENCL_VERSION__
  LOCAL_SPACE uint* const of_blocks = values + WORK_GROUP_SIZE;
  uint before = 0;
  BARRIER();
  values[LOCAL_ID] = value;
  BARRIER();
  for (uint i = LOCAL_ID / 32 * 32; i < LOCAL_ID; ++i) before = max(before, values[i]);
  if (LOCAL_ID % 32 == 31 || LOCAL_ID + 1 == WORK_GROUP_SIZE) {
    of_blocks[LOCAL_ID / 32] = max(before, value);
  }
#else
  uint* const of_blocks = values;
  uint greatest = value;
  for (uint distance = 1; distance < 32; distance *= 2) {
    const uint other = __shfl_up_sync(0xffffffffu, greatest, distance);
    if (LOCAL_ID % 32 >= distance) greatest = max(greatest, other);
  }
  uint before = __shfl_up_sync(0xffffffffu, greatest, 1);
  if (LOCAL_ID % 32 == 0) before = 0;
  BARRIER();
  if (LOCAL_ID % 32 == 31) of_blocks[LOCAL_ID / 32] = greatest;
#endif
  BARRIER();
  uint all = 0;
  for (uint block = 0; block < SUM_BLOCKS; ++block) {
    if (block == LOCAL_ID / 32) before = max(before, all);
    all = max(all, of_blocks[block]);
  }
  *total = all;
  return before;
}

// name(sums, values, n, exclusive): the n elements of local memory become sums: of those before
// each one (`exclusive`) or including it. Each item looks after neighbours. Elements are complete
// when the call begins and when it ends. Returns the sum of all.
#define DEFINE_SCAN(name, type, before)                                                          \
  FUNCTION type name(LOCAL_SPACE type* const sums, LOCAL_SPACE type* const values, const uint n, \
                     const bool exclusive) {                                                     \
    const uint each = (n + WORK_GROUP_SIZE - 1) / WORK_GROUP_SIZE;                               \
    const uint first = min(LOCAL_ID * each, n);                                                  \
    const uint end = min(first + each, n);                                                       \
    type own = 0;                                                                                \
    for (uint i = first; i < end; ++i) own += values[i];                                         \
    type total;                                                                                  \
    type sum = before(sums, own, &total);                                                        \
    for (uint i = first; i < end; ++i) {                                                         \
      const type value = values[i];                                                              \
      values[i] = exclusive ? sum : sum + value;                                                 \
      sum += value;                                                                              \
    }                                                                                            \
    BARRIER();                                                                                   \
    return total;                                                                                \
  }
DEFINE_SCAN(scan, uint, sum_before)
DEFINE_SCAN(long_scan, ulong, long_sum_before)

#endif
