#pragma once

#include <cstddef>
#include <vector>

#include "framework/core/interval.hpp"

namespace assay {

// A choice by its measured objective and further quantities; in all of them, less is better. All
// numbers are finite, except possibly the interval's upper bound.
struct ParetoPoint {
  Interval objective;
  std::vector<double> further;  // the same quantities for every point
};

// Whether `a` is no worse than `b` in any quantity. Objectives are equal if their intervals
// overlap; one without an upper bound (too few samples) would overlap with too many, and counts as
// its median.
[[nodiscard]] bool no_worse(const ParetoPoint& a, const ParetoPoint& b);

// The indices of the members of the front, sorted by the objective's median. A point is left out if
// a member is no worse in any quantity, so that the fastest of equal points stays. That it must be
// a *member*, not any point, matters because equality of intervals is not transitive: of three
// points, each slightly slower than the one before and better in the further quantities, the last
// may leave out the second, and then the first, which is clearly faster than the last, stays. With
// intervals of no width this is the set of points that no other point dominates. O(points x
// members): a sweep needs an order that intervals lack.
[[nodiscard]] std::vector<std::size_t> pareto_front(const std::vector<ParetoPoint>& points);

// Evenly spread indices below `size`, at most `count` of them, the first and (of two or more) the
// last included.
[[nodiscard]] std::vector<std::size_t> evenly_spread(std::size_t size, std::size_t count);

}  // namespace assay
