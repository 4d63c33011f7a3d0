#include "ols/library/trust.hpp"

#include <algorithm>
#include <cmath>

namespace ols {

double roundings(std::size_t additions, std::size_t columns) {
  constexpr double few = 8;  // this many may all have the same sign
  return few + std::sqrt(static_cast<double>(additions)) + std::sqrt(static_cast<double>(columns));
}

double error_of_orthogonal(const Solved& solved, double unit_roundoff, double residual_norm) {
  const double condition = std::sqrt(static_cast<double>(solved.columns)) * solved.inverse_norm;
  const double error = condition * (1 + solved.inverse_norm * residual_norm / solved.solution_norm);
  return roundings(solved.additions, solved.columns) * unit_roundoff * error;
}

double digits_of_orthogonal(const Solved& solved, double unit_roundoff, double residual_norm) {
  return digits_of(error_of_orthogonal(solved, unit_roundoff, residual_norm));
}

double error_of_normal_equations(const Solved& solved, double unit_roundoff, double target_norm,
                                 double factor_roundoff) {
  const double moved =
      solved.inverse_norm * solved.inverse_norm * std::sqrt(static_cast<double>(solved.columns));
  const double sums = roundings(solved.additions, solved.columns) * unit_roundoff * moved *
                      (2 + target_norm / solved.solution_norm);
  return sums + 2 * factor_roundoff * (1 + moved);
}

double digits_of_normal_equations(const Solved& solved, double unit_roundoff, double target_norm,
                                  double factor_roundoff) {
  return digits_of(error_of_normal_equations(solved, unit_roundoff, target_norm, factor_roundoff));
}

double digits_of_inverse(const Inverted& inverted, double unit_roundoff, double target_norm) {
  const double root = std::sqrt(static_cast<double>(inverted.columns));
  const double own = root * inverted.matrix_norm;
  const double given = root * (2 + target_norm / inverted.solution_norm);
  const double rounding = roundings(inverted.additions, inverted.columns) * unit_roundoff;
  return digits_of(inverted.correction_norm / inverted.solution_norm +
                   inverted.inverse_norm * (4 * unit_roundoff * own + rounding * given));
}

double digits_of(double relative_error) {
  if (!(relative_error < 1)) return 0;  // NaN as well
  return -std::log10(std::max(relative_error, std::numeric_limits<double>::min()));
}

}  // namespace ols
