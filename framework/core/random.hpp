#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <span>
#include <utility>

namespace assay {

// Random draws that are the same with every standard library, which those of <random> are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}

  [[nodiscard]] std::uint64_t bits() { return bits_(); }
  // A number from 0 to count - 1. Requires count > 0; the remainder's bias is below count / 2^64.
  [[nodiscard]] std::size_t below(std::size_t count) { return bits_() % count; }
  // A uniformly distributed number in [0, 1).
  [[nodiscard]] double uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  [[nodiscard]] bool chance(double probability) { return uniform() < probability; }
  // An exponentially distributed number with mean 1.
  [[nodiscard]] double exponential() { return -std::log1p(-uniform()); }
  // A normally distributed number with mean 0 and standard deviation 1 (Box and Muller 1958).
  [[nodiscard]] double normal() {
    const double radius = std::sqrt(2 * exponential());
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }
  // Shuffles `values` so that every order is equally likely (Fisher and Yates).
  template <class T>
  void shuffle(std::span<T> values) {
    for (std::size_t k = values.size(); k > 1; --k) std::swap(values[k - 1], values[below(k)]);
  }

 private:
  std::mt19937_64 bits_;
};

}  // namespace assay
