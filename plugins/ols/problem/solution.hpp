// What an instance's data as they are, rounded to their precision, have for a solution.
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include "ols/library/factored.hpp"
#include "ols/library/matrix.hpp"

namespace ols {

// The precision in which numbers of Real are judged.
template <class Real>
using Wide = std::conditional_t<std::is_same_v<Real, float>, double, long double>;

struct Solution {
  std::vector<double> b;     // [columns] rounded to double
  std::vector<double> rest;  // [columns] what the rounding left out
  double uncertainty;        // |D (error of b)| / |D b|, D the norms of X's columns
};

// From the factors of X before rounding and `b` near the solution: Bjoerck's iterative refinement
// of residual and solution together (Higham, Accuracy and Stability, 2nd ed., section 20.5), with
// residuals in Wide. Each step passes over X twice and gains a factor of about 1 / (condition unit
// roundoff); where that is no gain, the uncertainty says so.
template <class Real>
Solution refined_solution(const FactoredMatrix& factors, const MatrixView<Real>& x,
                          std::span<const Real> y, std::span<const double> b);

// Householder reflections in long double, refined once; for small X.
template <class Real>
Solution direct_solution(const MatrixView<Real>& x, std::span<const Real> y);

}  // namespace ols
