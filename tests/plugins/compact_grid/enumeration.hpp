// Enumerations of sparse grids by their definitions, without formulas for positions.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "compact_grid/library/index.hpp"

namespace testing {

using compact_grid::uint;

// Coordinates in units of 2^-32, so that they compare exactly.
using Coordinates = std::vector<std::uint64_t>;

struct GridPoint {
  std::vector<uint> level;
  std::vector<uint> index;

  [[nodiscard]] Coordinates coordinates() const {
    Coordinates x;
    for (std::size_t t = 0; t < level.size(); ++t) {
      x.push_back(std::uint64_t{index[t]} << (32 - (level[t] + 1)));  // ON_BOUNDARY + 1 is 0
    }
    return x;
  }
};

// Algorithm 3 of the paper, unchanged: visits level vectors with components from the last to the
// first.
inline void enumerate_levels(std::size_t components, uint sum, std::vector<uint> tail,
                             const std::function<void(const std::vector<uint>&)>& visit) {
  if (components == 0) {
    if (sum == 0) visit(tail);
    return;
  }
  for (uint k = components == 1 ? sum : 0; k <= sum; ++k) {
    std::vector<uint> longer{k};
    longer.insert(longer.end(), tail.begin(), tail.end());
    enumerate_levels(components - 1, sum - k, longer, visit);
  }
}

// The points of a grid without boundary in the order of Algorithms 3 and 5, with the last dimension
// running fastest.
inline std::vector<GridPoint> interior(std::size_t dimensions, uint levels) {
  std::vector<GridPoint> points;
  for (uint sum = 0; sum < levels; ++sum) {
    enumerate_levels(dimensions, sum, {}, [&](const std::vector<uint>& level) {
      for (std::uint64_t number = 0; number < std::uint64_t{1} << sum; ++number) {
        GridPoint point{level, std::vector<uint>(dimensions)};
        std::uint64_t rest = number;
        for (std::size_t t = dimensions; t-- > 0;) {
          const std::uint64_t cells = std::uint64_t{1} << level[t];
          point.index[t] = static_cast<uint>(2 * (rest % cells) + 1);
          rest /= cells;
        }
        points.push_back(point);
      }
    });
  }
  return points;
}

// The points of a grid with boundary in the documented order: grids without boundary in the
// dimensions that are not fixed.
inline std::vector<GridPoint> with_boundary(std::size_t dimensions, uint levels) {
  std::vector<GridPoint> points;
  for (std::size_t count = 0; count <= dimensions; ++count) {
    for (uint set = 0; set < 1U << dimensions; ++set) {
      if (static_cast<std::size_t>(__builtin_popcount(set)) != count) continue;
      for (uint sides = 0; sides < 1U << count; ++sides) {
        for (const GridPoint& inner : interior(dimensions - count, levels)) {
          GridPoint point;
          std::size_t free = 0;
          uint side = sides;
          for (std::size_t t = 0; t < dimensions; ++t) {
            const bool is_fixed = (set >> t & 1) != 0;
            point.level.push_back(is_fixed ? ON_BOUNDARY : inner.level[free]);
            point.index.push_back(is_fixed ? side & 1 : inner.index[free]);
            if (is_fixed) side >>= 1;
            if (!is_fixed) ++free;
          }
          points.push_back(point);
        }
      }
    }
  }
  return points;
}

inline std::vector<GridPoint> all_points(std::size_t dimensions, uint levels, bool has_boundary) {
  return has_boundary ? with_boundary(dimensions, levels) : interior(dimensions, levels);
}

// The coordinates of a grid as hash-based codes grow it: the smallest set that holds the centre
// and, for each point, the children in every dimension while its levels add up to less than
// `levels`.
inline std::set<Coordinates> grown(std::size_t dimensions, uint levels) {
  std::set<Coordinates> found;
  std::function<void(const Coordinates&, std::vector<uint>, uint)> grow =
      [&](const Coordinates& at, std::vector<uint> level, uint sum) {
        if (sum >= levels || !found.insert(at).second) return;
        for (std::size_t t = 0; t < dimensions; ++t) {
          const std::uint64_t step = std::uint64_t{1} << (32 - (level[t] + 2));
          std::vector<uint> deeper = level;
          ++deeper[t];
          for (const bool right : {false, true}) {
            Coordinates child = at;
            child[t] = right ? child[t] + step : child[t] - step;
            grow(child, deeper, sum + 1);
          }
        }
      };
  grow(Coordinates(dimensions, std::uint64_t{1} << 31), std::vector<uint>(dimensions, 0), 0);
  return found;
}

}  // namespace testing
