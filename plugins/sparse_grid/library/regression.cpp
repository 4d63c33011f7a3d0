#include "sparse_grid/library/regression.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace sparse_grid {
namespace {

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// The updated residual drifts away from the true one by rounding; this often it is made anew.
constexpr std::size_t recompute_every = 50;

}  // namespace

Regression solve(const BasisRows& rows, std::span<const double> targets,
                 const RegressionOptions& options, std::span<const double> start) {
  const double shift = options.lambda * static_cast<double>(rows.data_points());
  const auto system_times = [&](const Vector& x) {
    Vector result = rows.gram_times(x);
    for (std::size_t p = 0; p < x.size(); ++p) result[p] += shift * x[p];
    return result;
  };
  const Vector right = rows.times(targets);
  const auto residual_of = [&](const Vector& x) {
    Vector result = system_times(x);
    for (std::size_t p = 0; p < x.size(); ++p) result[p] = right[p] - result[p];
    return result;
  };

  Regression result;
  Vector& alpha = result.surpluses;
  alpha.assign(rows.points(), 0);
  std::copy_n(start.begin(), std::min(start.size(), alpha.size()), alpha.begin());

  const double scale = std::sqrt(dot(right, right));
  const double enough = options.tolerance * options.tolerance * scale * scale;
  Vector residual = residual_of(alpha);
  Vector direction = residual;
  double squared = dot(residual, residual);
  while (result.iterations < options.iterations && squared > enough) {
    const Vector image = system_times(direction);
    const double step = squared / dot(direction, image);
    ++result.iterations;
    for (std::size_t p = 0; p < alpha.size(); ++p) alpha[p] += step * direction[p];
    if (result.iterations % recompute_every == 0) {
      residual = residual_of(alpha);
    } else {
      for (std::size_t p = 0; p < alpha.size(); ++p) residual[p] -= step * image[p];
    }
    const double before = std::exchange(squared, dot(residual, residual));
    for (std::size_t p = 0; p < alpha.size(); ++p) {
      direction[p] = residual[p] + squared / before * direction[p];
    }
  }
  residual = residual_of(alpha);
  result.residual = scale > 0 ? std::sqrt(dot(residual, residual)) / scale : 0;
  return result;
}

}  // namespace sparse_grid
