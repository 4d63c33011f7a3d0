// A tile: neighbouring numbers that a group scans in local memory, so that global memory is read
// and written once, by neighbouring items at neighbouring places, while each item adds up numbers
// that follow one another.
// Constants in addition to those of packs.h and group.h: PACKS, the packs of an item.
#ifndef SCAN_TILE_H
#define SCAN_TILE_H

#include "group.h"
#include "packs.h"

#define ELEMENTS (PACKS * PACK)  // of an item
#define TILE (ELEMENTS * WORK_GROUP_SIZE)

// After every 128 bytes an element is left out, so that items read different banks.
#define PADDED(place) ((place) + (place) / (1024 / REAL_BITS))
#define TILE_ELEMENTS (PADDED(TILE - 1) + 1)

// The sum of all items before this one, and of all, in a local memory of SUM_ELEMENTS elements.
DEFINE_BEFORE(real_sum_before, real, SUM_OF)

// Loads the `left` numbers that there are, at most a tile, with zeros after them.
FUNCTION void load_tile(GLOBAL const real* const from, const ulong left,
                        LOCAL_SPACE real* const tile) {
  if (left >= TILE) {
    pack_t loaded[PACKS];
#pragma unroll
    for (uint p = 0; p < PACKS; ++p) {
      loaded[p] = ((GLOBAL const pack_t*)from)[p * WORK_GROUP_SIZE + LOCAL_ID];
    }
#pragma unroll
    for (uint p = 0; p < PACKS; ++p) {
#pragma unroll
      for (uint i = 0; i < PACK; ++i) {
        tile[PADDED((p * WORK_GROUP_SIZE + LOCAL_ID) * PACK + i)] = loaded[p].at[i];
      }
    }
  } else {
    for (uint i = LOCAL_ID; i < TILE; i += WORK_GROUP_SIZE) {
      tile[PADDED(i)] = i < left ? from[i] : 0;
    }
  }
  BARRIER();
}

FUNCTION void store_tile(LOCAL_SPACE const real* const tile, const ulong left,
                         GLOBAL real* const to) {
  if (left >= TILE) {
#pragma unroll
    for (uint p = 0; p < PACKS; ++p) {
      pack_t stored;
#pragma unroll
      for (uint i = 0; i < PACK; ++i) {
        stored.at[i] = tile[PADDED((p * WORK_GROUP_SIZE + LOCAL_ID) * PACK + i)];
      }
      ((GLOBAL pack_t*)to)[p * WORK_GROUP_SIZE + LOCAL_ID] = stored;
    }
  } else {
    for (uint i = LOCAL_ID; i < left; i += WORK_GROUP_SIZE) to[i] = tile[PADDED(i)];
  }
}

// The sum of the item's own elements.
FUNCTION real sum_of_own(LOCAL_SPACE const real* const tile) {
  real sum = 0;
#pragma unroll
  for (uint e = 0; e < ELEMENTS; ++e) sum += tile[PADDED(LOCAL_ID * ELEMENTS + e)];
  return sum;
}

// Replaces the item's own elements by their prefix sums, which begin with `sum`, the sum of all
// numbers before. The tile is complete for all items when the call ends.
FUNCTION void scan_own(LOCAL_SPACE real* const tile, real sum) {
#pragma unroll
  for (uint e = 0; e < ELEMENTS; ++e) {
    LOCAL_SPACE real* const element = tile + PADDED(LOCAL_ID * ELEMENTS + e);
    sum += *element;
    *element = sum;
  }
  BARRIER();
}

#endif
