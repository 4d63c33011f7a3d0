#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "framework/core/random.hpp"

namespace assay::guard {

// Where a series falls into two parts that differ most.
struct Split {
  std::size_t index = 0;  // the first of the later part
  double statistic = 0;   // 0 where no split separates anything
};

// By the energy distance of the parts, as E-divisive means takes it (Matteson and James, "A
// nonparametric approach for multiple change point analysis of multivariate data", JASA 109, 2014,
// section 2, exponent 1): m k / (m + k) (2 E|X - Y| - E|X - X'| - E|Y - Y'|), for parts of m and k
// values. Both have `least_part` (2 or more) values or more; a series shorter than twice that has
// no split. Time and memory grow with the square of the length, and linearly.
[[nodiscard]] std::optional<Split> best_split(std::span<const double> series,
                                              std::size_t least_part);

// A best split and the chance that a random order of the same values splits as well.
struct TestedSplit {
  Split split;
  double p = 1;
};

// By permutation (section 2.3 of the same): p = (1 + orders that split as well) / (1 + orders),
// with as many orders as tell at `level`. Where p exceeds `level` there is no split; permuting ends
// as soon as that is known, and takes its time only where there is one. Exact for exchangeable
// values.
[[nodiscard]] std::optional<TestedSplit> tested_split(std::span<const double> series,
                                                      std::size_t least_part, double level,
                                                      Random& random);

}  // namespace assay::guard
