#pragma once

#include <cstddef>
#include <vector>

#include "framework/dispatch/cost_matrix.hpp"

namespace assay::dispatch {

struct PairChoice {
  std::vector<std::size_t> pairs;  // columns of the matrix; the first one is the default
  // With the first pair, the first two, and so on: the mean regret of the best of them.
  std::vector<double> regrets;
};

// Chooses pairs that together cover the instances. The first is the default: the pair of the least
// mean regret among those that fail on the fewest instances. Each further one lowers the mean
// regret most, until there are `most` or one more would lower it by less than `least_gain`
// (greedily: mean regret is supermodular, so that the gain is at least 1 - 1/e of the best
// choice's; Nemhauser, Wolsey, Fisher 1978). Requires a pair and most > 0.
[[nodiscard]] PairChoice choose_pairs(const CostMatrix& matrix, std::size_t most,
                                      double least_gain);

}  // namespace assay::dispatch
