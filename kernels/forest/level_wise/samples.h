// Samples of trees while they grow, and what a node tries of their attributes.
#ifndef FOREST_LEVEL_WISE_SAMPLES_H
#define FOREST_LEVEL_WISE_SAMPLES_H

#include "forest/random.h"
#include "forest/score.h"

// A sample of a tree: its label and its weight, the number of draws that it stands for.
#define PACKED_LABEL(sample) ((sample) >> 16)
#define PACKED_WEIGHT(sample) ((sample)&0xffffu)

// Draws of two labels side by side, so that one sum counts both: of `label`, if it is `first` or
// the one after it.
FUNCTION ulong as_one_of_two(const uint label, const uint first, const uint weight) {
  return label == first ? weight : label == first + 1 ? (ulong)weight << 32 : 0;
}
FUNCTION uint one_of_two(const ulong draws, const uint label, const uint first) {
  return (uint)(label == first ? draws : draws >> 32);
}

// Number `place` of the attributes that a node tries; NO_ATTRIBUTE behind the last. Where all are
// tried at once their order does not count.
FUNCTION uint tried_attribute(const uint seed, const uint tree, const ulong key,
                              const uint attributes, const uint tried, const uint place) {
  if (place >= attributes) return NO_ATTRIBUTE;
  return tried == attributes ? place : attribute_at(seed, tree, key, attributes, place);
}

#endif
