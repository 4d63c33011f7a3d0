#include "framework/tune/strategy/axis_factor.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace assay {
namespace {

// With more values, filling a table costs more than computing the entries that are asked for.
constexpr std::size_t most_tabulated = 64;

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

AxisFactor::AxisFactor(Axis axis) : axis_(std::move(axis)) {}

void AxisFactor::set(const Logarithms& theta) {
  length_ = std::exp(theta.length);
  importance_ = logistic(theta.importance);
  share_ = logistic(theta.kinship);
  const std::size_t n = axis_.size();
  if (n > most_tabulated) return;
  table_.resize(n * n);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) table_[a * n + b] = at(a, b);
  }
}

AxisFactor::Entry AxisFactor::at(std::size_t a, std::size_t b) const {
  const double distance = std::abs(axis_.places[a] - axis_.places[b]);
  const double r = std::sqrt(5.0) * distance / length_;
  const double decay = std::exp(-r);
  const double matern = (1 + r + r * r / 3) * decay;
  const double kinship = axis_.kinship(a, b);
  const double alike = (1 - share_) * matern + share_ * kinship;
  // Never 0, even if the length is so short that the exponential is: the factor is divided by.
  const double factor = std::max(1 - importance_ + importance_ * alike, 1e-300);
  // d matern / d log l = r^2 (1 + r) / 3 exp(-r)
  return {factor,
          {importance_ * (1 - share_) * r * r * (1 + r) / 3 * decay / factor,
           importance_ * (1 - importance_) * (alike - 1) / factor,
           importance_ * share_ * (1 - share_) * (kinship - matern) / factor}};
}

}  // namespace assay
