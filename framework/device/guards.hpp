// Guard zones around device buffers, the same on every backend.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace assay::device {

constexpr unsigned char poison_byte = 0xFF;  // NaN as float and as double

// The size in bytes of one guard zone of a buffer of `size` bytes: a sixteenth of it, so that
// accesses a tile or some rows beyond a large array stay within the zone, but at least 64 KiB and
// at most 1 MiB; whole pages.
[[nodiscard]] std::size_t guard_zone_bytes(std::size_t size);

// Writes the contents of the guard zone that has this seed. Each zone has a seed of its own, so
// that a copy of one zone over another is noticed. The contents, which only this process knows,
// have no NaN, which many operations would leave unchanged, and no infinity: code that reads beyond
// a buffer computes with plausible numbers (between 1 and 2 as floats, between 2^-8 and 2^-6 as
// doubles, of either sign), which differ from zone to zone.
void write_guard_pattern(std::span<unsigned char> zone, std::uint64_t seed);
[[nodiscard]] bool holds_guard_pattern(std::span<const unsigned char> zone, std::uint64_t seed);

// Random words of which every guard zone holds a part, so that a copy of them on a device serves
// all of its zones.
[[nodiscard]] std::span<const unsigned char> guard_block();
// Where in the block the contents of the zone with this seed begin, in bytes, a multiple of 8; what
// follows the block's end is its beginning.
[[nodiscard]] std::size_t guard_pattern_begin(std::uint64_t seed);
// Calls visit(from, at, bytes) for pieces of the block that together are the contents of a zone:
// `from` is where a piece lies in the block, `at` where it goes in the zone.
template <class Visit>
void for_guard_pieces(std::size_t zone_bytes, std::uint64_t seed, const Visit& visit) {
  const std::size_t block_bytes = guard_block().size();
  std::size_t from = guard_pattern_begin(seed);
  for (std::size_t at = 0; at < zone_bytes; from = 0) {
    const std::size_t bytes = std::min(zone_bytes - at, block_bytes - from);
    visit(from, at, bytes);
    at += bytes;
  }
}

// The seeds of a buffer's two guard zones.
struct GuardSeeds {
  std::uint64_t before;
  std::uint64_t after;
};
// Returns seeds that differ with each call and in each process.
[[nodiscard]] GuardSeeds draw_guard_seeds();

// How far outside a buffer something was written, in bytes: `before` counts from the first byte
// written to the buffer's beginning, `after` from the buffer's end to the last byte written. 0 for
// an intact zone.
struct GuardDamage {
  std::size_t before = 0;
  std::size_t after = 0;
  [[nodiscard]] bool any() const { return before > 0 || after > 0; }
};
[[nodiscard]] GuardDamage guard_damage(std::span<const unsigned char> zone_before,
                                       std::span<const unsigned char> zone_after, GuardSeeds seeds);
// "up to 12 bytes behind its end"
[[nodiscard]] std::string to_string(const GuardDamage& damage);

// Throws DeviceError ASSAY_INVALID unless [offset, offset + bytes) lies within a buffer of `size`.
void check_buffer_range(std::size_t size, std::size_t offset, std::size_t bytes, const char* what);

// Throws DeviceError ASSAY_INVALID where two ranges of one buffer have a byte in common.
void check_copy(std::size_t from_offset, std::size_t to_offset, std::size_t bytes);

// Throws DeviceError ASSAY_INVALID unless the pattern of a fill makes sense (DeviceMemory::fill).
void check_fill(std::size_t offset, std::size_t bytes, std::size_t pattern_size);

}  // namespace assay::device
