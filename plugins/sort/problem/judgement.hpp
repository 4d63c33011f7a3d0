// Checks without a reference that pairs are sorted: the keys of each array are in order, the
// payloads are a permutation of its places, and each key is the one that its payload names. As only
// keys of equal bits are equal, there is no tolerance.
#pragma once

#include <cstdint>
#include <span>

#include "assay/plugin.hpp"

namespace sorting {

template <class Payload>
struct Sorted {
  std::span<const float> keys;         // unsorted
  std::span<const float> sorted_keys;  // as many as keys
  std::span<const Payload> sorted_payloads;
  std::span<const std::uint64_t> offsets;
};

// Returns error 0, or infinity with the place of the first fault. With `stable`, pairs of equal
// keys must be in the order of their payloads.
template <class Payload>
assay::sdk::Finding judge(const Sorted<Payload>& pairs, bool stable);

}  // namespace sorting
