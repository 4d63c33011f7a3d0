// Properties of a matrix, read from the triangle R of its QR or Cholesky factorisation.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "ols/library/random.hpp"

namespace ols {

// An estimate of |R^-1| in the 2-norm by power iteration with (R^T R)^-1: a lower bound, within a
// factor of two unless the starting vector is unluckily placed. R is upper triangular,
// column-major, n x n, its columns `stride` elements apart. Infinite if R is singular.
template <class Real>
double inverse_norm(const Real* r, std::size_t n, std::size_t stride) {
  constexpr int iterations = 6;
  const auto at = [&](std::size_t i, std::size_t j) {
    return static_cast<double>(r[i + j * stride]);
  };
  std::vector<double> z(n);
  // A starting vector of signs could be exactly orthogonal to the vector sought, namely if the
  // singular vectors consist of signs themselves.
  for (std::size_t i = 0; i < n; ++i) z[i] = random_unit(0, i);
  double estimate = 0;
  for (int k = 0; k < iterations; ++k) {
    double norm = 0;
    for (const double x : z) norm += x * x;
    norm = std::sqrt(norm);
    for (double& x : z) x /= norm;
    for (std::size_t j = 0; j < n; ++j) {  // R^T z
      for (std::size_t i = 0; i < j; ++i) z[j] -= at(i, j) * z[i];
      z[j] /= at(j, j);
    }
    for (std::size_t j = n; j-- > 0;) {  // R z
      z[j] /= at(j, j);
      for (std::size_t i = 0; i < j; ++i) z[i] -= at(i, j) * z[j];
    }
    double square = 0;
    for (const double x : z) square += x * x;
    if (!std::isfinite(square)) return std::numeric_limits<double>::infinity();
    estimate = std::sqrt(std::sqrt(square));
  }
  return estimate;
}

// Returns the columns of R that lie in the span of the preceding ones, to a precision of
// `tolerance` times the column's norm.
template <class Real>
std::vector<std::size_t> dependent_columns(const Real* r, std::size_t n, std::size_t stride,
                                           double tolerance) {
  std::vector<std::size_t> found;
  for (std::size_t j = 0; j < n; ++j) {
    double square = 0;
    for (std::size_t i = 0; i <= j; ++i) {
      square += static_cast<double>(r[i + j * stride]) * static_cast<double>(r[i + j * stride]);
    }
    const double own = std::abs(static_cast<double>(r[j + j * stride]));
    if (!(own > tolerance * std::sqrt(square))) found.push_back(j);
  }
  return found;
}

}  // namespace ols
