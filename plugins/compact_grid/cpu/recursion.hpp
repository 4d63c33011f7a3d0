// The recursive Algorithms 1 and 2 of the paper on any structure that provides value(level, index).
// Poles, and points of evaluation, are divided among threads.
#pragma once

#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "compact_grid/library/grid.hpp"

namespace compact_grid {

// The coordinates of one point, which a recursion changes.
struct Place {
  std::array<uint, most_dimensions> level{};
  std::array<uint, most_dimensions> index{};
};

// The poles of one dimension, each consisting of the points that differ only in that coordinate.
// There are as many as the grid of all other dimensions has points.
class Poles {
 public:
  Poles(const Grid& grid, uint dimension)
      : dimension_(dimension), dimensions_(grid.dimensions()), levels_(grid.levels()) {
    if (dimensions_ > 1) others_.emplace(dimensions_ - 1, levels_, grid.has_boundary());
  }
  [[nodiscard]] std::uint64_t count() const { return others_ ? others_->points() : 1; }
  // Fills in all coordinates but the pole's own; returns the levels that the pole has.
  uint find(std::uint64_t number, Place& place) const {
    if (others_) others_->point(number, place.level.data(), place.index.data());
    const auto shift = [&](auto& words) {
      std::copy_backward(words.begin() + dimension_, words.begin() + (dimensions_ - 1),
                         words.begin() + dimensions_);
    };
    shift(place.level);
    shift(place.index);
    uint levels = levels_;
    for (uint t = 0; t < dimensions_; ++t) {
      if (t != dimension_ && place.level[t] != ON_BOUNDARY) levels -= place.level[t];
    }
    return levels;
  }

 private:
  uint dimension_;
  uint dimensions_;
  uint levels_;
  std::optional<Grid> others_;
};

template <class T, class Structure>
class RecursiveHierarchization {
 public:
  RecursiveHierarchization(Structure& structure, const Grid& grid)
      : structure_(structure), grid_(grid) {}

  void run(std::size_t threads) const {
    for (uint t = 0; t < grid_.dimensions(); ++t) {
      const Poles poles(grid_, t);
#pragma omp parallel for schedule(dynamic, 64) num_threads(static_cast <int>(threads))
      for (std::uint64_t number = 0; number < poles.count(); ++number) {
        Place place;
        const uint levels = poles.find(number, place);
        std::array<T, 2> ends{};
        for (const uint side : {0U, 1U}) {
          if (grid_.has_boundary()) ends[side] = value(place, t, ON_BOUNDARY, side);
        }
        descend(place, t, levels, 0, 1, ends[0], ends[1]);
      }
    }
  }

 private:
  T& value(Place& place, uint dimension, uint level, uint index) const {
    place.level[dimension] = level;
    place.index[dimension] = index;
    return structure_.value(place.level.data(), place.index.data());
  }
  // Algorithm 1: hierarchizes the point of a level and index after the points below it.
  void descend(Place& place, uint dimension, uint levels, uint level, uint index, T left,
               T right) const {
    T& here = value(place, dimension, level, index);
    if (level + 1 < levels) {
      const T nodal = here;
      descend(place, dimension, levels, level + 1, 2 * index - 1, left, nodal);
      descend(place, dimension, levels, level + 1, 2 * index + 1, nodal, right);
    }
    here -= (left + right) / 2;
  }

  Structure& structure_;
  const Grid& grid_;
};

template <class T, class Structure>
class RecursiveEvaluation {
 public:
  RecursiveEvaluation(Structure& structure, const Grid& grid)
      : structure_(structure), grid_(grid) {}

  // Evaluates at `points`, [values.size()][dimensions].
  void run(std::span<const T> points, std::span<T> values, std::size_t threads) const {
    const uint d = grid_.dimensions();
#pragma omp parallel for schedule(dynamic, 4) num_threads(static_cast <int>(threads))
    for (std::size_t k = 0; k < values.size(); ++k) {
      Place place;
      values[k] = descend(place, points.data() + k * d, 0, grid_.levels(), 1);
    }
  }

 private:
  // Algorithm 2, one dimension after another: the sum over all points whose basis functions are not
  // zero at x, given the coordinates before `dimension` and the product of their hats.
  T descend(Place& place, const T* x, uint dimension, uint levels, T product) const {
    if (dimension == grid_.dimensions()) {
      return product * structure_.value(place.level.data(), place.index.data());
    }
    T sum = 0;
    if (grid_.has_boundary()) {
      for (const uint side : {0U, 1U}) {
        place.level[dimension] = ON_BOUNDARY;
        place.index[dimension] = side;
        const T hat = side == 1 ? x[dimension] : 1 - x[dimension];
        sum += descend(place, x, dimension + 1, levels, product * hat);
      }
    }
    uint index = 1;
    for (uint level = 0; level < levels; ++level) {
      const auto cells = static_cast<T>(std::uint64_t{2} << level);
      const T distance = x[dimension] * cells - static_cast<T>(index);
      place.level[dimension] = level;
      place.index[dimension] = index;
      sum += descend(place, x, dimension + 1, levels - level, product * (1 - std::abs(distance)));
      index = distance < 0 ? 2 * index - 1 : 2 * index + 1;
    }
    return sum;
  }

  Structure& structure_;
  const Grid& grid_;
};

}  // namespace compact_grid
