// Scales columns to a norm of about 1, so that a method's promise does not depend on the units of a
// column. All factors are powers of two: scaling is exact.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "ols/library/matrix.hpp"

namespace ols::cpu {

// The power of two that scales `norm` into [1, 2); 1 for a norm of 0.
inline double power_of_two_for(double norm) {
  return norm > 0 ? std::ldexp(1.0, -std::ilogb(norm)) : 1;
}

// A = X D^-1, column-major, and the factors 1 / D. If x solves the problem of A, x = D b for the
// solution b of X.
template <class Real>
struct ScaledCopy {
  std::vector<Real> a;        // [columns, rows]
  std::vector<double> scale;  // [columns]

  // Keeps its memory between calls.
  void assign(const MatrixView<Real>& x, int threads) {
    constexpr std::size_t tile = 64;
    a.resize(x.rows * x.columns);
    scale.resize(x.columns);
    const auto rows = static_cast<std::int64_t>(x.rows);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::int64_t first = 0; first < rows; first += static_cast<std::int64_t>(tile)) {
      const auto begin = static_cast<std::size_t>(first);
      const std::size_t end = std::min(begin + tile, x.rows);
      for (std::size_t j = 0; j < x.columns; ++j) {
        for (std::size_t i = begin; i < end; ++i) a[j * x.rows + i] = x(i, j);
      }
    }
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::int64_t column = 0; column < static_cast<std::int64_t>(x.columns); ++column) {
      const auto j = static_cast<std::size_t>(column);
      const std::span<Real> own(a.data() + j * x.rows, x.rows);
      scale[j] = power_of_two_for(norm(std::span<const Real>(own)));
      for (Real& value : own) value *= static_cast<Real>(scale[j]);
    }
  }
};

// b = D^-1 x
template <class Real>
void unscale(const Real* x, const std::vector<double>& scale, Real* b) {
  for (std::size_t j = 0; j < scale.size(); ++j) b[j] = x[j] * static_cast<Real>(scale[j]);
}

}  // namespace ols::cpu
