// The order of points along a space-filling curve of the cube.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace compact_grid::accelerator {

// The bits of a point's coordinates in [0, 1], interleaved, the first bits of all before the second
// bits: the point's place along Morton's curve (Morton 1966), to a precision of up to 64 bits.
template <class T>
std::uint64_t z_key(std::span<const T> point) {
  std::uint64_t key = 0;
  const std::size_t bits = std::min<std::size_t>(31, 64 / point.size());
  for (std::size_t bit = 0; bit < bits; ++bit) {
    for (const T x : point) {
      const auto fixed = std::min(static_cast<std::uint32_t>(x * T(0x1p31)), 0x7fffffffU);
      key = key << 1 | (fixed >> (30 - bit) & 1);
    }
  }
  return key;
}

// The points' numbers in the order of the curve. `points` is [count][dimensions], with up to 64
// dimensions.
template <class T>
std::vector<std::uint32_t> z_order(std::span<const T> points, std::size_t dimensions) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(points.size() / dimensions);
  for (std::size_t k = 0; k < keys.size(); ++k) {
    keys[k] = {z_key(points.subspan(k * dimensions, dimensions)), static_cast<std::uint32_t>(k)};
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::uint32_t> order;
  order.reserve(keys.size());
  for (const auto& [key, number] : keys) order.push_back(number);
  return order;
}

}  // namespace compact_grid::accelerator
