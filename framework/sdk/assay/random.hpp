// Pseudorandom numbers that are the same on every machine, computable at any place of their
// sequence.
#pragma once

#include <cstdint>

namespace assay::sdk {

// The distance between seeds of SplitMix64: 2^64 divided by the golden ratio.
inline constexpr std::uint64_t golden_stride = 0x9e3779b97f4a7c15U;

// The output function of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
// generators", OOPSLA 2014): a bijection after which each bit depends on all.
constexpr std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  return bits ^ (bits >> 31U);
}

// The output of SplitMix64 in the state `seed`.
constexpr std::uint64_t split_mix(std::uint64_t seed) { return mixed(seed + golden_stride); }

}  // namespace assay::sdk
