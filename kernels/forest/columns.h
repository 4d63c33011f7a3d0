// Columns as codes, and samples of trees, as the trainers of codes see them. Constants:
//   CODE_BITS  8, 16 or 32
//   BY_ROW     1: codes [samples][attributes]; 0: [attributes][samples]
//   BINNED     1: codes are bins, 0: ranks among a column's distinct values
#ifndef FOREST_COLUMNS_H
#define FOREST_COLUMNS_H

#include "forest/random.h"
#include "forest/score.h"
#include "forest/threshold.h"

#if CODE_BITS == 8
typedef unsigned char code_t;
#elif CODE_BITS == 16
typedef unsigned short code_t;
#else
typedef uint code_t;
#endif

FUNCTION size_t code_place(const uint attribute, const uint row, const uint attributes,
                           const uint samples) {
#if BY_ROW
  return (size_t)row * attributes + attribute;
#else
  return (size_t)attribute * samples + row;
#endif
}

// Places for edges in each column's row of them.
#define MOST_BINS 256

// The threshold between neighbouring codes of a node.
//   values  [attributes][samples]: a column's distinct values in rising order
//   edges   [attributes][MOST_BINS]: the ranks of the values below them; not read unless binned
FUNCTION float threshold_between(GLOBAL const float* values, GLOBAL const uint* edges,
                                 const uint attribute, const uint samples, const uint low,
                                 const uint high) {
  GLOBAL const float* const column = values + (size_t)attribute * samples;
#if BINNED
  (void)high;
  const uint below = edges[attribute * MOST_BINS + low];
  return midpoint(column[below], column[below + 1]);
#else
  (void)edges;
  return midpoint(column[low], column[high]);
#endif
}

// A sample of a tree: its label and its weight, the number of draws that it stands for.
#define PACKED_LABEL(sample) ((sample) >> 16)
#define PACKED_WEIGHT(sample) ((sample)&0xffffu)

// Number `place` of the attributes that a node tries; NO_ATTRIBUTE behind the last. Where all are
// tried at once their order does not count.
FUNCTION uint tried_attribute(const uint seed, const uint tree, const ulong key,
                              const uint attributes, const uint tried, const uint place) {
  if (place >= attributes) return NO_ATTRIBUTE;
  return tried == attributes ? place : attribute_at(seed, tree, key, attributes, place);
}

#endif
