#include "framework/tune/strategy/permutation.hpp"

#include <bit>

namespace assay {
namespace {

// The output function of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

}  // namespace

Permutation::Permutation(std::uint64_t size, std::uint64_t seed) : size_(size) {
  const auto bits = static_cast<unsigned>(std::bit_width(size > 0 ? size - 1 : 0));
  half_bits_ = bits < 2 ? 1 : (bits + 1) / 2;
  for (auto& key : keys_) {
    seed += 0x9E3779B97F4A7C15;
    key = mix(seed);
  }
}

std::uint64_t Permutation::operator()(std::uint64_t position) const {
  // The block is less than four times as large as the range: a few rounds of walking at most.
  do {
    position = encrypt(position);
  } while (position >= size_);
  return position;
}

std::uint64_t Permutation::encrypt(std::uint64_t block) const {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  std::uint64_t left = block >> half_bits_;
  std::uint64_t right = block & mask;
  for (const std::uint64_t key : keys_) {
    const std::uint64_t next = left ^ (mix(right ^ key) & mask);
    left = right;
    right = next;
  }
  return left << half_bits_ | right;
}

}  // namespace assay
