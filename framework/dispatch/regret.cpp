#include "framework/dispatch/regret.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "framework/core/random.hpp"

namespace assay::dispatch {
namespace {

constexpr std::size_t resamplings = 2000;

struct Figures {
  double share = 1;
  double tail = 0;
  double worst = 0;
};

Figures figures_of(std::vector<double> regrets) {
  if (regrets.empty()) return {};
  std::ranges::sort(regrets);
  double sum = 0;
  for (const double regret : regrets) sum += regret;
  const auto count = static_cast<double>(regrets.size());
  const auto tail = static_cast<std::size_t>(std::ceil(0.95 * count)) - 1;
  return {std::exp(-sum / count), std::expm1(regrets[tail]), std::expm1(regrets.back())};
}

Interval interval_of(std::vector<double> values, double whole) {
  std::ranges::sort(values);
  const auto at = [&](double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
  };
  return {whole, std::min(whole, at(0.025)), std::max(whole, at(0.975))};
}

}  // namespace

RegretSummary summarise_regret(const CostMatrix& matrix, const Chooser& choose) {
  std::map<std::string, std::vector<double>> groups;
  std::vector<double> all;
  RegretSummary summary;
  for (std::size_t row = 0; row < matrix.instances(); ++row) {
    const auto& costs = matrix.costs[row];
    if (!std::isfinite(*std::ranges::min_element(costs))) continue;
    const std::size_t pair = choose(row);
    all.push_back(regrets(costs, 0)[pair]);
    groups[group_of(matrix.features, matrix.points[row])].push_back(all.back());
    summary.failures += std::isfinite(costs[pair]) ? 0 : 1;
  }
  summary.instances = all.size();
  std::vector<const std::vector<double>*> drawn_from;
  for (const auto& [_, regrets] : groups) drawn_from.push_back(&regrets);
  const Figures whole = figures_of(all);
  std::vector<double> shares;
  std::vector<double> tails;
  std::vector<double> worsts;
  Random random(1);
  for (std::size_t k = 0; k < resamplings; ++k) {
    std::vector<double> drawn;
    for (std::size_t g = 0; g < drawn_from.size(); ++g) {
      const auto& group = *drawn_from[random.below(drawn_from.size())];
      drawn.insert(drawn.end(), group.begin(), group.end());
    }
    const Figures figures = figures_of(std::move(drawn));
    shares.push_back(figures.share);
    tails.push_back(figures.tail);
    worsts.push_back(figures.worst);
  }
  summary.share = interval_of(std::move(shares), whole.share);
  summary.tail = interval_of(std::move(tails), whole.tail);
  summary.worst = interval_of(std::move(worsts), whole.worst);
  return summary;
}

std::size_t nearest_choice(const CostMatrix& seen, const PairConditions& conditions,
                           const FeatureValues& values) {
  std::size_t nearest = 0;
  double least = failed_cost;
  for (std::size_t row = 0; row < seen.instances(); ++row) {
    const double apart = distance(seen.features, seen.points[row], values);
    if (apart >= least) continue;
    least = apart;
    nearest = row;
  }
  std::vector<double> costs = seen.costs[nearest];
  for (std::size_t j = 0; j < costs.size(); ++j) {
    if (!conditions.admits(j, values)) costs[j] = failed_cost;
  }
  return static_cast<std::size_t>(std::ranges::min_element(costs) - costs.begin());
}

}  // namespace assay::dispatch
