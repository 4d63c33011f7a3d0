// Random ancestor-complete grids and data for tests.
#pragma once

#include <vector>

#include "plugins/sparse_grid/library/grid.hpp"
#include "plugins/sparse_grid/library/random.hpp"
#include "plugins/sparse_grid/library/refinement.hpp"

namespace sparse_grid {

// A random ancestor-complete grid: a regular grid of level 1 or 2 in which up to `refinements`
// random refinable points are refined in random order, no deeper than `deepest` in any dimension.
inline Grid random_grid(Random& random, std::size_t dimensions, std::size_t refinements,
                        std::uint32_t deepest = 12) {
  Grid grid = Grid::regular(dimensions, 1 + static_cast<std::uint32_t>(random.below(2)));
  for (std::size_t step = 0; step < refinements; ++step) {
    const auto point = static_cast<PointNumber>(random.below(grid.size()));
    if (std::ranges::max(grid.level(point)) >= deepest) continue;
    refine(grid, std::vector{point});
  }
  return grid;
}

// `count` numbers in [0, 1], which include difficult ones: 0, 1, and points on grid lines.
inline std::vector<double> random_points(Random& random, std::size_t count) {
  std::vector<double> data(count);
  for (auto& x : data) {
    x = random.uniform();
    const auto kind = random.below(16);
    if (kind == 0) x = static_cast<double>(random.below(9)) / 8;
    if (kind == 1) x *= 0x1p-20;
  }
  return data;
}

inline std::vector<double> random_numbers(Random& random, std::size_t count, double low = -1,
                                          double high = 1) {
  std::vector<double> numbers(count);
  for (auto& x : numbers) x = random.uniform(low, high);
  return numbers;
}

}  // namespace sparse_grid
