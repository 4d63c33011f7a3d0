// The recursive descent of Luz 2017, section 3.1, in double: what every variant is verified
// against.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/library/grid.hpp"

namespace sparse_grid {

// A result together with what a bound on the rounding errors of computing it needs. With t = 2^l x
// - i, a one-dimensional hat is computed with an absolute error of up to u (from rounding t, unit
// roundoff u) and a relative one; an absolute error in one factor is multiplied by the other
// factors. So each phi carries `slack`, the sum over k of the product of its factors but the k-th.
struct ReferenceResult {
  std::vector<double> values;
  std::size_t most_terms = 0;  // non-zero terms of the longest sum
  double magnitude = 0;        // largest sum of |terms|
  double slack = 0;            // largest sum of |coefficient| * slack
};

class Reference {
 public:
  explicit Reference(const Grid& grid);

  // v_m = sum over i of surpluses_i phi_i(x_m), for data [m * dimensions] in [0, 1].
  [[nodiscard]] ReferenceResult multi_eval(std::span<const double> data,
                                           std::span<const double> surpluses) const;
  // s_i = sum over m of weights_m phi_i(x_m).
  [[nodiscard]] ReferenceResult multi_eval_transposed(std::span<const double> data,
                                                      std::span<const double> weights) const;
  // How many pairs of data point and grid point there are with phi_i(x_m) > 0; T is float or
  // double.
  template <class T>
  [[nodiscard]] std::uint64_t count_nonzero(std::span<const T> data) const;

 private:
  template <class Visit>
  void descend(const double* x, std::size_t k, PointNumber point, double product, double slack,
               const Visit& visit) const;

  std::size_t dimensions_;
  std::size_t points_;
  std::vector<PointNumber> children_;  // [points * dimensions * 2]: by dimension and side
};

}  // namespace sparse_grid
