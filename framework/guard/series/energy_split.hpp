#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "framework/core/random.hpp"

namespace assay::guard {

// A split of a series into two parts.
struct Split {
  std::size_t index = 0;  // index of the first value of the later part
  double statistic = 0;   // 0 if no split separates anything
};

// The split whose parts differ most by their energy distance as E-divisive means defines it
// (Matteson and James, "A nonparametric approach for multiple change point analysis of multivariate
// data", JASA 109, 2014, section 2, exponent 1): m k / (m + k) (2 E|X - Y| - E|X - X'| - E|Y -
// Y'|), for parts of m and k values. Each part has at least `least_part` (2 or more) values; a
// series shorter than twice that has no split. Time grows with the square of the length, memory
// linearly.
[[nodiscard]] std::optional<Split> best_split(std::span<const double> series,
                                              std::size_t least_part);

// A best split and the chance that a random order of its values splits at least as well.
struct TestedSplit {
  Split split;
  double p = 1;
};

// Tests the best split by permutation (section 2.3 of Matteson and James): p = (1 + orders that
// split as well) / (1 + orders), with enough orders to decide at `level`. Returns nothing if p
// exceeds `level`; permuting stops as soon as that is certain, so it takes long only if there is a
// split. Exact for exchangeable values.
[[nodiscard]] std::optional<TestedSplit> tested_split(std::span<const double> series,
                                                      std::size_t least_part, double level,
                                                      Random& random);

}  // namespace assay::guard
