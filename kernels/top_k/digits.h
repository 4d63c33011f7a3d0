// Radix select: the k-th largest key of a row is found digit by digit, from the highest on (Alabi,
// Blanchard, Gordon, Steinbach, "Fast k-Selection Algorithms for Graphics Processing Units", ACM
// Journal of Experimental Algorithmics 17, 2012). Of each digit, the keys that agree with what is
// known are counted by its values.
//
// Constants: those of top_k/shares.h and group.h, DIGIT_BITS, and REPLICAS (counters of a digit's
// value in a group, which its items take in turn, so that fewer of them meet at the same one). A
// group has at most 32,768 numbers at a time.
#ifndef TOP_K_DIGITS_H
#define TOP_K_DIGITS_H

#include "group.h"
#include "top_k/shares.h"

#define BINS (1u << DIGIT_BITS)
#define PASSES ((REAL_BITS + DIGIT_BITS - 1) / DIGIT_BITS)

// What is known of the k-th largest key: its bits in `mask`, and that it is the left-th largest of
// the keys that have those bits.
typedef struct {
  key_type mask;
  key_type bits;
  uint left;
} search_t;

FUNCTION search_t first_search(const uint k) {
  search_t search;
  search.mask = 0;
  search.bits = 0;
  search.left = k;
  return search;
}

// The lowest bit of a pass's digit. The last digit may have fewer bits than the others.
FUNCTION uint digit_shift(const uint pass) {
  return (pass + 1) * DIGIT_BITS < REAL_BITS ? REAL_BITS - (pass + 1) * DIGIT_BITS : 0;
}

FUNCTION void clear_counts(LOCAL_SPACE uint* const counts) {
  for (uint b = LOCAL_ID; b < BINS * REPLICAS; b += WORK_GROUP_SIZE) counts[b] = 0;
}

// Counts an item's keys that agree with the search by a digit: counts[bin * REPLICAS + replica],
// where the bin of the highest digit comes first.
FUNCTION void count_keys(LOCAL_SPACE uint* const counts, const key_type* const keys,
                         const search_t search, const uint pass) {
#pragma unroll
  for (uint i = 0; i < ITEMS; ++i) {
    if (keys[i] == NO_KEY || (keys[i] & search.mask) != search.bits) continue;
    const uint bin = BINS - 1 - (uint)((keys[i] & ~search.mask) >> digit_shift(pass));
    ATOMIC_ADD(&counts[bin * REPLICAS + LOCAL_ID % REPLICAS], 1u);
  }
}

// Adds up the replicas, into counts[bin]. The sums of some bins are written where counters of bins
// before them were, which have been read.
INLINED void fold_counts(LOCAL_SPACE uint* const counts) {
#if REPLICAS > 1
  for (uint first = 0; first < BINS; first += WORK_GROUP_SIZE) {
    const uint bin = first + LOCAL_ID;
    uint sum = 0;
    for (uint r = 0; bin < BINS && r < REPLICAS; ++r) sum += counts[bin * REPLICAS + r];
    BARRIER();
    if (bin < BINS) counts[bin] = sum;
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
  for (uint bin = LOCAL_ID; bin < BINS; bin += WORK_GROUP_SIZE) {
    const uint before = bin > 0 ? counts[bin - 1] : 0;
    if (before < search.left && search.left <= counts[bin]) {
      found[0] = bin;
      found[1] = before;
    }
  }
  BARRIER();
  next.mask = ~(key_type)0 << digit_shift(pass);
  next.bits = search.bits | (key_type)(BINS - 1 - found[0]) << digit_shift(pass);
  next.left = search.left - found[1];
  return next;
}

// How many of an item's keys are larger than all that agree with the search, in the lower 16 bits,
// and how many agree with it, in the upper ones. At the end of a search, those equal the k-th
// largest.
FUNCTION uint kinds_of(const key_type* const keys, const search_t search) {
  uint kinds = 0;
#pragma unroll
  for (uint i = 0; i < ITEMS; ++i) {
    if (keys[i] == NO_KEY) continue;
    const key_type known = keys[i] & search.mask;
    kinds += known > search.bits ? 1 : known == search.bits ? 0x10000 : 0;
  }
  return kinds;
}

// The places in lists that an item's keys of both kinds have.
typedef struct {
  uint larger;
  uint equal;
} slots_t;

// Places behind those that items of the group took before; *taken, in local memory, is the sum of
// their kinds_of().
FUNCTION slots_t take_slots(LOCAL_SPACE uint* const taken, const uint kinds) {
  const uint before = kinds > 0 ? ATOMIC_ADD(taken, kinds) : 0;
  slots_t slots;
  slots.larger = before & 0xffff;
  slots.equal = before >> 16;
  return slots;
}

// The results of a row: those of k places that are behind these pointers.
typedef struct {
  uint k;
  GLOBAL real* values;
  GLOBAL uint* places;
} results_t;

FUNCTION void store_result(const results_t results, const uint slot, const key_type key,
                           const uint place) {
  results.values[slot] = real_of(key);
  results.places[slot] = place;
}

// At the end of a search: stores those of an item's numbers that are among the k largest. Those
// that equal the k-th largest come last, as many of them as are left.
FUNCTION void store_largest(const results_t results, const key_type* const keys,
                            const uint* const places, const search_t search, slots_t slots) {
#pragma unroll
  for (uint i = 0; i < ITEMS; ++i) {
    if (keys[i] > search.bits) {
      store_result(results, slots.larger++, keys[i], places[i]);
    } else if (keys[i] == search.bits && slots.equal < search.left) {
      store_result(results, results.k - search.left + slots.equal++, keys[i], places[i]);
    }
  }
}

#endif
