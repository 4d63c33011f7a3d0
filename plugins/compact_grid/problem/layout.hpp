// The points of a grid in the order of their positions, enumerated by the definition of that order
// (Algorithm 3 of the paper, face by face) rather than by gp2idx.
#pragma once

#include <functional>
#include <vector>

#include "compact_grid/library/grid.hpp"

namespace compact_grid {

struct GridPoint {
  std::vector<uint> level;  // [dimensions], ON_BOUNDARY on the boundary
  std::vector<uint> index;
};

namespace detail {

// Calls visit() for every level vector of `components` components that add up to `sum`, which is
// written to `point`, with the first of the `free` dimensions varying fastest.
inline void enumerate(const std::vector<uint>& free, std::size_t components, uint sum,
                      GridPoint& point, const std::function<void()>& visit) {
  if (components == 0) return sum == 0 ? visit() : void();
  for (uint k = components == 1 ? sum : 0; k <= sum; ++k) {
    point.level[free[components - 1]] = k;
    enumerate(free, components - 1, sum - k, point, visit);
  }
}

// Calls visit() for every index vector of the level vector in `point`, with the last dimension
// varying fastest.
inline void count_through(const std::vector<uint>& free, std::size_t at, GridPoint& point,
                          const std::function<void()>& visit) {
  if (at == free.size()) return visit();
  const std::uint64_t cells = std::uint64_t{2} << point.level[free[at]];
  for (std::uint64_t index = 1; index < cells; index += 2) {
    point.index[free[at]] = static_cast<uint>(index);
    count_through(free, at + 1, point, visit);
  }
}

}  // namespace detail

// Calls visit(const GridPoint&) for position 0, 1, 2, ...
inline void for_each_point(const Grid& grid, const std::function<void(const GridPoint&)>& visit) {
  for_each_face(grid, [&](const Face& face) {
    GridPoint point{std::vector<uint>(grid.dimensions(), ON_BOUNDARY),
                    std::vector<uint>(grid.dimensions())};
    std::vector<uint> free;
    for (uint t = 0; t < grid.dimensions(); ++t) {
      point.index[t] = face.sides >> t & 1;
      if ((face.fixed >> t & 1) == 0) free.push_back(t);
    }
    for (uint sum = 0; sum < grid.levels(); ++sum) {
      detail::enumerate(free, free.size(), sum, point,
                        [&] { detail::count_through(free, 0, point, [&] { visit(point); }); });
    }
  });
}

}  // namespace compact_grid
