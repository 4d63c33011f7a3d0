// Sums and maxima over the items of a work group. Constant: WORK_GROUP_SIZE; for CUDA, a multiple
// of 32.
#ifndef GROUP_H
#define GROUP_H

#include "dialect.h"

// name(sums, value, total): combines the `value` of all items before this one by `combine`, 0 for
// the first item; *total combines those of all items. `sums` has SUM_ELEMENTS elements in local
// memory. All items must call it; it contains its own barriers.
//
// Items are combined in blocks of 32, and then blocks are combined. In CUDA a block is a warp; in
// OpenCL each item reads the preceding values of its block: that needs few barriers, which matters
// since CPU compilers turn each into loops over items and take minutes for many of them.
#define SUM_BLOCKS ((WORK_GROUP_SIZE + 31) / 32)
#ifdef __OPENCL_VERSION__
#define SUM_ELEMENTS (WORK_GROUP_SIZE + SUM_BLOCKS)
#define BEFORE_IN_BLOCK(type, combine)                                                    \
  LOCAL_SPACE type* const of_blocks = sums + WORK_GROUP_SIZE;                             \
  type before = 0;                                                                        \
  BARRIER();                                                                              \
  sums[LOCAL_ID] = value;                                                                 \
  BARRIER();                                                                              \
  for (uint i = LOCAL_ID / 32 * 32; i < LOCAL_ID; ++i) before = combine(before, sums[i]); \
  if (LOCAL_ID % 32 == 31 || LOCAL_ID + 1 == WORK_GROUP_SIZE) {                           \
    of_blocks[LOCAL_ID / 32] = combine(before, value);                                    \
  }
#else
#define SUM_ELEMENTS SUM_BLOCKS
#define BEFORE_IN_BLOCK(type, combine)                                 \
  type* const of_blocks = sums;                                        \
  type through = value;                                                \
  for (uint distance = 1; distance < 32; distance *= 2) {              \
    const type other = __shfl_up_sync(0xffffffffu, through, distance); \
    if (LOCAL_ID % 32 >= distance) through = combine(through, other);  \
  }                                                                    \
  type before = __shfl_up_sync(0xffffffffu, through, 1);               \
  if (LOCAL_ID % 32 == 0) before = 0;                                  \
  BARRIER();                                                           \
  if (LOCAL_ID % 32 == 31) of_blocks[LOCAL_ID / 32] = through;
#endif
#define DEFINE_BEFORE(name, type, combine)                                                \
  FUNCTION type name(LOCAL_SPACE type* const sums, const type value, type* const total) { \
    BEFORE_IN_BLOCK(type, combine)                                                        \
    BARRIER();                                                                            \
    type all = 0;                                                                         \
    for (uint block = 0; block < SUM_BLOCKS; ++block) {                                   \
      if (block == LOCAL_ID / 32) before = combine(before, all);                          \
      all = combine(all, of_blocks[block]);                                               \
    }                                                                                     \
    *total = all;                                                                         \
    return before;                                                                        \
  }
#define SUM_OF(a, b) ((a) + (b))
DEFINE_BEFORE(sum_before, uint, SUM_OF)
DEFINE_BEFORE(long_sum_before, ulong, SUM_OF)
DEFINE_BEFORE(greatest_before, uint, max)

// name(sums, values, n, exclusive): replaces the n elements of local memory by prefix sums, without
// (`exclusive`) or including the element itself. Each item handles a range of neighbours. Elements
// are complete when the call begins and when it ends. Returns the sum of all.
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
