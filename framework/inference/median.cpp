#include "framework/inference/median.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace assay::inference {
namespace {

// The largest k such that [x_(k), x_(n+1-k)] (counted from 1) covers the median of any continuous
// distribution with at least `confidence`: 1 - 2 P(Binomial(n, 1/2) < k). 0 if there is none.
// Exact tails instead of the normal approximation, which is too narrow for the few samples of a
// trial; in logarithms because 2^-n leaves the range of a double beyond n = 1074.
std::size_t order_statistic_rank(std::size_t n, double confidence) {
  const double tail = (1 - confidence) / 2;
  const double count = static_cast<double>(n);
  double log_probability = -count * std::numbers::ln2;  // that of exactly k successes
  double below = 0;                                     // P(successes < k)
  std::size_t k = 0;
  while (k <= n / 2) {
    const double at_most = below + std::exp(log_probability);
    if (at_most > tail) break;
    below = at_most;
    const double i = static_cast<double>(k);
    log_probability += std::log((count - i) / (i + 1));
    ++k;
  }
  return k;
}

}  // namespace

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

Interval median_interval(std::span<const double> values, double confidence) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t k = order_statistic_rank(sorted.size(), confidence);
  const double median = median_of(sorted);
  if (k == 0) return {median, 0, std::numeric_limits<double>::infinity()};
  return {median, sorted[k - 1], sorted[sorted.size() - k]};
}

}  // namespace assay::inference
