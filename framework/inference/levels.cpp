#include "framework/inference/levels.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "framework/core/error.hpp"
#include "framework/inference/block_effect.hpp"
#include "framework/inference/median.hpp"

namespace assay::inference {
namespace {

using Blocks = std::span<const std::vector<double>>;

double sample_variance(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double count = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += value / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares / (count - 1);
}

// The variance of the median of `count` standard normal values: exact at 1 and 2, pi / (2 count)
// for many.
double median_variance(std::size_t count) {
  const double shift = count % 2 == 1 ? std::numbers::pi / 2 - 1 : std::numbers::pi - 2;
  return std::numbers::pi / 2 / (static_cast<double>(count) + shift);
}

// The factor by which the correlation of neighbouring values increases the variance of their
// median.
double inflation(double lag_one) {
  constexpr double most = 0.99;
  const double correlation = std::clamp(lag_one, 0.0, most);
  return (1 + correlation) / (1 - correlation);
}

double variance_within(Blocks blocks) {
  std::vector<double> distances;
  double variances = 0;
  double with_variance = 0;
  for (const auto& block : blocks) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) distances.push_back(std::abs(block[i] - block[j]));
    }
    if (block.size() < 2) continue;
    variances += sample_variance(block);
    ++with_variance;
  }
  if (distances.empty()) return 0;
  // The median distance of two normal values: sqrt(2) times the quantile of 3/4.
  constexpr double of_normal = std::numbers::sqrt2 * 0.6744897501960817;
  const double deviation = median_of(std::move(distances)) / of_normal;
  return deviation > 0 ? deviation * deviation : variances / with_variance;
}

// The distances from the block's median, limited to `most` and then centred on their own mean,
// which biases a correlation by no more than -1/pairs.
std::vector<double> bounded_distances(const std::vector<double>& block, double most) {
  const double median = median_of(block);
  std::vector<double> distances;
  double mean = 0;
  for (const double value : block) {
    distances.push_back(std::clamp(value - median, -most, most));
    mean += distances.back() / static_cast<double>(block.size());
  }
  for (double& distance : distances) distance -= mean;
  return distances;
}

double correlation_within(Blocks blocks, double within) {
  double products = 0;
  double squares = 0;
  double bias = 0;  // Marriott and Pope, "Bias in the estimation of autocorrelations", 1954
  for (const auto& block : blocks) {
    const auto distances = bounded_distances(block, 3 * std::sqrt(within));
    double own_squares = 0;
    for (std::size_t i = 0; i < distances.size(); ++i) {
      own_squares += distances[i] * distances[i];
      if (i > 0) products += distances[i] * distances[i - 1];
    }
    squares += own_squares;
    bias += own_squares / static_cast<double>(block.size());
  }
  return squares > 0 ? std::clamp((products + bias) / squares, -1.0, 1.0) : 0;
}

void require_values(Blocks blocks) {
  if (blocks.empty()) throw environment_error("no blocks: variances need at least one");
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b].empty()) {
      throw environment_error("block {} of {} has no pairs", b + 1, blocks.size());
    }
    require_finite(blocks[b], fmt::format("block {}: the log-ratio of pair", b + 1).c_str());
  }
}

}  // namespace

Components components(Blocks blocks) {
  require_values(blocks);
  Components result;
  result.within = variance_within(blocks);
  result.lag_one = correlation_within(blocks, result.within);

  std::vector<double> effects;
  double of_pairs = 0;  // the part of the effects' variance that pairs explain
  for (const auto& block : blocks) {
    effects.push_back(median_of(block));
    of_pairs += effect_variance({0, result.within, result.lag_one}, block.size());
  }
  of_pairs /= static_cast<double>(blocks.size());
  result.between = std::max(0.0, sample_variance(effects) - of_pairs);
  return result;
}

double effect_variance(const Components& components, std::size_t pairs) {
  // At most 1: a single pair has no neighbour, and many correlated ones do not vary more than one
  // alone.
  const double of_median = std::min(1.0, median_variance(pairs) * inflation(components.lag_one));
  return components.between + components.within * of_median;
}

}  // namespace assay::inference
