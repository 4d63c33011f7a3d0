// Pairs of key and payload as all sorts of the family see them. Constants in addition to those of
// the dialect (REAL_BITS = 32, VECTOR_WIDTH = 1):
//   PAYLOAD_BITS     32 or 64
//   CARRY_POSITIONS  1: keys are sorted with their positions in the array, which distinguish equal
//                    keys, so that the sort is stable; 0: with their payloads
#ifndef SORT_PAIRS_H
#define SORT_PAIRS_H

#include "dialect.h"

#if PAYLOAD_BITS == 64
typedef ulong payload_t;
#else
typedef uint payload_t;
#endif
#if CARRY_POSITIONS
typedef uint carried_t;
#else
typedef payload_t carried_t;
#endif

// Converts a key's bits to its rank in the declared order, and back:
// plugins/sort/library/order.hpp.
FUNCTION uint rank_of(const uint bits) {
  const uint turned = (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
  return turned - 0x007fffffu;
}
FUNCTION uint bits_of(const uint rank) {
  const uint turned = rank + 0x007fffffu;
  return (turned & 0x80000000u) != 0 ? turned & 0x7fffffffu : ~turned;
}

// Whether the first pair belongs after the second.
FUNCTION bool is_behind(const uint rank, const carried_t carried, const uint other_rank,
                        const carried_t other_carried) {
#if CARRY_POSITIONS
  return rank > other_rank || (rank == other_rank && carried > other_carried);
#else
  return rank > other_rank;
#endif
}

// Orders the pairs that an item holds at `low` and `high`: the smaller one goes to `low`.
INLINED void order_two(uint* rank, carried_t* carried, const uint low, const uint high) {
  const bool swap = is_behind(rank[low], carried[low], rank[high], carried[high]);
  const uint smaller_rank = swap ? rank[high] : rank[low];
  const carried_t smaller_carried = swap ? carried[high] : carried[low];
  rank[high] = swap ? rank[low] : rank[high];
  carried[high] = swap ? carried[low] : carried[high];
  rank[low] = smaller_rank;
  carried[low] = smaller_carried;
}

#endif
