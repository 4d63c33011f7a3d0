// Evaluation of a set of points by a walk over all subspaces in the order of their positions. For
// kernels.cpp only: everything has internal linkage, because it is compiled for several instruction
// sets.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compact_grid/vectorised/kernels.hpp"

namespace compact_grid {
namespace {

// The level vectors of one sum form a tree with the last dimension at its root (Algorithm 3 of the
// paper). Each node multiplies the product by one factor and appends one cell to the index; what
// level vectors have in common is computed once. Loops run over the points.
template <class T>
struct Walk {
  const PointSet<T>& points;
  const T* subspace;  // coefficients of the next subspace
  std::uint32_t sum;

  [[nodiscard]] const T* hats(std::uint32_t dimension, std::uint32_t level) const {
    return points.hats[dimension] + level * points.count;
  }
  [[nodiscard]] const std::int32_t* cells(std::uint32_t dimension, std::uint32_t level) const {
    return points.cells[dimension] + level * points.count;
  }

  // Computes products and indices of the dimensions from `dimension` on from those of the
  // dimensions after it.
  void step(std::uint32_t dimension, std::uint32_t level, std::uint32_t bits) const {
    const std::size_t count = points.count;
    const T* const hat = hats(dimension, level);
    const std::int32_t* const cell = cells(dimension, level);
    const T* const product = points.products + (dimension + 1) * count;
    const std::int32_t* const within = points.within + (dimension + 1) * count;
    T* const next_product = points.products + dimension * count;
    std::int32_t* const next_within = points.within + dimension * count;
#pragma GCC ivdep
    for (std::size_t p = 0; p < count; ++p) {
      next_product[p] = product[p] * hat[p];
      next_within[p] = within[p] + (cell[p] << bits);
    }
  }

  // Adds the subspace in which all dimensions before `dimension` have level 0.
  void finish_at_centre(std::uint32_t dimension) {
    const std::size_t count = points.count;
    const T* const product = points.products + dimension * count;
    const T* const centre = points.at_centre + dimension * count;
    const std::int32_t* const within = points.within + dimension * count;
    const T* const values = subspace;
    T* const sums = points.sums;
#pragma GCC ivdep
    for (std::size_t p = 0; p < count; ++p) sums[p] += product[p] * centre[p] * values[within[p]];
    subspace += std::size_t{1} << sum;
  }
  // Adds the subspace in which only dimension 0 remains.
  void finish(std::uint32_t level, std::uint32_t bits) {
    const std::size_t count = points.count;
    const T* const product = points.products + count;
    const std::int32_t* const within = points.within + count;
    const T* const hat = hats(0, level);
    const std::int32_t* const cell = cells(0, level);
    const T* const values = subspace;
    T* const sums = points.sums;
#pragma GCC ivdep
    for (std::size_t p = 0; p < count; ++p) {
      sums[p] += product[p] * hat[p] * values[within[p] + (cell[p] << bits)];
    }
    subspace += std::size_t{1} << sum;
  }
  // Adds the subspace in which dimensions 1 and 0 remain: these are half of all nodes of the tree,
  // and their products are not kept.
  void finish(std::uint32_t level1, std::uint32_t level0, std::uint32_t bits) {
    const std::size_t count = points.count;
    const T* const product = points.products + 2 * count;
    const std::int32_t* const within = points.within + 2 * count;
    const T* const hat1 = hats(1, level1);
    const T* const hat0 = hats(0, level0);
    const std::int32_t* const cell1 = cells(1, level1);
    const std::int32_t* const cell0 = cells(0, level0);
    const T* const values = subspace;
    const std::uint32_t bits0 = bits + level1;
    T* const sums = points.sums;
#pragma GCC ivdep
    for (std::size_t p = 0; p < count; ++p) {
      const std::int32_t at = within[p] + (cell1[p] << bits) + (cell0[p] << bits0);
      sums[p] += product[p] * (hat1[p] * hat0[p]) * values[at];
    }
    subspace += std::size_t{1} << sum;
  }

  // Adds all level vectors whose components up to `dimension` add up to `left`. `bits` is the sum
  // of the other components.
  void descend(std::uint32_t dimension, std::uint32_t left, std::uint32_t bits) {
    if (left == 0) return finish_at_centre(dimension + 1);
    if (dimension == 0) return finish(left, bits);
    for (std::uint32_t level = 0; level <= left; ++level) {
      if (dimension == 1) {
        finish(level, left - level, bits);
      } else {
        step(dimension, level, bits);
        descend(dimension - 1, left - level, bits + level);
      }
    }
  }
};

template <class T>
void evaluate_points(const PointSet<T>& points, const T* coefficients) {
  const std::size_t count = points.count;
  const std::uint32_t d = points.dimensions;
  for (std::size_t p = 0; p < count; ++p) {
    points.products[d * count + p] = points.weights[p];
    points.within[d * count + p] = 0;
    points.at_centre[p] = 1;
  }
  for (std::uint32_t t = 0; t < d; ++t) {
    for (std::size_t p = 0; p < count; ++p) {
      points.at_centre[(t + 1) * count + p] =
          points.at_centre[t * count + p] * points.hats[t][p];  // the hat of level 0
    }
  }
  Walk<T> walk{points, coefficients, 0};
  for (; walk.sum < points.levels; ++walk.sum) walk.descend(d - 1, walk.sum, 0);
}

}  // namespace
}  // namespace compact_grid
