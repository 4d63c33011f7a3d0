// Grids whose points need not have their ancestors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "plugins/sparse_grid/library/grid_points.hpp"
#include "plugins/sparse_grid/library/random.hpp"

namespace sparse_grid {

// A set of `count` distinct points of levels up to 4, refined in a dimension with probability 3/4;
// or, if `seldom`, refined in few dimensions, so that many points have most of their path in
// common.
struct Scattered {
  Scattered(std::size_t count, std::size_t dimension_count, std::uint64_t seed, bool seldom = false)
      : dimensions(dimension_count) {
    Random random(seed);
    std::set<std::vector<std::uint32_t>> seen;
    while (seen.size() < count) {
      std::vector<std::uint32_t> point;
      for (std::size_t k = 0; k < dimensions; ++k) {
        const bool is_refined = !seldom || random.below(3) == 0;
        const auto level =
            static_cast<std::uint32_t>(is_refined ? 1 + random.below(seldom ? 9 : 4) : 1);
        point.push_back(level);
        point.push_back(static_cast<std::uint32_t>(2 * random.below(1ULL << (level - 1)) + 1));
      }
      if (!seen.insert(point).second) continue;
      for (std::size_t k = 0; k < dimensions; ++k) {
        levels.push_back(point[2 * k]);
        indices.push_back(point[2 * k + 1]);
      }
    }
  }
  [[nodiscard]] GridPoints points() const { return {dimensions, levels, indices}; }

  std::size_t dimensions;
  std::vector<std::uint32_t> levels;
  std::vector<std::uint32_t> indices;
};

}  // namespace sparse_grid
