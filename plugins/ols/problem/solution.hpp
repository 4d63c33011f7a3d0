// The accurate solution for an instance's data as rounded to their precision.
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include "ols/library/factored.hpp"
#include "ols/library/matrix.hpp"

namespace ols {

// The precision in which results of type Real are judged.
template <class Real>
using Wide = std::conditional_t<std::is_same_v<Real, float>, double, long double>;

struct Solution {
  std::vector<double> b;     // [columns] rounded to double
  std::vector<double> rest;  // [columns] the error of rounding b
  double uncertainty;        // |D (error of b)| / |D b|, D the norms of X's columns
};

// Computes the solution from the factors of X before rounding and a `b` near the solution, by
// Bjoerck's iterative refinement of residual and solution together (Higham, Accuracy and Stability,
// 2nd ed., section 20.5), with residuals in Wide. Each step passes over X twice and gains a factor
// of about 1 / (condition unit roundoff); if that is no gain, the uncertainty is large.
template <class Real>
Solution refined_solution(const FactoredMatrix& factors, const MatrixView<Real>& x,
                          std::span<const Real> y, std::span<const double> b);

// Computes the solution by Householder reflections in long double, refined once; for small X.
template <class Real>
Solution direct_solution(const MatrixView<Real>& x, std::span<const Real> y);

}  // namespace ols
