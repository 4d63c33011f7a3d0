#include "framework/inference/normal.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace assay::inference {

double normal_probability(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

// Bisection suffices: quantiles are needed by the dozen, not by the million. It searches the lower
// tail, where probabilities keep their precision; beyond -39 they leave the range of a double.
double normal_quantile(double probability) {
  if (probability <= 0) return -std::numeric_limits<double>::infinity();
  if (probability >= 1) return std::numeric_limits<double>::infinity();
  if (probability > 0.5) return -normal_quantile(1 - probability);
  double lower = -39;
  double upper = 0;
  for (int halving = 0; halving < 64; ++halving) {
    const double middle = (lower + upper) / 2;
    (normal_probability(middle) < probability ? lower : upper) = middle;
  }
  return (lower + upper) / 2;
}

}  // namespace assay::inference
