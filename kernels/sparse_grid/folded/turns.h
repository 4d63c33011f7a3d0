// Items that take turns. Constant: WORK_GROUP_SIZE.
#ifndef SPARSE_GRID_FOLDED_TURNS_H
#define SPARSE_GRID_FOLDED_TURNS_H

#include "dialect.h"

#include "sparse_grid/folded/folded.h"

// What counters[key] has when it is the item's turn to add `weight` to it, one after the other;
// items with NONE take none. All items call it. `keys` and `weights` are WORK_GROUP_SIZE elements
// of local memory.
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

#endif
