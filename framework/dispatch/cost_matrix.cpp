#include "framework/dispatch/cost_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace assay::dispatch {
namespace {

// Far enough that an instance with the same text is preferred unless it is 16 times larger.
constexpr double other_text = 4;

// Numbers from 0 on lie where their logarithms do; 0 lies at -1, below the 0 of 1.
double place(double value) {
  if (value < 0) return value;
  return value < 0.5 ? -1 : std::log2(value);
}

}  // namespace

CostMatrix CostMatrix::with_pairs(std::span<const std::size_t> columns) const {
  CostMatrix some = *this;
  for (std::size_t i = 0; i < instances(); ++i) {
    some.costs[i].clear();
    for (const std::size_t column : columns) some.costs[i].push_back(costs[i][column]);
  }
  return some;
}

CostMatrix CostMatrix::with_instances(std::span<const std::size_t> rows) const {
  CostMatrix some{features, {}, {}, {}, {}};
  for (const std::size_t row : rows) {
    some.points.push_back(points[row]);
    some.labels.push_back(labels[row]);
    some.costs.push_back(costs[row]);
    if (!inputs.empty()) some.inputs.push_back(inputs[row]);
  }
  return some;
}

CostMatrix CostMatrix::with_features(std::vector<Feature> others) const {
  CostMatrix same = *this;
  same.features = std::move(others);
  same.points.clear();
  for (const Input& input : inputs) {
    same.points.push_back(values_of(same.features, input.arguments, input.facts));
  }
  return same;
}

std::vector<double> regrets(std::span<const double> costs, double tie) {
  const double least = costs.empty() ? failed_cost : *std::ranges::min_element(costs);
  std::vector<double> regrets;
  for (const double cost : costs) {
    // Where every pair fails, no choice is worse than another.
    const double regret = !std::isfinite(least) ? 0 : std::min(most_regret, std::log(cost / least));
    regrets.push_back(regret <= tie ? 0 : regret);
  }
  return regrets;
}

std::string group_of(const std::vector<Feature>& features, const FeatureValues& values) {
  std::string group;
  for (std::size_t k = 0; k < features.size(); ++k) {
    if (!features[k].is_fact && features[k].texts.empty())
      group += fmt::format("{} ", std::floor(place(values[k])));
  }
  return group;
}

double distance(const std::vector<Feature>& features, const FeatureValues& a,
                const FeatureValues& b) {
  double sum = 0;
  for (std::size_t k = 0; k < features.size(); ++k) {
    if (features[k].is_fact) continue;
    const double apart = features[k].texts.empty() ? place(a[k]) - place(b[k])
                         : a[k] == b[k]            ? 0
                                                   : other_text;
    sum += apart * apart;
  }
  return std::sqrt(sum);
}

}  // namespace assay::dispatch
