// An item's share of the numbers that a group has at a time: ITEMS keys, NO_KEY where there are no
// more numbers, and the columns that they are in. Constants: those of rows/team.h, where TEAM is
// WORK_GROUP_SIZE.
#ifndef TOP_K_SHARES_H
#define TOP_K_SHARES_H

#include "rows/team.h"
#include "top_k/keys.h"

// Reads the share of a group that begins at pack `first` of a row and ends before pack `end`.
FUNCTION void load_keys(GLOBAL const real* const row, const uint first, const uint end,
                        key_type* const keys, uint* const places) {
  real share[ITEMS];
  const uint within = load_share(share, row, first, end, 0);
#pragma unroll
  for (uint i = 0; i < ITEMS; ++i) {
    keys[i] = i < within ? key_of(share[i]) : NO_KEY;
    places[i] = PACK_OF(first, i / PACK) * PACK + i % PACK;
  }
}

// Reads the share of a group that begins at `first` of a list of keys and their places, and ends
// before `end`.
FUNCTION void load_listed(GLOBAL const key_type* const key_list,
                          GLOBAL const uint* const place_list, const uint first, const uint end,
                          key_type* const keys, uint* const places) {
#pragma unroll
  for (uint i = 0; i < ITEMS; ++i) {
    const uint k = first + i * WORK_GROUP_SIZE + LOCAL_ID;
    keys[i] = k < end ? key_list[k] : NO_KEY;
    places[i] = k < end ? place_list[k] : 0;
  }
}

#endif
