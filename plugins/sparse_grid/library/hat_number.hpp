// One-dimensional hat functions of level and index, and their numbers level by level.
#pragma once

#include <bit>
#include <cstdint>

namespace sparse_grid {

// 2^level and index of a one-dimensional hat function are made of these.
struct Hat {
  std::uint32_t level;
  std::uint32_t index;
};

// 0 that of level 1, then level by level; 2^level - 2 at the most.
constexpr std::uint32_t number_of(const Hat& hat) {
  return (std::uint32_t{1} << (hat.level - 1)) + (hat.index >> 1) - 1;
}
constexpr Hat hat_of(std::uint32_t number) {
  const std::uint64_t in_heap = std::uint64_t{number} + 1;
  const auto level = static_cast<std::uint32_t>(std::bit_width(in_heap));
  return {level, static_cast<std::uint32_t>(2 * in_heap - (std::uint64_t{1} << level) + 1)};
}

}  // namespace sparse_grid
