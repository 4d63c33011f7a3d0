// How far an element of a product may be from the accurate one.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "gemm/gemm.hpp"

namespace gemm {

// What the check has to know of a type.
template <class Real>
struct Precision {
  using limits = std::numeric_limits<SumOf<Real>>;
  static constexpr bool is_half = std::is_same_v<Real, Half>;

  // The error of one operation of a sum, relative to its result. Sums of halves may be those of
  // tensor cores, which truncate (Fasi, Higham, Mikaitis, Pranesh, "Numerical behavior of NVIDIA
  // tensor cores", PeerJ Computer Science 7, 2021).
  static constexpr double sum_unit = double{limits::epsilon()} / (is_half ? 1 : 2);
  // Of a rounding to Real: relative, and below Real's normal numbers.
  static constexpr double result_unit = is_half ? 0x1p-11 : double{limits::epsilon()} / 2;
  static constexpr double result_step = is_half ? 0x1p-24 : double{limits::denorm_min()};
  static constexpr double largest = is_half ? 65504 : double{limits::max()};
};

// Compares c with an accurate product. Each element c[i, j] may differ by
//
//   min(inner + 2, 16 sqrt(inner)) u |a[i]| |b[j]|,
//
// where |a[i]| and |b[j]| are the Euclidean norms of the row and the column that it is the product
// of, and u is the error of an addition. With `inner` + 2 that is the bound for any order of
// operations, to first order (Higham, "Accuracy and Stability of Numerical Algorithms", 2nd
// edition, 2002, section 3.1, with the inequality of Cauchy and Schwarz). As roundings point either
// way, the error of long sums is nearer to sqrt(inner) u (Higham and Mary, "A New Approach to
// Probabilistic Rounding Error Analysis", SIAM Journal on Scientific Computing 41, 2019), of which
// 16 times as much is allowed: from about 250 products on, that is less, and shows errors that the
// bound would hide. Added are the rounding of the result and that of the smallest numbers.
//
// Where a row or a column has infinities or NaN, the element must be what IEEE 754 makes of them in
// any order. Where finite sums may overflow in some orders, any result is right.
template <class Real>
class ProductCheck final : public assay::sdk::Check {
 public:
  // Borrows `expected`, the accurate product [batch, rows, columns].
  ProductCheck(const Shape& shape, std::span<const Real> a, std::span<const Real> b,
               std::span<const double> expected);

  // Names the first element that is wrong, and what it should be.
  assay::sdk::Finding check(std::span<const assay_tensor> outputs) override;

 private:
  // Of a row of c, counted through the batch, and a column.
  [[nodiscard]] double tolerance(std::size_t row, std::size_t column) const;
  // The distance of a result from the right one in units of what it may be at most.
  [[nodiscard]] static double deviation(double result, double right, double most);
  [[nodiscard]] std::string describe(std::size_t row, std::size_t column, double result) const;
  [[nodiscard]] double expected(std::size_t row, std::size_t column) const {
    return expected_[row * shape_.columns + column];
  }

  Shape shape_;
  std::span<const double> expected_;
  double units_;                      // the tolerance for norms of 1
  std::vector<double> row_norms_;     // [batch, rows], of a
  std::vector<double> column_norms_;  // [batch, columns], of b
};

}  // namespace gemm
