#include "framework/dispatch/pair_choice.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace assay::dispatch {
namespace {

// Regrets of all pairs on all instances.
using Regrets = std::vector<std::vector<double>>;

Regrets all_regrets(const CostMatrix& matrix) {
  Regrets all;
  for (const auto& costs : matrix.costs) all.push_back(regrets(costs, 0));
  return all;
}

std::size_t default_of(const CostMatrix& matrix, const Regrets& all) {
  std::size_t best = 0;
  std::pair<std::size_t, double> least{matrix.instances() + 1, 0};
  for (std::size_t j = 0; j < matrix.pairs(); ++j) {
    std::pair<std::size_t, double> one{0, 0};
    for (std::size_t i = 0; i < matrix.instances(); ++i) {
      one.first += std::isfinite(matrix.costs[i][j]) ? 0 : 1;
      one.second += all[i][j];
    }
    if (one < least) {
      least = one;
      best = j;
    }
  }
  return best;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

}  // namespace

PairChoice choose_pairs(const CostMatrix& matrix, std::size_t most, double least_gain) {
  const Regrets all = all_regrets(matrix);
  PairChoice choice{{default_of(matrix, all)}, {}};
  std::vector<double> now;  // the regret of the best chosen pair on each instance
  for (const auto& regrets : all) now.push_back(regrets[choice.pairs.front()]);
  choice.regrets.push_back(mean(now));
  while (choice.pairs.size() < most) {
    std::vector<double> best = now;
    std::size_t chosen = 0;
    for (std::size_t j = 0; j < matrix.pairs(); ++j) {
      std::vector<double> with = now;
      for (std::size_t i = 0; i < with.size(); ++i) with[i] = std::min(with[i], all[i][j]);
      if (mean(with) >= mean(best)) continue;
      best = std::move(with);
      chosen = j;
    }
    if (choice.regrets.back() - mean(best) < least_gain || mean(best) >= mean(now)) break;
    now = std::move(best);
    choice.pairs.push_back(chosen);
    choice.regrets.push_back(mean(now));
  }
  return choice;
}

}  // namespace assay::dispatch
