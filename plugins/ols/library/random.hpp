// Random numbers by position: identical on every machine and in any order of calls.
#pragma once

#include <cstdint>

#include "assay/random.hpp"

namespace ols {

// Well mixed bits for each pair of a seed and a position.
inline std::uint64_t random_bits(std::uint64_t seed, std::uint64_t position) {
  return assay::sdk::mixed((seed + 1) * 0xD1342543DE82EF95U +
                           (position + 1) * assay::sdk::golden_stride);
}

// A uniform number in [-1, 1).
inline double random_unit(std::uint64_t seed, std::uint64_t position) {
  return static_cast<double>(random_bits(seed, position) >> 11U) * 0x1p-52 - 1;
}

// A uniform integer among -most ... most.
inline std::int64_t random_integer(std::uint64_t seed, std::uint64_t position, std::int64_t most) {
  const auto span = static_cast<std::uint64_t>(2 * most + 1);
  return static_cast<std::int64_t>(random_bits(seed, position) % span) - most;
}

}  // namespace ols
