// Guard words around device buffers, the same on every backend.
#pragma once

#include <cstddef>
#include <vector>

namespace assay::device {

constexpr unsigned char poison_byte = 0xFF;  // NaN as float and as double
constexpr std::size_t guard_zone_bytes = 256;

// What a guard zone of `bytes` at `offset` of an allocation holds. Guard words differ from each
// other, so that a shifted copy is noticed, and each is a NaN as float and, in pairs, as double, so
// that reading them does not go unnoticed either.
[[nodiscard]] std::vector<unsigned char> guard_pattern(std::size_t offset, std::size_t bytes);

// Throws DeviceError ASSAY_INVALID unless [offset, offset + bytes) lies within a buffer of `size`.
void check_buffer_range(std::size_t size, std::size_t offset, std::size_t bytes, const char* what);

// Throws DeviceError ASSAY_INVALID unless the pattern of a fill makes sense (Device::fill).
void check_fill(std::size_t offset, std::size_t bytes, std::size_t pattern_size);

}  // namespace assay::device
