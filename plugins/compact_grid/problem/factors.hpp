// A function's factors on a grid, and the closed forms that follow from them: all nodal values, all
// hierarchical coefficients, and the interpolant at any point.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include "compact_grid/library/grid.hpp"
#include "compact_grid/problem/function.hpp"

namespace compact_grid {

// A table for each dimension, [coordinate_entries(levels)] in the order of coordinate_entry.
using Factors = std::vector<std::vector<std::complex<double>>>;

Factors nodal_factors(const Grid& grid, const Function& function);
// The one-dimensional hierarchical coefficients of the factors, with differences computed in higher
// precision. Hierarchization acts on one dimension after another, hence on a product factor by
// factor.
Factors hierarchical_factors(const Grid& grid, const Function& function);

// The real part of the product of the factors at each point, in the grid's order. T is float or
// double.
template <class T>
std::vector<T> products(const Grid& grid, const Factors& factors);

// A sum, together with the quantities that bound the rounding errors of computing it.
struct Sum {
  double value = 0;
  double magnitude = 0;  // at least the sum of |terms|
  // The sum over the terms of |coefficient| times the sum over k of the product of all hats except
  // the k-th: with t = 2^(l+1) x - i a hat 1 - |t| is computed with an absolute error of up to u,
  // which the other hats multiply.
  double slack = 0;
};

// The interpolant of products of `hierarchical` factors at x [dimensions]: the sums of terms with
// equal sums of levels are the coefficients of a product of polynomials, one for each dimension, so
// that a point takes O(d n^2) operations, independently of the number of subspaces.
Sum interpolate(const Grid& grid, const Factors& hierarchical, std::span<const double> x);

}  // namespace compact_grid
