// Tiles: TILE consecutive elements of an array (fewer at its end) that a group orders in local
// memory. Constants in addition to those of network.h: TILE_STRIDES, TILE = 2^TILE_STRIDES.
#ifndef SORT_TILES_H
#define SORT_TILES_H

#include "sort/network.h"

#define TILE (1u << TILE_STRIDES)

// A tile in local memory. An item stores the elements that it loads: no barrier is needed between
// storing a tile and loading the next.
typedef struct {
  LOCAL_SPACE uint* ranks;
  LOCAL_SPACE carried_t* carried;
  uint first;  // in its array
  uint count;
} tile_t;

// Returns a tile in `memory`, which has room for TILE ranks and as many carried.
FUNCTION tile_t tile_of(LOCAL_SPACE ulong* const memory, const uint number, const uint n) {
  tile_t tile;
  tile.carried = (LOCAL_SPACE carried_t*)memory;
  tile.ranks = (LOCAL_SPACE uint*)(tile.carried + TILE);
  tile.first = number * TILE < n ? number * TILE : n;
  tile.count = n - tile.first < TILE ? n - tile.first : TILE;
  return tile;
}

FUNCTION void load_tile(const tile_t tile, GLOBAL const uint* const keys,
                        GLOBAL const carried_t* const carried) {
  for (uint i = LOCAL_ID; i < tile.count; i += WORK_GROUP_SIZE) {
    tile.ranks[i] = rank_of(keys[tile.first + i]);
    tile.carried[i] = carried[tile.first + i];
  }
  BARRIER();
}

FUNCTION void store_tile(const tile_t tile, GLOBAL uint* const keys,
                         GLOBAL carried_t* const carried) {
  for (uint i = LOCAL_ID; i < tile.count; i += WORK_GROUP_SIZE) {
    keys[tile.first + i] = bits_of(tile.ranks[i]);
    carried[tile.first + i] = tile.carried[i];
  }
}

// Orders all phases that do not reach beyond the tile; positions are carried from here on.
FUNCTION void sort_tile(const tile_t tile, GLOBAL uint* const keys,
                        GLOBAL carried_t* const carried) {
  for (uint i = LOCAL_ID; i < tile.count; i += WORK_GROUP_SIZE) {
    tile.ranks[i] = rank_of(keys[tile.first + i]);
#if CARRY_POSITIONS
    tile.carried[i] = tile.first + i;
#else
    tile.carried[i] = carried[tile.first + i];
#endif
  }
  BARRIER();
  sort_local(tile.ranks, tile.carried, tile.count);
  store_tile(tile, keys, carried);
}

// Orders the last TILE_STRIDES strides of a longer phase.
FUNCTION void merge_tile(const tile_t tile, GLOBAL uint* const keys,
                         GLOBAL carried_t* const carried) {
  load_tile(tile, keys, carried);
  finish_phase(tile.ranks, tile.carried, tile.count, TILE_STRIDES, false);
  store_tile(tile, keys, carried);
}

// Sorts n elements of global memory in place by a whole group: strides that fit into a tile in
// local memory, longer ones in global memory. `memory`: TILE ranks and carried. Elements are
// complete when the call begins and when it ends.
FUNCTION void sort_by_tiles(GLOBAL uint* const keys, GLOBAL carried_t* const carried, const uint n,
                            LOCAL_SPACE ulong* const memory) {
  const uint tiles = (n + TILE - 1) / TILE;
  for (uint t = 0; t < tiles; ++t) sort_tile(tile_of(memory, t, n), keys, carried);
  GLOBAL_BARRIER();
  for (uint phase = TILE_STRIDES; 1u << phase < n; ++phase) {
    for (uint left = phase + 1; left > TILE_STRIDES;) {
      const strides_t strides = next_strides(left, TILE_STRIDES, left == phase + 1);
      const uint items = items_of(strides, n);
      for (uint item = LOCAL_ID; item < items; item += WORK_GROUP_SIZE) {
        order_global(keys, carried, n, strides, item);
      }
      GLOBAL_BARRIER();
      left -= strides.count;
    }
    for (uint t = 0; t < tiles; ++t) merge_tile(tile_of(memory, t, n), keys, carried);
    GLOBAL_BARRIER();
  }
}

#endif
