// The lengths and keys to sort, identical for a seed on every platform.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sort/problem/arguments.hpp"

namespace sorting {

// Returns the offsets, [arrays + 1], from 0 to the total.
std::vector<std::uint64_t> make_offsets(const Arguments& arguments);

// Returns the keys, [total]; see the argument "distribution". Throws ASSAY_INVALID for an unknown
// one.
std::vector<float> make_keys(const Arguments& arguments, std::span<const std::uint64_t> offsets);

// Returns the payloads, [total]: each pair's place in its array.
template <class Payload>
std::vector<Payload> make_payloads(std::span<const std::uint64_t> offsets) {
  std::vector<Payload> payloads(offsets.back());
  for (std::size_t array = 0; array + 1 < offsets.size(); ++array) {
    for (std::uint64_t at = offsets[array]; at < offsets[array + 1]; ++at) {
      payloads[at] = static_cast<Payload>(at - offsets[array]);
    }
  }
  return payloads;
}

}  // namespace sorting
