#include "gemm/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gemm {
namespace {

using namespace assay::sdk;

// The norms of `count` vectors of `length` elements in each matrix of a batch, without elements
// that are not finite. `along`: the elements from one of a vector to the next; `across`: from one
// vector to the next. Sums of squares are long double, in which those of doubles do not overflow.
template <class Real>
std::vector<double> norms(std::span<const Real> matrices, std::size_t batch, std::size_t count,
                          std::size_t length, std::size_t across, std::size_t along) {
  std::vector<double> found;
  found.reserve(batch * count);
  for (std::size_t entry = 0; entry < batch; ++entry) {
    const Real* const matrix = matrices.data() + entry * count * length;
    for (std::size_t v = 0; v < count; ++v) {
      long double squares = 0;
      for (std::size_t k = 0; k < length; ++k) {
        const auto number = static_cast<long double>(matrix[v * across + k * along]);
        if (std::isfinite(number)) squares += number * number;
      }
      found.push_back(static_cast<double>(std::sqrt(squares)));
    }
  }
  return found;
}

}  // namespace

template <class Real>
ProductCheck<Real>::ProductCheck(const Shape& shape, std::span<const Real> a,
                                 std::span<const Real> b, std::span<const double> expected)
    : shape_(shape),
      expected_(expected),
      units_(std::min(static_cast<double>(shape.inner) + 2,
                      16 * std::sqrt(static_cast<double>(shape.inner))) *
             Precision<Real>::sum_unit),
      row_norms_(norms(a, shape.batch, shape.rows, shape.inner, shape.a().row, shape.a().column)),
      column_norms_(
          norms(b, shape.batch, shape.columns, shape.inner, shape.b().column, shape.b().row)) {}

template <class Real>
double ProductCheck<Real>::tolerance(std::size_t row, std::size_t column) const {
  using Known = Precision<Real>;
  const double magnitude =
      row_norms_[row] * column_norms_[row / shape_.rows * shape_.columns + column];
  // The sums of magnitudes are at most this, so that no order overflows if it does not.
  if (!(magnitude < double{Known::limits::max()})) return std::numeric_limits<double>::infinity();
  const double result = std::abs(expected(row, column));
  const double rounding = std::isfinite(result) ? 2 * Known::result_unit * result : 0;
  const double below_normal =
      static_cast<double>(shape_.inner) * double{Known::limits::min()} + Known::result_step;
  return units_ * magnitude + rounding + below_normal;
}

template <class Real>
double ProductCheck<Real>::deviation(double result, double right, double most) {
  if (result == right || std::isinf(most)) return 0;
  if (std::isnan(result) && std::isnan(right)) return 0;
  const double distance = std::abs(result - right);
  if (std::isfinite(distance)) return distance / most;
  // A product beyond the largest number, or so near to it that it may have been rounded up.
  const bool is_beyond = std::isfinite(right) && std::isinf(result) &&
                         std::signbit(result) == std::signbit(right) &&
                         std::abs(right) + most >= Precision<Real>::largest;
  return is_beyond ? 0 : std::numeric_limits<double>::infinity();
}

template <class Real>
std::string ProductCheck<Real>::describe(std::size_t row, std::size_t column, double result) const {
  return fmt::format(
      "output 'c' at [{}, {}, {}]: got {}, but the product is {}, give or take {:.3g}",
      row / shape_.rows, row % shape_.rows, column, result, expected(row, column),
      tolerance(row, column));
}

template <class Real>
Finding ProductCheck<Real>::check(std::span<const assay_tensor> outputs) {
  const auto c = elements<const Real>(find_tensor(outputs, "c"));
  double worst = 0;
  for (std::size_t row = 0; row < shape_.batch * shape_.rows; ++row) {
    for (std::size_t column = 0; column < shape_.columns; ++column) {
      const auto result = static_cast<double>(c[row * shape_.columns + column]);
      const double error = deviation(result, expected(row, column), tolerance(row, column));
      if (error > 1) return {error, describe(row, column, result)};
      worst = std::max(worst, error);
    }
  }
  return {worst};
}

template class ProductCheck<Half>;
template class ProductCheck<float>;
template class ProductCheck<double>;

}  // namespace gemm
