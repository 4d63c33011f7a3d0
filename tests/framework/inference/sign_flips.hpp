#pragma once

#include <cmath>
#include <vector>

namespace assay::inference {

// The oracle of the signed-rank tests: P(sum of ranks above the shift >= observed), by visiting all
// 2^n patterns of signs. Ranks follow their definition: Pratt's treatment of zeros, and midranks.
inline double above_by_all_sign_flips(const std::vector<double>& effects, double shift) {
  std::vector<double> distances;
  for (const double effect : effects) distances.push_back(effect - shift);
  std::vector<double> ranks;
  double observed = 0;
  for (const double distance : distances) {
    if (distance == 0) continue;
    double nearer = 0;
    double as_near = 0;
    for (const double other : distances) {
      nearer += std::abs(other) < std::abs(distance) ? 1 : 0;
      as_near += std::abs(other) == std::abs(distance) ? 1 : 0;
    }
    ranks.push_back(nearer + (as_near + 1) / 2);
    if (distance > 0) observed += ranks.back();
  }
  double as_large = 0;
  const unsigned patterns = 1U << ranks.size();
  for (unsigned pattern = 0; pattern < patterns; ++pattern) {
    double sum = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) sum += (pattern >> i & 1U) != 0 ? ranks[i] : 0;
    as_large += sum >= observed ? 1 : 0;
  }
  return as_large / patterns;
}

inline double below_by_all_sign_flips(std::vector<double> effects, double shift) {
  for (double& effect : effects) effect = -effect;
  return above_by_all_sign_flips(effects, -shift);
}

}  // namespace assay::inference
