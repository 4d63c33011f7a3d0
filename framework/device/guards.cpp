#include "framework/device/guards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "framework/core/digest.hpp"
#include "framework/core/random.hpp"
#include "framework/device/device.hpp"

namespace assay::device {

namespace {

constexpr std::size_t guard_word_bytes = sizeof(std::uint64_t);

// SplitMix64 (Steele, Lea, Flood 2014) at place `number`; of each half the exponent of a float is
// that of 1, and the bit that could make an infinity of a half-precision number is 0.
std::uint64_t guard_word(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t mixed = seed + (number + 1) * 0x9E3779B97F4A7C15;
  mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EB;
  return ((mixed ^ (mixed >> 31U)) & 0x807FBFFF807FBFFF) | 0x3F8000003F800000;
}

}  // namespace

std::size_t guard_zone_bytes(std::size_t size) {
  constexpr std::size_t page = 4096;
  return std::clamp<std::size_t>(size / 16, 64U << 10U, 1U << 20U) / page * page;
}

void write_guard_pattern(std::span<unsigned char> zone, std::uint64_t seed) {
  for (std::size_t at = 0; at < zone.size(); at += guard_word_bytes) {
    const std::uint64_t word = guard_word(seed, at / guard_word_bytes);
    std::memcpy(zone.data() + at, &word, std::min(guard_word_bytes, zone.size() - at));
  }
}

bool holds_guard_pattern(std::span<const unsigned char> zone, std::uint64_t seed) {
  for (std::size_t at = 0; at < zone.size(); at += guard_word_bytes) {
    const std::uint64_t word = guard_word(seed, at / guard_word_bytes);
    if (std::memcmp(zone.data() + at, &word, std::min(guard_word_bytes, zone.size() - at)) != 0)
      return false;
  }
  return true;
}

GuardSeeds draw_guard_seeds() {
  static thread_local Random draw(drawn_seed());
  return {draw.bits(), draw.bits()};
}

void check_buffer_range(std::size_t size, std::size_t offset, std::size_t bytes, const char* what) {
  if (offset <= size && bytes <= size - offset) return;
  throw DeviceError(ASSAY_INVALID, fmt::format("{} bytes {} to {} of a buffer of {} bytes", what,
                                               offset, offset + bytes, size));
}

void check_fill(std::size_t offset, std::size_t bytes, std::size_t pattern_size) {
  if (std::has_single_bit(pattern_size) && pattern_size <= 16 && offset % pattern_size == 0 &&
      bytes % pattern_size == 0) {
    return;
  }
  throw DeviceError(ASSAY_INVALID,
                    fmt::format("filling {} bytes at {} with a pattern of {}: a pattern has 1, 2, "
                                "4, 8 or 16 bytes, offset and size are multiples of that",
                                bytes, offset, pattern_size));
}

}  // namespace assay::device
