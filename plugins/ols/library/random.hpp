// Random numbers by position: the same on every machine, in whatever order they are asked for.
#pragma once

#include <cstdint>

namespace ols {

// SplitMix64 (Steele, Lea, Flood 2014): well mixed bits for each pair of a seed and a position.
inline std::uint64_t random_bits(std::uint64_t seed, std::uint64_t position) {
  std::uint64_t z = (seed + 1) * 0xD1342543DE82EF95U + (position + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

// Uniform in [-1, 1).
inline double random_unit(std::uint64_t seed, std::uint64_t position) {
  return static_cast<double>(random_bits(seed, position) >> 11U) * 0x1p-52 - 1;
}

// Uniform among -most ... most.
inline std::int64_t random_integer(std::uint64_t seed, std::uint64_t position, std::int64_t most) {
  const auto span = static_cast<std::uint64_t>(2 * most + 1);
  return static_cast<std::int64_t>(random_bits(seed, position) % span) - most;
}

}  // namespace ols
