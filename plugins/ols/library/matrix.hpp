// A borrowed matrix in either layout, and those products with it that data and judgement need in
// more precision than its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/sizes.hpp"

namespace ols {

// X of one fit: element (i, j) lies at data[i row_stride + j column_stride]; one of the strides
// is 1.
template <class Real>
struct MatrixView {
  const Real* data;
  std::size_t rows;
  std::size_t columns;
  std::size_t row_stride;
  std::size_t column_stride;

  [[nodiscard]] const Real& operator()(std::size_t i, std::size_t j) const {
    return data[i * row_stride + j * column_stride];
  }
  [[nodiscard]] bool by_rows() const { return column_stride == 1; }
};

namespace detail {

// Rows whose part of X stays in the cache during a pass over them.
inline constexpr std::size_t rows_at_a_time = 256;

// Calls use(i, j) for rows first to last - 1 in the order of their elements in memory.
template <class Real, class Use>
void each_element(const MatrixView<Real>& x, std::size_t first, std::size_t last, Use&& use) {
  if (x.by_rows()) {
    for (std::size_t i = first; i < last; ++i) {
      for (std::size_t j = 0; j < x.columns; ++j) use(i, j);
    }
  } else {
    for (std::size_t j = 0; j < x.columns; ++j) {
      for (std::size_t i = first; i < last; ++i) use(i, j);
    }
  }
}

}  // namespace detail

// y - X b, computed in Wide. [rows]
template <class Wide, class Real>
std::vector<Wide> residual(const MatrixView<Real>& x, std::span<const Real> y,
                           std::span<const Wide> b) {
  std::vector<Wide> rest(y.begin(), y.end());
  const auto tiles =
      static_cast<std::int64_t>(assay::sdk::quotient_up(x.rows, detail::rows_at_a_time));
#pragma omp parallel for schedule(static)
  for (std::int64_t t = 0; t < tiles; ++t) {
    const std::size_t first = static_cast<std::size_t>(t) * detail::rows_at_a_time;
    const std::size_t last = std::min(first + detail::rows_at_a_time, x.rows);
    detail::each_element(x, first, last, [&](std::size_t i, std::size_t j) {
      rest[i] -= static_cast<Wide>(x(i, j)) * b[j];
    });
  }
  return rest;
}

// X^T v, computed in Wide. [columns]
template <class Wide, class Real>
std::vector<Wide> transposed_product(const MatrixView<Real>& x, std::span<const Wide> v) {
  std::vector<Wide> sums(x.columns);
  const auto tiles =
      static_cast<std::int64_t>(assay::sdk::quotient_up(x.rows, detail::rows_at_a_time));
#pragma omp parallel
  {
    std::vector<Wide> own(x.columns);
#pragma omp for schedule(static)
    for (std::int64_t t = 0; t < tiles; ++t) {
      const std::size_t first = static_cast<std::size_t>(t) * detail::rows_at_a_time;
      const std::size_t last = std::min(first + detail::rows_at_a_time, x.rows);
      detail::each_element(x, first, last, [&](std::size_t i, std::size_t j) {
        own[j] += static_cast<Wide>(x(i, j)) * v[i];
      });
    }
#pragma omp critical
    for (std::size_t j = 0; j < x.columns; ++j) sums[j] += own[j];
  }
  return sums;
}

// Euclidean norms of the columns. [columns]
template <class Real>
std::vector<double> column_norms(const MatrixView<Real>& x) {
  std::vector<double> squares(x.columns);
  for (std::size_t first = 0; first < x.rows; first += detail::rows_at_a_time) {
    const std::size_t last = std::min(first + detail::rows_at_a_time, x.rows);
    detail::each_element(x, first, last, [&](std::size_t i, std::size_t j) {
      squares[j] += static_cast<double>(x(i, j)) * static_cast<double>(x(i, j));
    });
  }
  for (double& square : squares) square = std::sqrt(square);
  return squares;
}

template <class Value>
double norm(std::span<const Value> v) {
  double sum = 0;
  for (const Value& value : v) sum += static_cast<double>(value) * static_cast<double>(value);
  return std::sqrt(sum);
}

}  // namespace ols
