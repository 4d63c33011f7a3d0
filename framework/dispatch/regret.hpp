#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "framework/core/interval.hpp"
#include "framework/dispatch/cost_matrix.hpp"

namespace assay::dispatch {

// How much dearer choices are than an oracle's, which knows the cheapest pair of each instance.
// Each interval covers 95%, from 2,000 resamplings of groups of instances; `median` is the value of
// all instances.
struct RegretSummary {
  Interval share;  // the geometric mean of the oracle's cost over the choice's: 1 at best
  Interval tail;   // the 95th percentile of the choice's cost over the oracle's, less 1
  Interval worst;  // the largest of them
  std::size_t instances = 0;
  std::size_t failures = 0;  // instances on which the choice fails; in the others' figures as
                             // most_regret
};

// Chooses a pair for an instance of the matrix by its row.
using Chooser = std::function<std::size_t(std::size_t row)>;

// Instances on which every pair fails are left out.
[[nodiscard]] RegretSummary summarise_regret(const CostMatrix& matrix, const Chooser& choose);

// Chooses for an instance what was best on the nearest instance of `seen`, of the pairs that admit
// it, as tables with a nearest key do.
[[nodiscard]] std::size_t nearest_choice(const CostMatrix& seen, const PairConditions& conditions,
                                         const FeatureValues& values);

}  // namespace assay::dispatch
