// Sparse grid functions by definition: the sum of all coefficients times basis functions.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "tests/plugins/compact_grid/enumeration.hpp"

namespace testing {

inline long double hat(uint level, uint index, long double x) {
  const auto cells = static_cast<long double>(std::uint64_t{1} << (level + 1));
  return std::max(0.0L, 1 - std::abs(cells * x - index));
}

// The value of the function at the point x [dimensions].
template <class T>
long double direct_sum(const std::vector<GridPoint>& grid, std::span<const T> coefficients,
                       const T* x) {
  long double sum = 0;
  for (std::size_t p = 0; p < grid.size(); ++p) {
    long double product = coefficients[p];
    if (product == 0) continue;
    for (std::size_t t = 0; t < grid[p].level.size() && product != 0; ++t) {
      product *= hat(grid[p].level[t], grid[p].index[t], x[t]);
    }
    sum += product;
  }
  return sum;
}

template <class T>
std::vector<T> coordinates_of(const std::vector<GridPoint>& grid) {
  std::vector<T> coordinates;
  for (const GridPoint& point : grid) {
    for (const std::uint64_t x : point.coordinates()) {
      coordinates.push_back(static_cast<T>(std::ldexp(static_cast<double>(x), -32)));
    }
  }
  return coordinates;
}

// The coefficients of the function that has the given values at the points. A basis function is
// zero at all other points that are no finer than it in every dimension. In the order of rising
// sums of levels (-1 on the boundary), a point's coefficient is therefore its value minus the sum
// of the coefficients' functions so far.
template <class T>
std::vector<long double> interpolating(const std::vector<GridPoint>& grid,
                                       const std::vector<T>& values) {
  const auto fineness = [&](std::size_t p) {
    uint sum = 0;
    for (const uint level : grid[p].level) sum += level + 1;
    return sum;
  };
  std::vector<std::size_t> order(grid.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return fineness(a) < fineness(b); });
  const auto x = coordinates_of<long double>(grid);
  std::vector<long double> coefficients(grid.size(), 0);
  for (const std::size_t p : order) {
    const long double* const at = x.data() + p * grid[p].level.size();
    coefficients[p] = values[p] - direct_sum<long double>(grid, coefficients, at);
  }
  return coefficients;
}

template <class T>
std::vector<T> random_numbers(std::size_t count, double low, double high, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> numbers(count);
  for (T& number : numbers) {
    number = static_cast<T>(low + (high - low) * static_cast<double>(random()) / 4294967296.0);
  }
  return numbers;
}

// Points at which evaluations are prone to errors: all of the cube's corners up to 8 dimensions,
// its centre, borders of cells in some coordinates, numbers next to 0 and 1; and some random
// points.
template <class T>
std::vector<T> critical_points(std::size_t dimensions, unsigned seed) {
  std::vector<T> points;
  for (unsigned corner = 0; corner < 1U << std::min<std::size_t>(dimensions, 8); ++corner) {
    for (std::size_t t = 0; t < dimensions; ++t) points.push_back(static_cast<T>(corner >> t & 1));
  }
  const std::vector<T> special{0,
                               1,
                               T(0.5),
                               T(0.25),
                               T(0.875),
                               std::numeric_limits<T>::min(),
                               1 - std::numeric_limits<T>::epsilon() / 2,
                               T(1.0 / 3),
                               T(0.5) - std::numeric_limits<T>::epsilon() / 4};
  std::mt19937 random(seed);
  for (std::size_t k = 0; k < 60 * dimensions; ++k) {
    points.push_back(special[random() % special.size()]);
  }
  const auto drawn = random_numbers<T>(60 * dimensions, 0, 1, seed);
  points.insert(points.end(), drawn.begin(), drawn.end());
  return points;
}

}  // namespace testing
