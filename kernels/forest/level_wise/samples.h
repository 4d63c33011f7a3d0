// The samples of growing trees, and the attributes that a node tries.
#ifndef FOREST_LEVEL_WISE_SAMPLES_H
#define FOREST_LEVEL_WISE_SAMPLES_H

#include "forest/random.h"
#include "forest/score.h"

// A packed sample of a tree: its label and its weight, the number of draws that it stands for.
#define PACKED_LABEL(sample) ((sample) >> 16)
#define PACKED_WEIGHT(sample) ((sample)&0xffffu)

// Packs the draws of two labels, `first` and first + 1, into one word, so that one sum counts both:
// the weight counts for `label` if that is one of them. one_of_two returns the draws of `label`.
FUNCTION ulong as_one_of_two(const uint label, const uint first, const uint weight) {
  return label == first ? weight : label == first + 1 ? (ulong)weight << 32 : 0;
}
FUNCTION uint one_of_two(const ulong draws, const uint label, const uint first) {
  return (uint)(label == first ? draws : draws >> 32);
}

// Returns number `place` of the attributes that a node tries; NO_ATTRIBUTE after the last. If all
// are tried at once, their order does not matter.
FUNCTION uint tried_attribute(const uint seed, const uint tree, const ulong key,
                              const uint attributes, const uint tried, const uint place) {
  if (place >= attributes) return NO_ATTRIBUTE;
  return tried == attributes ? place : attribute_at(seed, tree, key, attributes, place);
}

#endif
