// Radix select: the K-th largest key of a row is found digit by digit, from the highest on. Of each
// digit, the keys that agree with what is known are counted by their values.
//
// Constants: those of rows/parts.h and group.h, K, DIGIT_BITS, and REPLICAS (counters of a digit's
// value in a group, which its items take in turn, so that fewer of them meet at the same one).
#ifndef TOP_K_DIGITS_H
#define TOP_K_DIGITS_H

#include "group.h"
#include "rows/parts.h"
#include "top_k/keys.h"

#define BINS (1u << DIGIT_BITS)
#define PASSES ((REAL_BITS + DIGIT_BITS - 1) / DIGIT_BITS)

// What is known of the K-th largest key: its bits in `mask`, and that it is the left-th largest of
// the keys that have those bits.
typedef struct {
  key_type mask;
  key_type bits;
  uint left;
} search_t;

FUNCTION search_t first_search(void) {
  search_t search;
  search.mask = 0;
  search.bits = 0;
  search.left = K;
  return search;
}

// The lowest bit of a pass's digit. The last digit may have fewer bits than the others.
FUNCTION uint digit_shift(const uint pass) {
  return (pass + 1) * DIGIT_BITS < REAL_BITS ? REAL_BITS - (pass + 1) * DIGIT_BITS : 0;
}

// The number of a key's bin: that of the highest digit comes first. Bits that are known are the
// same in all keys that are counted.
FUNCTION uint bin_of(const key_type key, const search_t search, const uint pass) {
  return BINS - 1 - (uint)((key & ~search.mask) >> digit_shift(pass));
}

FUNCTION void clear_counts(LOCAL_SPACE uint* const counts) {
  for (uint b = LOCAL_ID; b < BINS * REPLICAS; b += WORK_GROUP_SIZE) counts[b] = 0;
}

// Counts the keys of the group's part of a row: counts[bin * REPLICAS + replica].
FUNCTION void count_part(LOCAL_SPACE uint* const counts, GLOBAL const real* const row,
                         const part_t part, const search_t search, const uint pass) {
  for (uint first = part.begin; first < part.end; first += TEAM_PACKS) {
    real share[ITEMS];
    const uint within = load_share(share, row, first, part.end, 0);
#pragma unroll
    for (uint i = 0; i < ITEMS; ++i) {
      const key_type key = key_of(share[i]);
      if (i < within && (key & search.mask) == search.bits) {
        ATOMIC_ADD(&counts[bin_of(key, search, pass) * REPLICAS + LOCAL_ID % REPLICAS], 1u);
      }
    }
  }
}

// Adds up the replicas, into counts[bin]. An item adds up neighbouring bins, whose sums lie at or
// before what it still has to read, but not before what others have: hence the barrier.
INLINED void fold_counts(LOCAL_SPACE uint* const counts) {
#if REPLICAS > 1
  for (uint first = 0; first < BINS; first += WORK_GROUP_SIZE) {
    const uint b = first + LOCAL_ID;
    uint sum = 0;
    for (uint r = 0; b < BINS && r < REPLICAS; ++r) sum += counts[b * REPLICAS + r];
    BARRIER();
    if (b < BINS) counts[b] = sum;
    BARRIER();
  }
#endif
}

// Takes the digit of a pass from the counts of all keys of the row, counts[bin], which are
// overwritten. `memory` is for group.h, `found` has two elements in local memory.
INLINED search_t narrowed(const search_t search, const uint pass, LOCAL_SPACE uint* const counts,
                          LOCAL_SPACE uint* const memory, LOCAL_SPACE uint* const found) {
  search_t next;
  scan(memory, counts, BINS, false);
  for (uint b = LOCAL_ID; b < BINS; b += WORK_GROUP_SIZE) {
    const uint before = b > 0 ? counts[b - 1] : 0;
    if (before < search.left && search.left <= counts[b]) {
      found[0] = b;
      found[1] = before;
    }
  }
  BARRIER();
  next.mask = ~(key_type)0 << digit_shift(pass);
  next.bits = search.bits | (key_type)(BINS - 1 - found[0]) << digit_shift(pass);
  next.left = search.left - found[1];
  return next;
}

// Writes the numbers of the part that are among the K largest of the row. At the end of a search,
// `bits` is the K-th largest key, of whose equals `left` are wanted: they come last.
//   taken  the row's counts of larger keys and of equal ones that were written, 0 at first
FUNCTION void store_part(GLOBAL const real* const row, const part_t part, const search_t search,
                         GLOBAL uint* const taken, GLOBAL real* RESTRICT const values,
                         GLOBAL uint* RESTRICT const places) {
  volatile GLOBAL const uint* const equals_taken = taken + 1;
  for (uint first = part.begin; first < part.end; first += TEAM_PACKS) {
    real share[ITEMS];
    const uint within = load_share(share, row, first, part.end, 0);
#pragma unroll
    for (uint i = 0; i < ITEMS; ++i) {
      const key_type key = key_of(share[i]);
      if (i >= within || key < search.bits) continue;
      const bool is_equal = key == search.bits;
      if (is_equal && equals_taken[0] >= search.left) continue;  // saves most atomic operations
      uint slot = ATOMIC_ADD(&taken[is_equal ? 1 : 0], 1u);
      if (is_equal && slot >= search.left) continue;
      if (is_equal) slot += K - search.left;
      values[part.row * K + slot] = share[i];
      places[part.row * K + slot] = PACK_OF(first, i / PACK) * PACK + i % PACK;
    }
  }
}

#endif
