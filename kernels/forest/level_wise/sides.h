// The sides to which the samples of a tree belong, below the nodes that split: 1 is the right
// child. As bits, a tree's sides fit into a first-level cache, from which every list reads them by
// row; as bytes, they are written without atomic operations. Constant: SIDE_BITS, 1 or 8.
#ifndef FOREST_LEVEL_WISE_SIDES_H
#define FOREST_LEVEL_WISE_SIDES_H

#include "dialect.h"

#if SIDE_BITS == 1
typedef uint side_t;
#else
typedef unsigned char side_t;
#endif

// Returns the number of elements for a tree of so many samples.
FUNCTION size_t sides_of_tree(const uint samples) {
  return SIDE_BITS == 1 ? (samples + 31) / 32 : samples;
}

FUNCTION void put_side(GLOBAL side_t* const of_tree, const uint row, const uint side) {
#if SIDE_BITS == 1
  const uint bit = 1u << row % 32;
  if (side != 0) {
    ATOMIC_OR(of_tree + row / 32, bit);
  } else {
    ATOMIC_AND(of_tree + row / 32, ~bit);
  }
#else
  of_tree[row] = (side_t)side;
#endif
}

FUNCTION uint side_of(GLOBAL const side_t* const of_tree, const uint row) {
#if SIDE_BITS == 1
  return of_tree[row / 32] >> row % 32 & 1;
#else
  return of_tree[row];
#endif
}

#endif
