// Whether pairs are sorted, proved without a reference: keys of each array in order, payloads that
// are a permutation of its places, and at each place the very key that the payload names. As only
// keys of the same bits are equal, there is no tolerance.
#pragma once

#include <cstdint>
#include <span>

#include "assay/plugin.hpp"

namespace sorting {

template <class Payload>
struct Sorted {
  std::span<const float> keys;         // unsorted
  std::span<const float> sorted_keys;  // of the same size
  std::span<const Payload> sorted_payloads;
  std::span<const std::uint64_t> offsets;
};

// Error 0, or infinity with the first fault's place. Where `stable`, pairs of equal keys must come
// in the order of their payloads.
template <class Payload>
assay::sdk::Finding judge(const Sorted<Payload>& pairs, bool stable);

}  // namespace sorting
