#include "ols/library/inputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace ols {

using assay::sdk::Error;

namespace {

std::size_t extent(const assay_tensor& tensor, std::uint32_t dimension) {
  return static_cast<std::size_t>(tensor.shape[dimension]);
}

void require_fit(bool fits, const char* tensor, const char* wanted) {
  if (!fits) throw Error(ASSAY_INVALID, fmt::format("{} must be {}, matching X", tensor, wanted));
}

template <class Real>
void require_type(const assay_tensor& tensor) {
  if (tensor.element != assay::sdk::element_of<Real>) {
    throw Error(ASSAY_INVALID, fmt::format("tensor '{}' has another element type", tensor.name));
  }
}

template <class Real>
void require_finite(std::span<const Real> values, auto&& name) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!std::isfinite(values[k])) {
      throw Error(ASSAY_INVALID, fmt::format("{} is {}: a fit needs finite numbers", name(k),
                                             static_cast<double>(values[k])));
    }
  }
}

}  // namespace

Shape::Shape(const assay_tensor& x) {
  require_fit(x.rank == 3, "X", "[batch, rows, columns]");
  batch = extent(x, 0);
  rows = extent(x, 1);
  columns = extent(x, 2);
  if (batch == 0 || rows == 0 || columns == 0) throw Error(ASSAY_INVALID, "X has no elements");
  if (columns > rows) {
    throw Error(ASSAY_INVALID,
                fmt::format("X has more columns ({}) than rows ({}): no single b fits best",
                            columns, rows));
  }
  const auto strides = [&](std::int64_t row, std::int64_t column) {
    return (rows == 1 || x.stride[1] == row) && (columns == 1 || x.stride[2] == column) &&
           (batch == 1 || x.stride[0] == x.shape[1] * x.shape[2]);
  };
  by_rows = strides(x.shape[2], 1);
  if (!by_rows && !strides(1, x.shape[1])) {
    throw Error(ASSAY_UNSUPPORTED, "X is stored neither by rows nor by columns");
  }
}

template <class Real>
Inputs<Real>::Inputs(const assay::sdk::Task& task) : shape_(task.input("X")) {
  require_type<Real>(task.input("X"));
  x_ = {static_cast<const Real*>(task.input("X").data), shape_.elements()};
  y_ = assay::sdk::elements<const Real>(task.input("y"));
  require_fit(y_.size() == shape_.batch * shape_.rows, "y", "[batch, rows]");
  require_finite(x_, [&](std::size_t k) {
    const std::size_t inner = shape_.by_rows ? shape_.columns : shape_.rows;
    const std::size_t within = k % (shape_.rows * shape_.columns);
    const std::size_t row = shape_.by_rows ? within / inner : within % inner;
    const std::size_t column = shape_.by_rows ? within % inner : within / inner;
    return fmt::format("X[{}, {}, {}]", k / (shape_.rows * shape_.columns), row, column);
  });
  require_finite(y_, [&](std::size_t k) {
    return fmt::format("y[{}, {}]", k / shape_.rows, k % shape_.rows);
  });
}

template <class Real>
MatrixView<Real> Inputs<Real>::x(std::size_t member) const {
  const Real* first = x_.data() + member * shape_.rows * shape_.columns;
  return {first, shape_.rows, shape_.columns, shape_.by_rows ? shape_.columns : 1,
          shape_.by_rows ? 1 : shape_.rows};
}

template <class Real>
std::span<const Real> Inputs<Real>::y(std::size_t member) const {
  return y_.subspan(member * shape_.rows, shape_.rows);
}

template <class Real>
Outputs<Real>::Outputs(const assay::sdk::Task& task, const Shape& shape)
    : b(assay::sdk::elements<Real>(task.output("b"))),
      digits(assay::sdk::elements<double>(task.output("trusted_digits"))) {
  require_fit(b.size() == shape.batch * shape.columns, "b", "[batch, columns]");
  require_fit(digits.size() == shape.batch, "trusted_digits", "[batch]");
}

template class Inputs<float>;
template class Inputs<double>;
template struct Outputs<float>;
template struct Outputs<double>;

void refuse_dependent_columns(const std::vector<std::size_t>& columns) {
  throw Error(
      ASSAY_INVALID,
      fmt::format("X does not have full rank: to this precision column{} {} depend{} on the others",
                  columns.size() > 1 ? "s" : "", fmt::join(columns, ", "),
                  columns.size() > 1 ? "" : "s"));
}

}  // namespace ols
