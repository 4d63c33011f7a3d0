// Matrices whose right choices are known.
#pragma once

#include <cmath>
#include <functional>

#include "framework/core/random.hpp"
#include "framework/dispatch/cost_matrix.hpp"

namespace assay::test {

// Instances with two sizes, each drawn between 1 and 2^20 with all ratios equally likely, on which
// pair j costs cost(j, rows, columns) times a noise of that share.
inline dispatch::CostMatrix made_matrix(
    std::size_t instances, std::size_t pairs, std::uint64_t seed, double noise,
    const std::function<double(std::size_t, double, double)>& cost) {
  dispatch::CostMatrix matrix{{{"rows", {}}, {"columns", {}}}, {}, {}, {}};
  Random random(seed);
  for (std::size_t i = 0; i < instances; ++i) {
    const double rows = std::floor(std::exp2(20 * random.uniform()));
    const double columns = std::floor(std::exp2(20 * random.uniform()));
    matrix.points.push_back({rows, columns});
    matrix.labels.push_back(std::to_string(i));
    auto& costs = matrix.costs.emplace_back();
    for (std::size_t j = 0; j < pairs; ++j) {
      costs.push_back(cost(j, rows, columns) * std::exp(noise * random.normal()));
    }
  }
  return matrix;
}

}  // namespace assay::test
