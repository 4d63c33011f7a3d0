#include "sparse_grid/library/refinement.hpp"

#include <algorithm>
#include <cmath>

namespace sparse_grid {

bool is_refinable(const Grid& grid, PointNumber point) {
  for (std::size_t k = 0; k < grid.dimensions(); ++k) {
    if (grid.level(point)[k] == max_level) continue;
    if (!grid.child(point, k, Side::left) || !grid.child(point, k, Side::right)) return true;
  }
  return false;
}

std::vector<PointNumber> select_refinable(const Grid& grid, std::span<const double> surpluses,
                                          std::size_t count) {
  std::vector<PointNumber> points;
  for (std::size_t p = 0; p < grid.size(); ++p) {
    if (is_refinable(grid, static_cast<PointNumber>(p))) {
      points.push_back(static_cast<PointNumber>(p));
    }
  }
  const auto larger = [&](PointNumber a, PointNumber b) {
    const double x = std::abs(surpluses[a]);
    const double y = std::abs(surpluses[b]);
    return x != y ? x > y : a < b;
  };
  const auto kept = static_cast<std::ptrdiff_t>(std::min(count, points.size()));
  std::partial_sort(points.begin(), points.begin() + kept, points.end(), larger);
  points.resize(static_cast<std::size_t>(kept));
  return points;
}

void refine(Grid& grid, std::span<const PointNumber> points) {
  for (const PointNumber point : points) {
    // Copies: insertion moves the grid's arrays.
    std::vector<std::uint32_t> level(grid.level(point).begin(), grid.level(point).end());
    std::vector<std::uint32_t> index(grid.index(point).begin(), grid.index(point).end());
    for (std::size_t k = 0; k < grid.dimensions(); ++k) {
      if (level[k] == max_level) continue;
      const auto own_index = index[k];
      ++level[k];
      for (const Side side : {Side::left, Side::right}) {
        index[k] = child_index(own_index, side);
        grid.insert(level, index);
      }
      --level[k];
      index[k] = own_index;
    }
  }
}

}  // namespace sparse_grid
