// Guard zones around device buffers, the same on every backend.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace assay::device {

constexpr unsigned char poison_byte = 0xFF;  // NaN as float and as double

// Bytes of a guard zone of a buffer of `size`: a sixteenth of it, so that a tile or some rows too
// many of a large array stay within, but at least 64 KiB and at most 1 MiB; whole pages.
[[nodiscard]] std::size_t guard_zone_bytes(std::size_t size);

// Writes what a guard zone holds whose seed is that. Each zone has a seed of its own: what copies a
// zone to the place of another is noticed. It holds no NaN, which many an operation would leave as
// it is, nor an infinity: who reads beyond a buffer computes with plausible numbers (between 1 and
// 2 as floats, between 2^-8 and 2^-6 as doubles, of either sign), which differ from zone to zone.
void write_guard_pattern(std::span<unsigned char> zone, std::uint64_t seed);
[[nodiscard]] bool holds_guard_pattern(std::span<const unsigned char> zone, std::uint64_t seed);

// The seeds of the two zones of a buffer.
struct GuardSeeds {
  std::uint64_t before;
  std::uint64_t after;
};
// Different ones with each call, and in each process.
[[nodiscard]] GuardSeeds draw_guard_seeds();

// How far out of a buffer was written, in bytes: from the first of them to the buffer's beginning,
// and from its end to the last of them. 0 where a zone is as it was.
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

// Throws DeviceError ASSAY_INVALID unless the pattern of a fill makes sense (Device::fill).
void check_fill(std::size_t offset, std::size_t bytes, std::size_t pattern_size);

}  // namespace assay::device
