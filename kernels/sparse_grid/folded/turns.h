// Counting by many work items, one after another or all at once. Constant: WORK_GROUP_SIZE.
#ifndef SPARSE_GRID_FOLDED_TURNS_H
#define SPARSE_GRID_FOLDED_TURNS_H

#include "dialect.h"

#include "sparse_grid/folded/folded.h"

// Adds `weight` to counters[key], in the order of the work items, and returns the value from before
// the item's own addition; items with the key NONE add nothing. All items must call it. `keys` and
// `weights` are WORK_GROUP_SIZE elements of local memory.
#ifdef __OPENCL_VERSION__
FUNCTION uint take_turn(GLOBAL uint* counters, const uint key, const uint weight,
                        LOCAL_SPACE uint* keys, LOCAL_SPACE uint* weights) {
  BARRIER();
  keys[LOCAL_ID] = key;
  weights[LOCAL_ID] = weight;
  BARRIER();
  uint sum = key == NONE ? 0 : counters[key];
  bool is_last = key != NONE;
  for (uint i = 0; i < WORK_GROUP_SIZE; ++i) {
    sum += keys[i] == key && i < LOCAL_ID ? weights[i] : 0;
    is_last = is_last && (keys[i] != key || i <= LOCAL_ID);
  }
  GLOBAL_BARRIER();
  if (is_last) counters[key] = sum + weight;
  GLOBAL_BARRIER();
  return sum;
}
#else
// One warp after another; within a warp the items with the same key are found by a match.
FUNCTION uint take_turn(uint* counters, const uint key, const uint weight, uint*, uint* weights) {
  const uint warp = LOCAL_ID / 32;
  const uint lane = LOCAL_ID % 32;
  weights[LOCAL_ID] = weight;
  __syncwarp();
  uint mates = __match_any_sync(0xffffffffu, key);
  const bool is_last = key != NONE && mates >> lane == 1;
  mates &= (1u << lane) - 1;
  uint sum = 0;
  for (; mates != 0 && key != NONE; mates &= mates - 1) {
    sum += weights[warp * 32 + TRAILING_ZEROS(mates)];
  }
  for (uint turn = 0; turn < WORK_GROUP_SIZE / 32; ++turn) {
    if (turn == warp && key != NONE) sum += counters[key];
    __syncwarp();
    if (turn == warp && is_last) counters[key] = sum + weight;
    GLOBAL_BARRIER();
  }
  return sum;
}
#endif

// Adds one to *counter for each item. Many of the items in step have the same counter.
#ifdef __OPENCL_VERSION__
FUNCTION void count_one(GLOBAL uint* counter) { ATOMIC_ADD(counter, 1); }
#else
FUNCTION void count_one(uint* counter) {
  const uint mates = __match_any_sync(__activemask(), (ulong)counter);
  if (mates >> LOCAL_ID % 32 == 1) ATOMIC_ADD(counter, COUNT_BITS(mates));
}
#endif

#endif
