// Level and index of one-dimensional hat functions, and their numbers level by level.
#pragma once

#include <bit>
#include <cstdint>

namespace sparse_grid {

// A one-dimensional hat function by its level and index.
struct Hat {
  std::uint32_t level;
  std::uint32_t index;
};

// The number of a hat: 0 for level 1, then level by level; at most 2^level - 2.
constexpr std::uint32_t number_of(const Hat& hat) {
  return (std::uint32_t{1} << (hat.level - 1)) + (hat.index >> 1) - 1;
}
constexpr Hat hat_of(std::uint32_t number) {
  const std::uint64_t in_heap = std::uint64_t{number} + 1;
  const auto level = static_cast<std::uint32_t>(std::bit_width(in_heap));
  return {level, static_cast<std::uint32_t>(2 * in_heap - (std::uint64_t{1} << level) + 1)};
}

}  // namespace sparse_grid
