// Random numbers that are the same for a seed on every platform: the C++ standard defines the
// engine's output but not that of its distributions.
#pragma once

#include <cstdint>
#include <random>

namespace compact_grid {

class Random {
 public:
  // `stream` separates independent uses of one seed.
  Random(std::uint64_t seed, std::uint64_t stream) {
    std::seed_seq words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                        static_cast<std::uint32_t>(stream),
                        static_cast<std::uint32_t>(stream >> 32)};
    engine_.seed(words);
  }
  // Uniform in [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  // A number in 0 .. bound - 1; the probabilities differ by a relative bound / 2^64.
  std::uint64_t below(std::uint64_t bound) { return engine_() % bound; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace compact_grid
