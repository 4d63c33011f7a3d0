#include "framework/guard/series/energy_split.hpp"

#include <cmath>
#include <vector>

namespace assay::guard {
namespace {

double distance_to(std::span<const double> others, double value) {
  double sum = 0;
  for (const double other : others) sum += std::abs(other - value);
  return sum;
}

double pairs_of(double count) { return count * (count - 1) / 2; }

}  // namespace

// Moves the split from left to right and, with each value that changes sides, updates three sums of
// distances: within the earlier part, within the later part and between them.
std::optional<Split> best_split(std::span<const double> series, std::size_t least_part) {
  if (series.size() < 2 * least_part) return std::nullopt;
  double earlier = 0;
  double later = 0;
  double between = 0;
  for (std::size_t i = 0; i < series.size(); ++i) {
    later += distance_to(series.subspan(i + 1), series[i]);
  }
  Split best = {least_part, 0};
  for (std::size_t i = 0; i + least_part < series.size(); ++i) {
    const double to_earlier = distance_to(series.first(i), series[i]);
    const double to_later = distance_to(series.subspan(i + 1), series[i]);
    earlier += to_earlier;
    later -= to_later;
    between += to_later - to_earlier;
    if (i + 1 < least_part) continue;
    const double m = static_cast<double>(i + 1);
    const double k = static_cast<double>(series.size() - i - 1);
    const double distance = 2 * between / (m * k) - earlier / pairs_of(m) - later / pairs_of(k);
    const double statistic = m * k / (m + k) * distance;
    if (statistic > best.statistic) best = {i + 1, statistic};
  }
  return best;
}

std::optional<TestedSplit> tested_split(std::span<const double> series, std::size_t least_part,
                                        double level, Random& random) {
  const auto split = best_split(series, least_part);
  if (!split || split->statistic <= 0) return std::nullopt;
  // Sums of the same distances in a different order differ in the last digits.
  const double as_good = split->statistic * (1 - 1e-9);
  const auto orders = static_cast<std::size_t>(std::ceil(5 / level));
  const auto p_value = [&](std::size_t as_good_orders) {
    return static_cast<double>(as_good_orders + 1) / static_cast<double>(orders + 1);
  };
  std::vector<double> permuted(series.begin(), series.end());
  std::size_t better = 0;
  for (std::size_t order = 0; order < orders; ++order) {
    random.shuffle(std::span(permuted));
    better += best_split(permuted, least_part)->statistic >= as_good ? 1 : 0;
    if (p_value(better) > level) return std::nullopt;
  }
  return TestedSplit{*split, p_value(better)};
}

}  // namespace assay::guard
