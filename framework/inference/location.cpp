#include "framework/inference/location.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "framework/inference/block_effect.hpp"
#include "framework/inference/ranked_distances.hpp"
#include "framework/inference/sign_test.hpp"
#include "framework/inference/signed_rank.hpp"

namespace assay::inference {
namespace {

void require_effects(std::span<const double> effects) {
  require_finite(effects, "the effect of block");
}

}  // namespace

const char* to_string(Method method) {
  switch (method) {
    case Method::signed_rank:
      return "signed rank";
    case Method::sign_test:
      return "sign test";
    case Method::rank_sum:
      break;
  }
  return "rank sum";
}

Method method_for(std::span<const double> effects) {
  if (effects.size() > most_ranked) return Method::sign_test;
  std::vector<double> magnitudes;
  magnitudes.reserve(effects.size());
  for (const double effect : effects) magnitudes.push_back(std::abs(effect));
  std::sort(magnitudes.begin(), magnitudes.end());
  const auto distinct = std::unique(magnitudes.begin(), magnitudes.end()) - magnitudes.begin();
  const bool ties_dominate =
      effects.size() > 1 && 2 * static_cast<std::size_t>(distinct) <= effects.size();
  return ties_dominate ? Method::sign_test : Method::signed_rank;
}

Location locate(std::span<const double> effects, double confidence) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  require_effects(effects);
  const Method method = method_for(effects);
  if (effects.empty()) {
    return {std::numeric_limits<double>::quiet_NaN(), -infinity, infinity, method};
  }
  const Interval interval = method == Method::signed_rank
                                ? signed_rank_interval(effects, confidence)
                                : sign_test_interval(effects, confidence);
  return {interval.median, interval.lower, interval.upper, method};
}

double centre(std::span<const double> effects, Method method) {
  if (method == Method::signed_rank) return median_of(sorted_walsh_sums(effects)) / 2;
  return median_of({effects.begin(), effects.end()});
}

double p_above(std::span<const double> effects, double shift) {
  require_effects(effects);
  return method_for(effects) == Method::signed_rank ? signed_rank_above(effects, shift)
                                                    : sign_test_above(effects, shift);
}

double p_below(std::span<const double> effects, double shift) {
  require_effects(effects);
  return method_for(effects) == Method::signed_rank ? signed_rank_below(effects, shift)
                                                    : sign_test_below(effects, shift);
}

double p_different(std::span<const double> effects, double shift) {
  return std::min(1.0, 2 * std::min(p_above(effects, shift), p_below(effects, shift)));
}

std::size_t fewest_blocks(double level) {
  std::size_t blocks = 1;
  double smallest_p = 1;
  while (smallest_p > level) {
    smallest_p /= 2;
    ++blocks;
  }
  return blocks;
}

}  // namespace assay::inference
