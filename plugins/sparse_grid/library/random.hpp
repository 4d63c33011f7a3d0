// Random numbers that are the same for a seed on every platform and standard library, unlike the
// distributions of <random>.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "assay/random.hpp"

namespace sparse_grid {

// xoshiro256** 1.0 (Blackman, Vigna 2018), seeded by SplitMix64 as its authors recommend. `stream`
// separates independent uses of one seed.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t state = seed ^ assay::sdk::split_mix(stream);
    for (auto& word : state_) {
      word = assay::sdk::split_mix(state);
      state += assay::sdk::golden_stride;
    }
  }

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  // Uniform in 0 .. bound - 1, for bound >= 1; rejects values that would favour small numbers.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t limit = bound * (UINT64_MAX / bound);
    std::uint64_t value = next();
    while (value >= limit) value = next();
    return value % bound;
  }

  // Standard normal by Box and Muller; 1 - u keeps the logarithm's argument above 0.
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace sparse_grid
