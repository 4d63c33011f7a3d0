#include "framework/core/digest.hpp"

#include <cstring>
#include <random>

#include "framework/core/shares.hpp"

namespace assay {
namespace {

// Odd numbers, so that multiplication by them is a bijection: the golden ratio, and two factors of
// SplitMix64 (Steele, Lea, Flood 2014). framework/device/digest_kernel.cpp repeats them in device
// code.
constexpr std::uint64_t golden_stride = 0x9E3779B97F4A7C15;
constexpr std::uint64_t first_factor = 0xBF58476D1CE4E5B9;
constexpr std::uint64_t second_factor = 0x94D049BB133111EB;

std::uint64_t term(std::uint64_t word, std::uint64_t number, std::uint64_t seed) {
  std::uint64_t mixed = word ^ (seed + (number + 1) * golden_stride);
  mixed *= first_factor;
  mixed ^= mixed >> 32U;
  mixed *= second_factor;
  return mixed ^ (mixed >> 29U);
}

}  // namespace

std::uint64_t digest_terms(std::span<const std::byte> bytes, std::uint64_t first,
                           std::uint64_t seed) {
  constexpr std::size_t width = sizeof(std::uint64_t);
  const std::size_t words = bytes.size() / width;
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < words; ++k) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + k * width, width);
    sum += term(word, first + k, seed);
  }
  if (const auto rest = bytes.subspan(words * width); !rest.empty()) {
    std::uint64_t word = 0;
    std::memcpy(&word, rest.data(), rest.size());
    sum += term(word, first + words, seed);
  }
  return sum;
}

std::uint64_t digest_of_size(std::uint64_t bytes, std::uint64_t seed) {
  return term(bytes, ~std::uint64_t{0} - 1, seed);
}

std::uint64_t digest(std::span<const std::byte> bytes, std::uint64_t seed) {
  constexpr std::size_t fewest = std::size_t{1} << 20U;  // a whole number of words
  std::uint64_t sum = digest_of_size(bytes.size(), seed);
  share_out(
      bytes.size(), fewest,
      [&](std::size_t first, std::size_t last) {
        return digest_terms(bytes.subspan(first, last - first), first / sizeof(std::uint64_t),
                            seed);
      },
      [&](std::uint64_t terms) { sum += terms; });
  return sum;
}

std::uint64_t drawn_seed() {
  std::random_device source;
  return (std::uint64_t{source()} << 32U) | source();
}

}  // namespace assay
