// A group sorts up to ELEMENTS * WORK_GROUP_SIZE pairs in registers and local memory, digit by
// digit from the lowest: all pairs are in registers when they are moved to their places in local
// memory, so that one place for each pair is enough there. For arrays, or parts of arrays, with
// fewer pairs, warps have fewer rows. CUDA only. Constants: those of digits.h.
#ifndef SORT_GROUP_SORT_H
#define SORT_GROUP_SORT_H

#include "sort/digits.h"

// A group's pairs in local memory, in the order of their places.
typedef struct {
  LOCAL_SPACE uint* ranks;
  LOCAL_SPACE carried_t* carried;
} local_pairs_t;

// Loads the pairs from `first` on of an array of n. Places after the array's end get the highest
// rank, and remain after keys of that rank since sorts are stable.
FUNCTION void load_pairs(GLOBAL const uint* const array_keys,
                         GLOBAL const payload_t* const array_payloads, const uint first,
                         const uint n, const uint rows, uint* const rank,
                         carried_t* const carried) {
  const uint own = first + place_of_row(0, rows);
  GLOBAL const uint* const keys = array_keys + own;
  GLOBAL const payload_t* const payloads = array_payloads + own;
#pragma unroll
  for (uint i = 0; i < ELEMENTS; ++i) {
    const bool is_there = i < rows && own + 32 * i < n;
    rank[i] = is_there ? keys[32 * i] : 0;
#if CARRY_POSITIONS
    carried[i] = own + 32 * i;
#else
    carried[i] = is_there ? payloads[32 * i] : 0;
#endif
  }
#pragma unroll
  for (uint i = 0; i < ELEMENTS; ++i) rank[i] = own + 32 * i < n ? rank_of(rank[i]) : 0xffffffffu;
}

// Stores sorted pairs to the array. `unsorted`: the array's unsorted payloads; read only if
// positions are carried.
FUNCTION void store_pairs(const uint* const rank, const carried_t* const carried, const uint first,
                          const uint n, const uint rows, GLOBAL const payload_t* const unsorted,
                          GLOBAL uint* const array_keys, GLOBAL payload_t* const array_payloads) {
  const uint own = first + place_of_row(0, rows);
  GLOBAL uint* const keys = array_keys + own;
  GLOBAL payload_t* const payloads = array_payloads + own;
#pragma unroll
  for (uint i = 0; i < ELEMENTS; ++i) {
    if (i >= rows || own + 32 * i >= n) continue;
    keys[32 * i] = bits_of(rank[i]);
#if CARRY_POSITIONS
    payloads[32 * i] = unsorted[carried[i]];
#else
    payloads[32 * i] = carried[i];
#endif
  }
}

// Loads the own rows of pairs from local memory; neighbouring rows are `stride` places apart.
FUNCTION void take_rows(const local_pairs_t pairs, const uint own, const uint stride,
                        const uint rows, uint* const rank, carried_t* const carried) {
  LOCAL_SPACE const uint* const ranks = pairs.ranks + own;
  LOCAL_SPACE const carried_t* const all_carried = pairs.carried + own;
#pragma unroll
  for (uint i = 0; i < ELEMENTS; ++i) {
    if (i >= rows) break;
    rank[i] = ranks[stride * i];
    carried[i] = all_carried[stride * i];
  }
}

// Sorts by one digit: one pass over the first `rows` rows of each warp.
FUNCTION void sort_digit(const digit_counts_t counts, uint* const rank, carried_t* const carried,
                         const uint shift, const uint rows, const local_pairs_t pairs) {
  count_digits(counts, rank, shift, rows);
  BARRIER();
  uint own[OWN_DIGITS];
  total_of_digits(counts, own);
  place_digits(counts, own);
  BARRIER();
  scatter_by_digit(counts, rank, carried, shift, rows, pairs.ranks, pairs.carried);
  BARRIER();
  take_rows(pairs, place_of_row(0, rows), 32, rows, rank, carried);
}

// Sorts the group's pairs, `rows` rows of each warp, in registers and local memory.
FUNCTION void sort_in_group(const digit_counts_t counts, uint* const rank, carried_t* const carried,
                            const uint rows, const local_pairs_t pairs) {
#pragma unroll 1
  for (uint shift = 0; shift < 32; shift += DIGIT_BITS) {
    sort_digit(counts, rank, carried, shift, rows, pairs);
  }
}

#endif
