#include "framework/inference/sign_test.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "framework/inference/median.hpp"

namespace assay::inference {
namespace {

// P(Binomial(n, 1/2) >= least). Computed in logarithms, because 2^-n leaves the range of a double;
// summed from the smallest probability upwards, because small tails are what matters.
double binomial_upper_tail(std::size_t n, std::size_t least) {
  if (least == 0) return 1;
  const double count = static_cast<double>(n);
  double log_probability = -count * std::numbers::ln2;  // that of n successes
  double tail = 0;
  for (std::size_t successes = n; successes >= least; --successes) {
    tail += std::exp(log_probability);
    const double k = static_cast<double>(successes);
    log_probability += std::log(k / (count - k + 1));
  }
  return std::min(tail, 1.0);
}

}  // namespace

double sign_test_above(std::span<const double> effects, double shift) {
  const auto above =
      std::count_if(effects.begin(), effects.end(), [&](double effect) { return effect > shift; });
  return binomial_upper_tail(effects.size(), static_cast<std::size_t>(above));
}

double sign_test_below(std::span<const double> effects, double shift) {
  const auto below =
      std::count_if(effects.begin(), effects.end(), [&](double effect) { return effect < shift; });
  return binomial_upper_tail(effects.size(), static_cast<std::size_t>(below));
}

Interval sign_test_interval(std::span<const double> effects, double confidence) {
  Interval interval = median_interval(effects, confidence);
  // median_interval is made for times, which are at least 0; log-ratios have no lower limit.
  if (std::isinf(interval.upper)) interval.lower = -std::numeric_limits<double>::infinity();
  return interval;
}

}  // namespace assay::inference
