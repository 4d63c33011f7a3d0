// The sum of numbers for comparison: more accurate than what is compared with it, with the distance
// at which a sum in another order is still right.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace sums {

// The sum of the numbers added so far, float or double.
//
// It is compensated: errors of additions are summed beside the sum (Ogita, Rump, Oishi, "Accurate
// Sum and Dot Product", SIAM Journal on Scientific Computing 26, 2005, algorithm 4.4), in double.
template <class Real>
class Sum {
 public:
  void add(Real number) {
    ++count_;
    if (!std::isfinite(number)) return add_special(number);
    const double addend{number};
    magnitudes_ += std::abs(addend);
    is_whole_ = is_whole_ && addend == std::trunc(addend);
    add_compensated(addend);
  }

  // Adds all numbers of another sum.
  void add(const Sum& other) {
    count_ += other.count_;
    magnitudes_ += other.magnitudes_;
    is_whole_ = is_whole_ && other.is_whole_;
    has_nan_ = has_nan_ || other.has_nan_;
    has_infinity_ = has_infinity_ || other.has_infinity_;
    has_negative_infinity_ = has_negative_infinity_ || other.has_negative_infinity_;
    add_compensated(other.sum_);
    lost_ += other.lost_;
  }

  // 0 without numbers. NaN if one is NaN, or if there are infinities of both signs.
  [[nodiscard]] double value() const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (is_nan()) return std::numeric_limits<double>::quiet_NaN();
    if (has_infinity_) return infinity;
    if (has_negative_infinity_) return -infinity;
    return sum_ + lost_;
  }

  // The largest distance from value() at which a result of type Real is right: as good as if each
  // number had taken part in 32 additions of that type, or in any number of them in double.
  //
  // h additions in a row are off by no more than h u A (Higham, "Accuracy and Stability of
  // Numerical Algorithms", 2nd edition, 2002, section 4.2, to first order): u is half the distance
  // from 1 to the next Real, A the sum of the magnitudes. As errors point either way, the distance
  // is nearer to sqrt(h) u A (Higham and Mary, "A New Approach to Probabilistic Rounding Error
  // Analysis", SIAM Journal on Scientific Computing 41, 2019), of which four times as much is
  // allowed in double. For the same reason rows of a thousand additions pass in Real, and longer
  // ones where there are many of them, as on a device with many work items.
  //
  // 0 where each order has the same result: of infinities, and of integers with so small an A that
  // no addition is rounded. Infinite where some orders overflow and others do not.
  [[nodiscard]] double tolerance() const {
    using limits = std::numeric_limits<Real>;
    if (is_nan()) return 0;
    if (std::isinf(static_cast<Real>(magnitudes_))) return std::numeric_limits<double>::infinity();
    if (has_infinity_ || has_negative_infinity_ || is_exact()) return 0;
    const auto additions = static_cast<double>(count_ - 1);
    const double unit = limits::epsilon() / 2;
    constexpr double unit_of_double = std::numeric_limits<double>::epsilon() / 2;
    const double bound = std::min(additions, 32.0) * unit +
                         std::min(additions, 4 * std::sqrt(additions)) * unit_of_double;
    return bound * magnitudes_ + unit * std::abs(value());  // the latter for rounding to Real
  }

 private:
  void add_compensated(double addend) {
    const double next = sum_ + addend;
    const double added = next - sum_;
    lost_ += (sum_ - (next - added)) + (addend - added);
    sum_ = next;
  }
  void add_special(Real number) {
    has_nan_ = has_nan_ || std::isnan(number);
    has_infinity_ = has_infinity_ || number > 0;
    has_negative_infinity_ = has_negative_infinity_ || number < 0;
  }
  [[nodiscard]] bool is_nan() const {
    return has_nan_ || (has_infinity_ && has_negative_infinity_);
  }
  // Whether every partial sum in every order is a Real.
  [[nodiscard]] bool is_exact() const {
    return count_ < 2 ||
           (is_whole_ && magnitudes_ <= 2 / double{std::numeric_limits<Real>::epsilon()});
  }

  std::size_t count_ = 0;
  double sum_ = 0;
  double lost_ = 0;  // by rounding sum_
  double magnitudes_ = 0;
  bool is_whole_ = true;
  bool has_nan_ = false;
  bool has_infinity_ = false;
  bool has_negative_infinity_ = false;
};

}  // namespace sums
