// The sum of products that a row comes to, for comparison: more accurate than what is compared with
// it, with the distance at which a sum in another order is still right.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

namespace spmv {

// The sum of the products added so far, of factors that are float or double.
//
// It is compensated: errors of products and additions are summed beside the sum (Ogita, Rump,
// Oishi, "Accurate Sum and Dot Product", SIAM Journal on Scientific Computing 26, 2005,
// algorithm 5.3), in double.
template <class Real>
class RowSum {
 public:
  void add(Real a, Real x) {
    ++count_;
    const double product = double{a} * double{x};
    if (!std::isfinite(a) || !std::isfinite(x)) return add_special(product);
    double lost_by_product = 0;  // a double holds the product of two floats
    if constexpr (sizeof(Real) == sizeof(double)) lost_by_product = std::fma(a, x, -product);
    magnitudes_ += std::abs(product);
    is_whole_ = is_whole_ && lost_by_product == 0 && product == std::trunc(product);
    const double next = sum_ + product;
    const double added = next - sum_;
    lost_ += (sum_ - (next - added)) + (product - added) + lost_by_product;
    sum_ = next;
  }

  // 0 without products. NaN if one is NaN, or if there are infinities of both signs.
  [[nodiscard]] double value() const {
    if (is_special()) return special_;
    return sum_ + lost_;
  }

  // The largest distance from value() at which a result of type Real is right, whatever the order
  // of the additions, and whether or not products are rounded before they are added.
  //
  // Each of n products takes part in n roundings at most, whose error is n u A (Higham, "Accuracy
  // and Stability of Numerical Algorithms", 2nd edition, 2002, section 3.1, to first order): u is
  // half the distance from 1 to the next Real, A the sum of the products' magnitudes. One more
  // rounding is that of a sum in a wider type. Each product may be flushed to 0 below the smallest
  // normal number.
  //
  // 0 where each order has the same result: of infinities, and of integers with so small an A that
  // nothing is rounded. Infinite where some orders overflow and others do not.
  [[nodiscard]] double tolerance() const {
    using limits = std::numeric_limits<Real>;
    if (std::isnan(special_)) return 0;
    if (!(magnitudes_ <= double{limits::max()} / 2)) return std::numeric_limits<double>::infinity();
    if (is_special() || count_ == 0) return 0;
    if (is_whole_ && magnitudes_ <= 2 / double{limits::epsilon()}) return 0;
    const auto n = static_cast<double>(count_);
    return (n + 1) * (double{limits::epsilon()} / 2) * magnitudes_ + n * double{limits::min()};
  }

 private:
  [[nodiscard]] bool is_special() const { return special_ != 0; }
  void add_special(double product) { special_ += product; }  // opposite infinities make NaN

  std::size_t count_ = 0;
  double sum_ = 0;
  double lost_ = 0;  // by rounding products and sum_
  double magnitudes_ = 0;
  double special_ = 0;  // the sum of the products that are not finite
  bool is_whole_ = true;
};

}  // namespace spmv
