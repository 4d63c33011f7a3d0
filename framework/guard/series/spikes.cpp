#include "framework/guard/series/spikes.hpp"

#include <algorithm>
#include <cmath>

#include "framework/inference/block_effect.hpp"
#include "framework/inference/median.hpp"

namespace assay::guard {
namespace {

double median_step_around(std::span<const double> series, std::size_t i) {
  constexpr std::size_t reach = 15;
  const std::size_t first = i > reach ? i - reach : 0;
  const std::size_t last = std::min(i + reach, series.size() - 1);
  std::vector<double> steps;
  for (std::size_t j = first; j < last; ++j) steps.push_back(std::abs(series[j + 1] - series[j]));
  return inference::median_of(std::move(steps));
}

}  // namespace

std::vector<double> without_lone_spikes(std::span<const double> series) {
  constexpr double clear_steps = 5;
  std::vector<double> result(series.begin(), series.end());
  if (series.size() < 3) return result;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const std::size_t last = series.size() - 1;
    const double one = series[i == 0 ? 2 : i - 1];
    const double other = series[i == last ? last - 2 : i + 1];
    const auto [lower, upper] = std::minmax(one, other);
    const double nearer = std::clamp(series[i], lower, upper);
    const double clearance = std::abs(series[i] - nearer);
    if (clearance > 0 && clearance > clear_steps * median_step_around(series, i))
      result[i] = nearer;
  }
  return result;
}

}  // namespace assay::guard
