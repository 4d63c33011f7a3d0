// Rows of a matrix on a device. A team of TEAM work items has one row at a time, or a part of one;
// a group has WORK_GROUP_SIZE / TEAM teams. Here is how a team reads and writes, and how it learns
// the sum or the maximum of what its items have.
//
// Constants in addition to those of packs.h (VECTOR_WIDTH is 1): WORK_GROUP_SIZE, for CUDA a
// multiple of 32; TEAM, a power of two that divides it; ITEMS, the elements that an item has in
// registers, of which PACK is a divisor, as of the length of the rows.
#ifndef ROWS_TEAM_H
#define ROWS_TEAM_H

#include "packs.h"

#define TEAMS (WORK_GROUP_SIZE / TEAM)
#define TEAM_ID (LOCAL_ID / TEAM)  // in its group
#define MEMBER (LOCAL_ID % TEAM)   // the number of an item in its team

#if REAL_BITS == 64
#define MINUS_INFINITY AS_REAL((BITS_TYPE)0xfff0000000000000UL)
#define LOWEST (-1.7976931348623157e308)  // of the finite numbers
#else
#define MINUS_INFINITY AS_REAL((BITS_TYPE)0xff800000U)
#define LOWEST (-3.40282347e38F)
#endif

FUNCTION pack_t load_pack(GLOBAL const real* const row, const uint pack) {
  return ((GLOBAL const pack_t*)row)[pack];
}
FUNCTION void store_pack(const pack_t value, GLOBAL real* const row, const uint pack) {
  ((GLOBAL pack_t*)row)[pack] = value;
}

// The place in a row of an item's k-th pack, if the team begins at pack `first`: neighbouring items
// have neighbouring packs.
#define PACK_OF(first, k) ((first) + (k)*TEAM + MEMBER)
// The packs that a team has at a time.
#define TEAM_PACKS (TEAM * (ITEMS / PACK))

// Reads an item's elements of the packs first .. end - 1 into share[ITEMS], `pad` in place of those
// beyond. Returns how many of them lie within; they come first.
FUNCTION uint load_share(real* const share, GLOBAL const real* const row, const uint first,
                         const uint end, const real pad) {
  uint within = 0;
#pragma unroll
  for (uint k = 0; k < ITEMS / PACK; ++k) {
    const bool is_within = PACK_OF(first, k) < end;
    pack_t loaded;
    if (is_within) loaded = load_pack(row, PACK_OF(first, k));
#pragma unroll
    for (uint v = 0; v < PACK; ++v) share[k * PACK + v] = is_within ? loaded.at[v] : pad;
    within += is_within ? PACK : 0;
  }
  return within;
}

// Writes an item's elements of the packs first .. end - 1.
FUNCTION void store_share(const real* const share, GLOBAL real* const row, const uint first,
                          const uint end) {
#pragma unroll
  for (uint k = 0; k < ITEMS / PACK; ++k) {
    pack_t stored;
#pragma unroll
    for (uint v = 0; v < PACK; ++v) stored.at[v] = share[k * PACK + v];
    if (PACK_OF(first, k) < end) store_pack(stored, row, PACK_OF(first, k));
  }
}

// name(partials, value): combines the values of a team's items; each of them gets the same bits.
// `partials` has PARTIALS elements in local memory. All items of the group must call it; it
// contains its own barriers. Like all functions that call it, it is inlined, since compilers for
// CPUs must see the barriers in the kernel itself.
//
// Items are combined in blocks of 32, and then blocks are combined. In CUDA a block is a warp; in
// OpenCL its first item reads what the others have: that needs few barriers, each of which CPU
// compilers turn into loops over items.
#define BLOCK (TEAM < 32 ? TEAM : 32)
#define BLOCKS (TEAM / BLOCK)
#ifdef __OPENCL_VERSION__
#define PARTIALS (WORK_GROUP_SIZE + WORK_GROUP_SIZE / BLOCK)
#define DEFINE_OF_TEAM(name, combine)                                                      \
  INLINED real name(LOCAL_SPACE real* const partials, const real value) {                  \
    BARRIER();                                                                             \
    partials[LOCAL_ID] = value;                                                            \
    BARRIER();                                                                             \
    LOCAL_SPACE real* const of_blocks = partials + WORK_GROUP_SIZE;                        \
    if (LOCAL_ID % BLOCK == 0) {                                                           \
      real all = value;                                                                    \
      for (uint i = 1; i < BLOCK; ++i) all = combine(all, partials[LOCAL_ID + i]);         \
      of_blocks[LOCAL_ID / BLOCK] = all;                                                   \
    }                                                                                      \
    BARRIER();                                                                             \
    real all = of_blocks[TEAM_ID * BLOCKS];                                                \
    for (uint b = 1; b < BLOCKS; ++b) all = combine(all, of_blocks[TEAM_ID * BLOCKS + b]); \
    return all;                                                                            \
  }
#else
#define PARTIALS (WORK_GROUP_SIZE / 32)
// Combines the values of each `count` neighbouring lanes, a power of two.
#define DEFINE_OF_LANES(name, combine)                                       \
  FUNCTION real name(real value, const uint count) {                         \
    for (uint distance = count / 2; distance > 0; distance /= 2) {           \
      value = combine(value, __shfl_xor_sync(0xffffffffu, value, distance)); \
    }                                                                        \
    return value;                                                            \
  }
#define DEFINE_OF_TEAM(name, combine)                                     \
  DEFINE_OF_LANES(name##_of_lanes, combine)                               \
  FUNCTION real name(real* const partials, const real value) {            \
    const real of_block = name##_of_lanes(value, BLOCK);                  \
    if (BLOCKS == 1) return of_block;                                     \
    BARRIER();                                                            \
    if (LOCAL_ID % 32 == 0) partials[LOCAL_ID / 32] = of_block;           \
    BARRIER();                                                            \
    const real of_other = partials[TEAM_ID * BLOCKS + LOCAL_ID % BLOCKS]; \
    return name##_of_lanes(of_other, BLOCKS);                             \
  }
#endif
#define ADDED(a, b) ((a) + (b))
DEFINE_OF_TEAM(sum_of_team, ADDED)
DEFINE_OF_TEAM(greatest_of_team, fmax)  // NaN only if all are

#endif
