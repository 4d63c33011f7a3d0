#include "gemm/expected.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

#include "gemm/product.hpp"

namespace gemm {
namespace {

using namespace assay::sdk;

// What is to be known of a type.
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

// The distance at which an element is right. `units` is that of norms of 1, `magnitude` the product
// of the norms of its row and its column.
template <class Real>
double tolerance(const Shape& shape, double units, double magnitude, double right) {
  using Known = Precision<Real>;
  // The sums of magnitudes are at most this, so that no order overflows if it does not.
  if (!(magnitude < double{Known::limits::max()})) return std::numeric_limits<double>::infinity();
  const double rounding = std::isfinite(right) ? 2 * Known::result_unit * std::abs(right) : 0;
  const double below_normal =
      static_cast<double>(shape.inner) * double{Known::limits::min()} + Known::result_step;
  return units * magnitude + rounding + below_normal;
}

// Expects an infinity of an element that no rounding brings back among the numbers, and anything of
// one that may be either.
template <class Real>
void expect(ExpectedElements<SumOf<Real>>& elements, std::size_t k, double right, double most) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double largest = Precision<Real>::largest;
  const double size = std::abs(right);
  const bool may_overflow = std::isfinite(right) && size + most >= largest;
  if (!may_overflow) {
    elements.set(k, right, most);
  } else if (size - most > largest) {
    elements.set(k, std::copysign(infinity, right), most);
  } else {
    elements.set(k, 0, infinity);
  }
}

}  // namespace

template <class Real>
ExpectedElements<SumOf<Real>> expected_product(const Shape& shape, std::span<const Real> a,
                                               std::span<const Real> b) {
  const auto inner = static_cast<double>(shape.inner);
  const double units = std::min(inner + 2, 16 * std::sqrt(inner)) * Precision<Real>::sum_unit;
  const auto row_norms =
      norms(a, shape.batch, shape.rows, shape.inner, shape.a().row, shape.a().column);
  const auto column_norms =
      norms(b, shape.batch, shape.columns, shape.inner, shape.b().column, shape.b().row);
  const std::vector<double> product = accurate_product<Real>(shape, a, b);
  ExpectedElements<SumOf<Real>> elements(product.size());
  for (std::size_t row = 0; row < shape.batch * shape.rows; ++row) {  // through the batch
    const std::size_t first_column = row / shape.rows * shape.columns;
    for (std::size_t column = 0; column < shape.columns; ++column) {
      const std::size_t k = row * shape.columns + column;
      const double magnitude = row_norms[row] * column_norms[first_column + column];
      expect<Real>(elements, k, product[k], tolerance<Real>(shape, units, magnitude, product[k]));
    }
  }
  return elements;
}

template ExpectedElements<float> expected_product(const Shape&, std::span<const Half>,
                                                  std::span<const Half>);
template ExpectedElements<float> expected_product(const Shape&, std::span<const float>,
                                                  std::span<const float>);
template ExpectedElements<double> expected_product(const Shape&, std::span<const double>,
                                                   std::span<const double>);

}  // namespace gemm
