// Batcher's bitonic merge sort (1968) in the form in which all comparators point in one direction.
// Phase p merges sorted runs of 2^p elements into runs twice as long: its first step compares each
// element of the lower run with its mirror image in the upper one; the other steps compare elements
// 2^(p-1), 2^(p-2), ..., 1 apart; the smaller one goes to the lower place.
//
// An array of any length n can thus be sorted in place: imagine it padded to a power of two by
// elements that are greater than all others. As every comparator leaves the larger one at the
// higher place, these never move, and comparators that would reach beyond n are omitted. Nothing is
// actually padded, and no key has to be reserved for padding.
//
// A stride of 2^s is called s. Constants in addition to those of pairs.h: WORK_GROUP_SIZE, and
//   ITEM_STRIDES  1 to 4: consecutive strides that an item orders in its registers, on
//                 2^ITEM_STRIDES elements, before it writes them back
#ifndef SORT_NETWORK_H
#define SORT_NETWORK_H

#include "sort/pairs.h"

// `count` consecutive strides of a phase, from 2^top down; `mirrored` if the first of them is the
// phase's first step.
typedef struct {
  uint top;
  uint count;
  bool mirrored;
} strides_t;

// Returns the number of items that order these strides of n elements: each orders 2^count elements.
FUNCTION uint items_of(const strides_t strides, const uint n) {
  const uint blocks = (n + (2u << strides.top) - 1) >> (strides.top + 1);
  return blocks << (strides.top + 1 - strides.count);
}

// Returns the place of an item's j-th element; places ascend with j. If strides are mirrored, the
// upper half of the elements is the mirror image of the lower one.
INLINED uint place_of(const strides_t strides, const uint item, const uint j) {
  const uint gap = strides.top + 1 - strides.count;  // the last stride
  const uint below = (1u << gap) - 1;
  const bool is_image = strides.mirrored && j >= 1u << (strides.count - 1);
  const uint offset = (is_image ? ~item : item) & below;
  return (item >> gap) << (strides.top + 1) | j << gap | offset;
}

// Orders the elements that an item holds; elements at n and beyond do not exist. Indices of held
// elements must be constants once loops are unrolled, otherwise these would not stay in registers.
INLINED void order_held(const strides_t strides, const uint item, const uint n, uint* rank,
                        carried_t* carried) {
  const uint middle = 1u << (strides.count - 1);
  if (strides.mirrored) {
#pragma unroll
    for (uint j = 0; j < middle; ++j) {
      const uint image = 2 * middle - 1 - j;
      if (place_of(strides, item, image) < n) order_two(rank, carried, j, image);
    }
  }
#pragma unroll
  for (uint step = 0; step < strides.count; ++step) {
    const uint bit = middle >> step;
    if (step == 0 && strides.mirrored) continue;
#pragma unroll
    for (uint j = 0; j < 2 * middle; ++j) {
      if ((j & bit) == 0 && place_of(strides, item, j | bit) < n) {
        order_two(rank, carried, j, j | bit);
      }
    }
  }
}

// name(keys, carried, n, strides, item): one item's part of these strides, in a memory whose form
// of keys TO_RANK and FROM_RANK convert. The number of strides becomes one of a few constants.
#define UNROLL _Pragma("unroll")
#define ORDER_COUNT(number, TO_RANK, FROM_RANK)            \
  if (number <= ITEM_STRIDES && strides.count == number) { \
    uint rank[1 << number];                                \
    carried_t value[1 << number];                          \
    strides_t fixed = strides;                             \
    fixed.count = number;                                  \
    UNROLL for (uint j = 0; j < 1u << number; ++j) {       \
      const uint place = place_of(fixed, item, j);         \
      rank[j] = place < n ? TO_RANK(keys[place]) : 0;      \
      value[j] = place < n ? carried[place] : 0;           \
    }                                                      \
    order_held(fixed, item, n, rank, value);               \
    UNROLL for (uint j = 0; j < 1u << number; ++j) {       \
      const uint place = place_of(fixed, item, j);         \
      if (place < n) {                                     \
        keys[place] = FROM_RANK(rank[j]);                  \
        carried[place] = value[j];                         \
      }                                                    \
    }                                                      \
  }
#define DEFINE_ORDER(name, SPACE, TO_RANK, FROM_RANK)                                      \
  FUNCTION void name(SPACE uint* const keys, SPACE carried_t* const carried, const uint n, \
                     const strides_t strides, const uint item) {                           \
    ORDER_COUNT(1, TO_RANK, FROM_RANK)                                                     \
    ORDER_COUNT(2, TO_RANK, FROM_RANK)                                                     \
    ORDER_COUNT(3, TO_RANK, FROM_RANK)                                                     \
    ORDER_COUNT(4, TO_RANK, FROM_RANK)                                                     \
  }
#define AS_IT_IS(rank) (rank)

// Local memory contains ranks, global memory keys.
DEFINE_ORDER(order_local, LOCAL_SPACE, AS_IT_IS, AS_IT_IS)
DEFINE_ORDER(order_global, GLOBAL, rank_of, bits_of)

// Returns the next strides of a phase of which `left` are to be ordered: as many as an item holds,
// but none below `end`.
FUNCTION strides_t next_strides(const uint left, const uint end, const bool mirrored) {
  strides_t strides;
  strides.top = left - 1;
  strides.count = left - end < ITEM_STRIDES ? left - end : ITEM_STRIDES;
  strides.mirrored = mirrored;
  return strides;
}

// Orders the last `left` strides of a phase by a whole group, on n elements in local memory.
FUNCTION void finish_phase(LOCAL_SPACE uint* const ranks, LOCAL_SPACE carried_t* const carried,
                           const uint n, uint left, bool mirrored) {
  while (left > 0) {
    const strides_t strides = next_strides(left, 0, mirrored);
    const uint items = items_of(strides, n);
    for (uint item = LOCAL_ID; item < items; item += WORK_GROUP_SIZE) {
      order_local(ranks, carried, n, strides, item);
    }
    BARRIER();
    left -= strides.count;
    mirrored = false;
  }
}

// Sorts n elements in local memory by a whole group.
FUNCTION void sort_local(LOCAL_SPACE uint* const ranks, LOCAL_SPACE carried_t* const carried,
                         const uint n) {
  for (uint phase = 0; 1u << phase < n; ++phase) finish_phase(ranks, carried, n, phase + 1, true);
}

#endif
