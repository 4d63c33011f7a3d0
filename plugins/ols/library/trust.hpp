// The decimal digits that a method may promise for its result, for the tensor "trusted_digits".
//
// Norms are those of the scaled problem A x = y with A = X D^-1, x = D b, D about the norms of X's
// columns, so that a column's units do not matter; |A| <= sqrt(columns).
#pragma once

#include <cstddef>
#include <limits>

namespace ols {

template <class Real>
inline constexpr double unit_roundoff = std::numeric_limits<Real>::epsilon() / 2.0;

// The sizes and norms that a method knows once it has solved.
struct Solved {
  std::size_t additions;  // through which a term of a sum over the rows goes
  std::size_t columns;
  double inverse_norm;   // |A^+|, or an estimate: 1 over the smallest singular value
  double solution_norm;  // |x|
};

// The factor by which unit roundoffs accumulate over so many additions and `columns` steps:
// roundings behave like random numbers, so that they grow with the square root (Higham, Mary 2019,
// theorem 3.1).
double roundings(std::size_t additions, std::size_t columns);

// Rows that are summed on their own before their sum is added to that of others.
inline constexpr std::size_t rows_summed_at_a_time = 4096;

// The additions of a sum over `rows` rows, summed in parts of `part` rows.
inline std::size_t additions_in_parts(std::size_t rows, std::size_t part = rows_summed_at_a_time) {
  return rows <= part ? rows : part + rows / part + 1;
}

// The relative error of x by a backward stable method (Householder reflections, singular values):
// its result solves a nearby problem, whose solution differs by up to u k (1 + k |r| / (|A| |x|)),
// k = |A| |A^+| (Wedin; Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., theorems
// 20.1 and 20.3).
double error_of_orthogonal(const Solved& solved, double unit_roundoff, double residual_norm);
// The digits that remain with error_of_orthogonal.
double digits_of_orthogonal(const Solved& solved, double unit_roundoff, double residual_norm);

// The relative error of x by a Cholesky factorisation of A^T A, which squares the condition number:
// u k^2 (1 + |y| / (|A| |x|)) (Higham, section 20.4). Rounding errors of A^T A behave like random
// numbers, so that their norm is up to 2 sqrt(columns) times that of one. `factor_roundoff` bounds
// the relative error of elements of A that are truncated or rounded before they are multiplied
// (TF32): the part common to all of them scales A^T A, and the remainder is random too.
double error_of_normal_equations(const Solved& solved, double unit_roundoff, double target_norm,
                                 double factor_roundoff = 0);
// The digits that remain with error_of_normal_equations.
double digits_of_normal_equations(const Solved& solved, double unit_roundoff, double target_norm,
                                  double factor_roundoff = 0);

// The sizes and norms known of an explicit inverse of C = A^T A and of x = C^-1 z by it: the
// largest row sums of C and of the inverse, the largest elements of x and of C^-1 (z - C x).
struct Inverted {
  std::size_t additions;  // through which a term of a sum over the rows goes
  std::size_t columns;
  double matrix_norm;
  double inverse_norm;
  double solution_norm;
  double correction_norm;
};

// The digits of x: reduced by the size of the correction, by its own rounding, and by the effect of
// rounding C and z (as for normal equations).
double digits_of_inverse(const Inverted& inverted, double unit_roundoff, double target_norm);

// The digits of a relative error; never below 0, which means that nothing can be trusted.
double digits_of(double relative_error);

}  // namespace ols
