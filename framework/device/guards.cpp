#include "framework/device/guards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "assay/random.hpp"
#include "framework/core/digest.hpp"
#include "framework/core/random.hpp"
#include "framework/device/device_error.hpp"

namespace assay::device {

// Zones of large buffers are too long to be drawn anew for each. In each half of a word, the
// exponent of a float is that of 1, and the bit that could make an infinity of a half-precision
// number is 0.
std::span<const unsigned char> guard_block() {
  constexpr std::size_t words = 1U << 19U;
  static const std::vector<std::uint64_t> block = [] {
    Random draw(drawn_seed());
    std::vector<std::uint64_t> drawn(words);
    for (std::uint64_t& word : drawn) {
      word = (draw.bits() & 0x807FBFFF807FBFFF) | 0x3F8000003F800000;
    }
    return drawn;
  }();
  return {reinterpret_cast<const unsigned char*>(block.data()), words * sizeof(std::uint64_t)};
}

std::size_t guard_pattern_begin(std::uint64_t seed) {
  const std::size_t words = guard_block().size() / sizeof(std::uint64_t);
  return sdk::mixed(seed) % words * sizeof(std::uint64_t);
}

namespace {

// The bytes of a zone from the first to the last one that differs from what was written into it.
std::span<const unsigned char> overwritten(std::span<const unsigned char> zone,
                                           std::uint64_t seed) {
  std::size_t first = zone.size();
  std::size_t end = 0;
  for_guard_pieces(zone.size(), seed, [&](std::size_t from, std::size_t at, std::size_t bytes) {
    const auto wanted = guard_block().subspan(from, bytes);
    const auto found = zone.subspan(at, bytes);
    if (std::memcmp(found.data(), wanted.data(), wanted.size()) == 0) return;
    for (std::size_t byte = 0; byte < wanted.size(); ++byte) {
      if (found[byte] == wanted[byte]) continue;
      first = std::min(first, at + byte);
      end = at + byte + 1;
    }
  });
  return zone.subspan(first, end > first ? end - first : 0);
}

}  // namespace

std::size_t guard_zone_bytes(std::size_t size) {
  constexpr std::size_t page = 4096;
  return std::clamp<std::size_t>(size / 16, 64U << 10U, 1U << 20U) / page * page;
}

void write_guard_pattern(std::span<unsigned char> zone, std::uint64_t seed) {
  for_guard_pieces(zone.size(), seed, [&](std::size_t from, std::size_t at, std::size_t bytes) {
    std::memcpy(&zone[at], &guard_block()[from], bytes);
  });
}

bool holds_guard_pattern(std::span<const unsigned char> zone, std::uint64_t seed) {
  return overwritten(zone, seed).empty();
}

GuardSeeds draw_guard_seeds() {
  static thread_local Random draw(drawn_seed());
  return {draw.bits(), draw.bits()};
}

GuardDamage guard_damage(std::span<const unsigned char> zone_before,
                         std::span<const unsigned char> zone_after, GuardSeeds seeds) {
  GuardDamage damage;
  if (const auto bytes = overwritten(zone_before, seeds.before); !bytes.empty()) {
    damage.before = zone_before.size() - static_cast<std::size_t>(&bytes[0] - zone_before.data());
  }
  if (const auto bytes = overwritten(zone_after, seeds.after); !bytes.empty()) {
    damage.after = static_cast<std::size_t>(&bytes[0] - zone_after.data()) + bytes.size();
  }
  return damage;
}

std::string to_string(const GuardDamage& damage) {
  const auto side = [](std::size_t bytes, const char* where) {
    return bytes == 0 ? "" : fmt::format("up to {} byte{} {}", bytes, bytes == 1 ? "" : "s", where);
  };
  const std::string before = side(damage.before, "before its beginning");
  const std::string after = side(damage.after, "after its end");
  return before.empty() || after.empty() ? before + after : before + " and " + after;
}

void check_buffer_range(std::size_t size, std::size_t offset, std::size_t bytes, const char* what) {
  if (offset <= size && bytes <= size - offset) return;
  throw DeviceError(ASSAY_INVALID, fmt::format("{} bytes {} to {} of a buffer of {} bytes", what,
                                               offset, offset + bytes, size));
}

void check_copy(std::size_t from_offset, std::size_t to_offset, std::size_t bytes) {
  const auto [first, second] = std::minmax(from_offset, to_offset);
  if (bytes == 0 || second - first >= bytes) return;
  throw DeviceError(ASSAY_INVALID,
                    fmt::format("copying {} bytes from {} to {} of the same buffer, where the two "
                                "ranges overlap",
                                bytes, from_offset, to_offset));
}

void check_fill(std::size_t offset, std::size_t bytes, std::size_t pattern_size) {
  if (std::has_single_bit(pattern_size) && pattern_size <= 16 && offset % pattern_size == 0 &&
      bytes % pattern_size == 0) {
    return;
  }
  throw DeviceError(
      ASSAY_INVALID,
      fmt::format("filling {} bytes at {} with a pattern of {}: a pattern must have 1, 2, 4, 8 or "
                  "16 bytes, and offset and size must be multiples of that",
                  bytes, offset, pattern_size));
}

}  // namespace assay::device
