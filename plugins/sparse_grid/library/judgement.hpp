// The quality of surpluses as the solution of a regression, computed in double from the recursive
// basis tree, independently of the algorithm that found them.
#pragma once

#include <cstddef>
#include <span>

#include "sparse_grid/library/basis_rows.hpp"

namespace sparse_grid {

// Data points and their targets, in the precision of an instance; borrowed.
template <class T>
struct Labelled {
  std::span<const T> points;   // [size() * dimensions]
  std::span<const T> targets;  // [size()]
  std::size_t dimensions;

  [[nodiscard]] std::size_t size() const { return targets.size(); }
};

struct Judgement {
  double residual = 0;  // |r|_2 with r = B y - (B B^T + m lambda I) alpha
  // e|_2, where e_i is the i-th component of r with |alpha|, |y| and plus for minus: the magnitude
  // of all terms that add up to r_i, to which its rounding errors are proportional.
  double magnitude = 0;
  double squared_error = 0;  // mean of (y - B^T alpha)^2 over the data
};

// Judges surpluses. Results do not depend on the number of threads. T is float or double.
template <class T>
Judgement judge(const BasisTree& tree, const Labelled<T>& data, double lambda,
                std::span<const double> surpluses);

// The mean of (y - B^T alpha)^2.
template <class T>
double mean_squared_error(const BasisTree& tree, const Labelled<T>& data,
                          std::span<const double> surpluses);

}  // namespace sparse_grid
