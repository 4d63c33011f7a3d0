// The accuracy of a fit, by any method.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "ols/library/matrix.hpp"

namespace ols {

// Errors relative to D, the norms of X's columns, so that the units of columns do not matter.
struct Accuracy {
  double forward;   // |D (b - solution)| / |D solution|
  double backward;  // |D^-1 X^T (y - X b)| / (sqrt(n) (sqrt(n) |D b| + |y|)), at most about forward
};

// Judges b in the precision Wide. The solution is the sum of `solution` and `rest`.
template <class Wide, class Real>
Accuracy judge(const MatrixView<Real>& x, std::span<const Real> y, std::span<const Real> b,
               std::span<const double> solution, std::span<const double> rest) {
  const auto norms = column_norms(x);
  const std::vector<Wide> wide(b.begin(), b.end());
  const auto left = residual<Wide>(x, y, std::span<const Wide>(wide));
  const auto products = transposed_product<Wide>(x, std::span<const Wide>(left));
  std::vector<double> error;
  std::vector<double> size;
  std::vector<double> own;
  std::vector<double> slope;
  for (std::size_t j = 0; j < b.size(); ++j) {
    const double unit = norms[j] > 0 ? norms[j] : 1;
    error.push_back(unit *
                    (static_cast<double>(wide[j] - static_cast<Wide>(solution[j])) - rest[j]));
    size.push_back(unit * solution[j]);
    own.push_back(unit * static_cast<double>(b[j]));
    slope.push_back(static_cast<double>(products[j]) / unit);
  }
  const double root = std::sqrt(static_cast<double>(b.size()));
  const auto ratio = [](double part, double whole) { return whole > 0 ? part / whole : part; };
  const auto length = [](const std::vector<double>& v) { return norm(std::span<const double>(v)); };
  return {ratio(length(error), length(size)),
          ratio(length(slope), root * (root * length(own) + norm(y)))};
}

// The decimal digits in which `value` agrees with `certified`: the logarithm of the relative error,
// NIST's LRE. At most 15, the digits that certificates print.
inline double agreeing_digits(double value, double certified) {
  if (value == certified) return 15;
  const double error = std::abs(value - certified) / (certified == 0 ? 1 : std::abs(certified));
  return std::min(15.0, std::max(0.0, -std::log10(error)));
}

}  // namespace ols
