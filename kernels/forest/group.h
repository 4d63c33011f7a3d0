// What the items of a work group do together. Constant: WORK_GROUP_SIZE; for CUDA a multiple of 32.
#ifndef FOREST_GROUP_H
#define FOREST_GROUP_H

#include "dialect.h"

#ifdef __OPENCL_VERSION__
#define ATOMIC_ADD(place, value) atomic_add(place, value)
#define ATOMIC_MIN(place, value) atomic_min(place, value)
#define ATOMIC_MAX(place, value) atomic_max(place, value)
#else
#define ATOMIC_ADD(place, value) atomicAdd(place, value)
#define ATOMIC_MIN(place, value) atomicMin(place, value)
#define ATOMIC_MAX(place, value) atomicMax(place, value)
#endif

#ifndef __OPENCL_VERSION__
// The sum over the lanes of a warp up to this one.
FUNCTION uint warp_sum_up_to(uint sum) {
#pragma unroll
  for (uint distance = 1; distance < 32; distance *= 2) {
    const uint before = __shfl_up_sync(0xffffffffu, sum, distance);
    if (LOCAL_ID % 32 >= distance) sum += before;
  }
  return sum;
}
#endif

// The sum of `value` over the items before this one; every item of the group calls it. `room`:
// WORK_GROUP_SIZE words, not to be written before the group's next barrier.
FUNCTION uint sum_before(const uint value, LOCAL_SPACE uint* const room) {
#ifdef __OPENCL_VERSION__
  uint sum = value;
  for (uint distance = 1; distance < WORK_GROUP_SIZE; distance *= 2) {
    BARRIER();
    room[LOCAL_ID] = sum;
    BARRIER();
    if (LOCAL_ID >= distance) sum += room[LOCAL_ID - distance];
  }
  return sum - value;
#else
  uint sum = warp_sum_up_to(value);
#if WORK_GROUP_SIZE > 32
  const uint warps = WORK_GROUP_SIZE / 32;
  const uint warp = LOCAL_ID / 32;
  BARRIER();
  if (LOCAL_ID % 32 == 31) room[warp] = sum;
  BARRIER();
  if (warp == 0) {
    const uint total = warp_sum_up_to(LOCAL_ID < warps ? room[LOCAL_ID] : 0);
    if (LOCAL_ID < warps) room[LOCAL_ID] = total;
  }
  BARRIER();
  if (warp > 0) sum += room[warp - 1];
#endif
  return sum - value;
#endif
}

// Each of n words in local memory becomes the sum of those before it. Words are complete when the
// call begins and when it ends; `room` as in sum_before.
FUNCTION void scan_words(LOCAL_SPACE uint* const words, const uint n,
                         LOCAL_SPACE uint* const room) {
  const uint share = (n + WORK_GROUP_SIZE - 1) / WORK_GROUP_SIZE;
  const uint begin = LOCAL_ID * share < n ? LOCAL_ID * share : n;
  const uint end = begin + share < n ? begin + share : n;
  uint sum = 0;
  for (uint i = begin; i < end; ++i) sum += words[i];
  uint before = sum_before(sum, room);
  for (uint i = begin; i < end; ++i) {
    const uint word = words[i];
    words[i] = before;
    before += word;
  }
  BARRIER();
}

#endif
