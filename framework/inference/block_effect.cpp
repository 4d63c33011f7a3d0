#include "framework/inference/block_effect.hpp"

#include <algorithm>
#include <cmath>

#include "framework/core/error.hpp"
#include "framework/inference/median.hpp"

namespace assay::inference {
namespace {

bool is_time(double seconds) { return std::isfinite(seconds) && seconds > 0; }

}  // namespace

double log_ratio(const TimePair& pair) {
  if (!is_time(pair.baseline) || !is_time(pair.candidate)) {
    throw environment_error(
        "times of {} (baseline) and {} (candidate): times must be positive and finite",
        pair.baseline, pair.candidate);
  }
  // Not the logarithm of the quotient, whose rounding depends on which of the times is the
  // dividend.
  return std::log(pair.candidate) - std::log(pair.baseline);
}

double block_effect(std::span<const TimePair> pairs) {
  if (pairs.empty())
    throw environment_error("a block has no pairs of times, so no effect can be computed");
  std::vector<double> ratios;
  ratios.reserve(pairs.size());
  for (const TimePair& pair : pairs) {
    if (!is_time(pair.baseline) || !is_time(pair.candidate)) {
      throw environment_error(
          "pair {} of {} has times of {} (baseline) and {} (candidate): times must be positive and "
          "finite",
          ratios.size() + 1, pairs.size(), pair.baseline, pair.candidate);
    }
    ratios.push_back(log_ratio(pair));
  }
  return median_of(std::move(ratios));
}

void require_finite(std::span<const double> values, const char* what) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    throw environment_error("{} {} of {} is {}: only finite values can be judged", what, i + 1,
                            values.size(), values[i]);
  }
}

}  // namespace assay::inference
