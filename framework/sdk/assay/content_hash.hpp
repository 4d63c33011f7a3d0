// A hash of contents: for keys of the host's cache, and for comparing results.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include "assay/random.hpp"

namespace assay::sdk {

// A hash of 128 bits: two hashes of 64 bits side by side, of words in their order. It does not
// protect against somebody who searches for collisions.
class ContentHash {
 public:
  void add(std::integral auto word) { add_word(static_cast<std::uint64_t>(word)); }
  void add(double value) { add_word(std::bit_cast<std::uint64_t>(value)); }
  // Adds the number of values, and the bits of each, which are at most 64.
  template <class T>
  requires std::is_arithmetic_v<T>
  void add_all(std::span<const T> values) {
    add(values.size());
    for (const T value : values) add_word(bits_of(value));
  }

  // The hash as 32 hexadecimal digits.
  [[nodiscard]] std::string text() const { return hex(high_) + hex(low_); }

 private:
  void add_word(std::uint64_t word) {
    low_ = split_mix(low_ ^ word);
    high_ = mixed(high_ + std::rotl(word, 32) + 0xd1342543de82ef95U);
  }
  template <class T>
  static std::uint64_t bits_of(T value) {
    if constexpr (std::is_same_v<T, float>) return std::bit_cast<std::uint32_t>(value);
    if constexpr (std::is_same_v<T, double>) return std::bit_cast<std::uint64_t>(value);
    if constexpr (std::is_integral_v<T>) return static_cast<std::make_unsigned_t<T>>(value);
  }
  static std::string hex(std::uint64_t bits) {
    std::string digits(16, '0');
    for (std::size_t k = digits.size(); k-- > 0; bits >>= 4U) {
      digits[k] = "0123456789abcdef"[bits & 15U];
    }
    return digits;
  }

  std::uint64_t low_ = 1;
  std::uint64_t high_ = 2;
};

}  // namespace assay::sdk
