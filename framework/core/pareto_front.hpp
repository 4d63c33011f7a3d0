#pragma once

#include <cstddef>
#include <vector>

#include "framework/core/trial.hpp"

namespace assay {

// What is known of one choice: the objective as far as it was measured, and further quantities, of
// all of which less is better. All are finite, but for the interval's upper bound.
struct ParetoPoint {
  Interval objective;
  std::vector<double> further;  // of every point the same ones
};

// Whether `a` is no worse than `b` in anything. Objectives are equal where their intervals overlap;
// one without an upper bound (too few samples) would overlap with too much, and counts as its
// median.
[[nodiscard]] bool no_worse(const ParetoPoint& a, const ParetoPoint& b);

// The indices of the members of the front, by the objective's median: a point is left out where a
// member is no worse in anything, so of equal ones the fastest stays. That a *member* must be, not
// any point, matters because equality of intervals is not transitive: of three points, each
// slightly slower than the one before and better in the rest, the last may leave out the second,
// and then the first, clearly faster than the last, stays. With intervals of no width this is the
// set of points that no other dominates. O(points x members): a sweep needs an order that intervals
// lack.
[[nodiscard]] std::vector<std::size_t> pareto_front(const std::vector<ParetoPoint>& points);

// At most `count` of `size` in a row, evenly spread, the first and (of two or more) the last among
// them.
[[nodiscard]] std::vector<std::size_t> evenly_spread(std::size_t size, std::size_t count);

}  // namespace assay
