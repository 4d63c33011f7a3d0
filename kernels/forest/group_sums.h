// What a work group does together: sums over its items, and the best of their candidates.
// Constants: WORK_GROUP_SIZE, for CUDA a multiple of 32, and those of forest/score.h.
#ifndef FOREST_GROUP_SUMS_H
#define FOREST_GROUP_SUMS_H

#include "forest/score.h"

// name(sums, value, total): the sum of `value` over all items before this one; *total is that over
// all. `sums` has SUM_ELEMENTS elements in local memory. All items call it; barriers are its own.
#ifdef __OPENCL_VERSION__
#define SUM_ELEMENTS (2 * WORK_GROUP_SIZE)
#define DEFINE_SUM_BEFORE(name, type)                                                         \
  FUNCTION type name(LOCAL_SPACE type* const sums, const type value, type* const total) {     \
    LOCAL_SPACE type* from = sums;                                                            \
    LOCAL_SPACE type* to = sums + WORK_GROUP_SIZE;                                            \
    BARRIER();                                                                                \
    from[LOCAL_ID] = value;                                                                   \
    BARRIER();                                                                                \
    for (uint distance = 1; distance < WORK_GROUP_SIZE; distance *= 2) {                      \
      to[LOCAL_ID] = from[LOCAL_ID] + (LOCAL_ID >= distance ? from[LOCAL_ID - distance] : 0); \
      BARRIER();                                                                              \
      LOCAL_SPACE type* const last = from;                                                    \
      from = to;                                                                              \
      to = last;                                                                              \
    }                                                                                         \
    *total = from[WORK_GROUP_SIZE - 1];                                                       \
    return from[LOCAL_ID] - value;                                                            \
  }
#else
#define SUM_ELEMENTS (WORK_GROUP_SIZE / 32)
#define DEFINE_SUM_BEFORE(name, type)                                                     \
  FUNCTION type name(LOCAL_SPACE type* const sums, const type value, type* const total) { \
    const uint lane = LOCAL_ID % 32;                                                      \
    type sum = value;                                                                     \
    for (uint distance = 1; distance < 32; distance *= 2) {                               \
      const type other = __shfl_up_sync(0xffffffffu, sum, distance);                      \
      sum += lane >= distance ? other : 0;                                                \
    }                                                                                     \
    BARRIER();                                                                            \
    if (lane == 31) sums[LOCAL_ID / 32] = sum;                                            \
    BARRIER();                                                                            \
    type all = 0;                                                                         \
    for (uint warp = 0; warp < WORK_GROUP_SIZE / 32; ++warp) {                            \
      if (warp == LOCAL_ID / 32) sum += all;                                              \
      all += sums[warp];                                                                  \
    }                                                                                     \
    *total = all;                                                                         \
    return sum - value;                                                                   \
  }
#endif
DEFINE_SUM_BEFORE(sum_before, uint)
DEFINE_SUM_BEFORE(long_sum_before, ulong)

// The n elements of local memory become sums: of those before each one (`exclusive`) or including
// it. Each item looks after neighbours. Returns the sum of all.
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

// Draws of two labels side by side, so that one sum counts both: of `label`, if it is `first` or
// the one after it.
FUNCTION ulong as_one_of_two(const uint label, const uint first, const uint weight) {
  return label == first ? weight : label == first + 1 ? (ulong)weight << 32 : 0;
}
FUNCTION uint one_of_two(const ulong draws, const uint label, const uint first) {
  return (uint)(label == first ? draws : draws >> 32);
}

// The best of all items' candidates, for item 0. `best` has WORK_GROUP_SIZE elements.
FUNCTION candidate_t best_of_group(LOCAL_SPACE candidate_t* const best, const candidate_t own) {
  best[LOCAL_ID] = own;
  BARRIER();
  for (uint distance = WORK_GROUP_SIZE / 2; distance > 0; distance /= 2) {
    if (LOCAL_ID < distance && is_better(best[LOCAL_ID + distance], best[LOCAL_ID])) {
      best[LOCAL_ID] = best[LOCAL_ID + distance];
    }
    BARRIER();
  }
  return best[0];
}

#endif
