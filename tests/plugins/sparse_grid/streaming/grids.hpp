// Grids, data and the definition with which the streaming tests compare.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "sparse_grid/streaming/program.hpp"

namespace assay::sparse_grid::streaming {

struct OwnedGrid {
  std::size_t dimensions = 0;
  std::vector<std::uint32_t> levels;
  std::vector<std::uint32_t> indices;

  [[nodiscard]] GridView view() const { return {dimensions, levels, indices}; }
};

// A grid grown from the root by random children, each with all its ancestors, in random order.
class RandomGrid {
 public:
  RandomGrid(std::size_t dimensions, std::uint32_t max_level, std::mt19937_64& random)
      : dimensions_(dimensions), max_level_(max_level), random_(random) {
    insert(Point(dimensions, {1, 1}));
  }

  OwnedGrid grow(std::size_t points) {
    for (std::size_t attempt = 0; known_.size() < points && attempt < 50 * points; ++attempt) {
      // Half of the time the newest point is refined, so that deep points arise.
      auto child = order_[random_() % 2 == 0 ? order_.size() - 1 : random_() % order_.size()];
      auto& [level, index] = child[random_() % dimensions_];
      if (level == max_level_) continue;
      ++level;
      index = 2 * index + (random_() % 2 == 0 ? 1U : ~0U);
      insert(child);
    }
    std::shuffle(order_.begin(), order_.end(), random_);
    OwnedGrid grid{dimensions_, {}, {}};
    for (const auto& point : order_) {
      for (const auto& [level, index] : point) {
        grid.levels.push_back(level);
        grid.indices.push_back(index);
      }
    }
    return grid;
  }

 private:
  using Point = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // level, index

  void insert(const Point& point) {
    if (!known_.insert(point).second) return;
    for (std::size_t k = 0; k < dimensions_; ++k) {
      if (point[k].first == 1) continue;
      auto parent = point;
      parent[k] = {point[k].first - 1, (point[k].second >> 1) | 1U};
      insert(parent);
    }
    order_.push_back(point);
  }

  std::size_t dimensions_;
  std::uint32_t max_level_;
  std::mt19937_64& random_;
  std::set<Point> known_;
  std::vector<Point> order_;
};

// The value of phi_j(x) by its definition, and its growth if each factor grows by `slack`.
struct Basis {
  long double value;
  long double growth;
};
inline Basis basis(const GridView& grid, std::size_t j, const long double* x, long double slack) {
  long double value = 1;
  long double grown = 1;
  for (std::size_t k = 0; k < grid.dimensions; ++k) {
    const auto at = j * grid.dimensions + k;
    const auto y = std::ldexp(x[k], static_cast<int>(grid.levels[at])) -
                   static_cast<long double>(grid.indices[at]);
    const auto hat = std::max(0.0L, 1 - std::fabs(y));
    value *= hat;
    grown *= hat + (std::fabs(y) <= 1 + slack ? slack : 0);
  }
  return {value, grown - value};
}

// Random coordinates in [0, 1]; one in four is 0, 1/2, 1, a grid line, or next to the border.
template <class T>
std::vector<T> random_coordinates(std::size_t count, std::mt19937_64& random) {
  std::uniform_real_distribution<T> uniform(0, 1);
  const std::vector<T> special{T{0},
                               T{0.5},
                               T{1},
                               T{0.375},
                               std::numeric_limits<T>::denorm_min(),
                               std::nextafter(T{1}, T{0}),
                               std::numeric_limits<T>::epsilon()};
  std::vector<T> data(count);
  for (auto& x : data) {
    x = random() % 4 == 0 ? special[random() % special.size()] : std::min(uniform(random), T{1});
  }
  return data;
}

}  // namespace assay::sparse_grid::streaming
