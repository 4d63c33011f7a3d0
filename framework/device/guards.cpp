#include "framework/device/guards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "framework/device/device.hpp"

namespace assay::device {

std::vector<unsigned char> guard_pattern(std::size_t offset, std::size_t bytes) {
  std::vector<unsigned char> pattern(bytes);
  for (std::size_t at = 0; at < bytes; at += sizeof(std::uint32_t)) {
    std::uint64_t mixed = (offset + at + 1) * 0x9E3779B97F4A7C15;  // Knuth's multiplicative hash
    mixed ^= mixed >> 32;
    const auto word = static_cast<std::uint32_t>(0xFFF80000U | (mixed & 0x7FFFF));
    std::memcpy(&pattern[at], &word, std::min(sizeof word, bytes - at));
  }
  return pattern;
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
