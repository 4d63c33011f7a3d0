// A hash of 128 bits of what something consists of: for keys of caches, and to compare forests.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <span>
#include <string>

#include "forest/library/random.hpp"

namespace forest {

// Two independent hashes of 64 bits side by side, of words in their order.
class ContentHash {
 public:
  void add(std::uint64_t word) {
    low_ = child_key(low_ ^ word, false);
    high_ = child_key(high_ + std::rotl(word, 32), true);
  }
  // Their number and each of them; T is float or an integer of up to 32 bits.
  template <class T>
  void add_all(std::span<const T> values) {
    add(std::uint64_t{values.size()});
    for (const T value : values) add(std::uint64_t{std::bit_cast<std::uint32_t>(value)});
  }
  void add_text(const std::string& text) {
    add(std::uint64_t{text.size()});
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  }
  [[nodiscard]] std::string text() const { return fmt::format("{:016x}{:016x}", high_, low_); }

 private:
  std::uint64_t low_ = 1;
  std::uint64_t high_ = 2;
};

}  // namespace forest
