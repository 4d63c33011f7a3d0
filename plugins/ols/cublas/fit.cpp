#include "ols/cublas/fit.hpp"

#include <algorithm>
#include <cmath>

#include "ols/library/matrix.hpp"
#include "ols/library/triangle.hpp"

namespace ols::cublas {

namespace sdk = assay::sdk;

template <class Real>
ScaledTriangle::ScaledTriangle(std::span<const Real> triangle, std::span<const Real> b)
    : r(triangle.size(), 0), columns(b.size()), solution_norm(0) {
  double square = 0;
  for (std::size_t j = 0; j < columns; ++j) {
    const auto column = triangle.subspan(j * columns, j + 1);
    const double own = norm(column);
    for (std::size_t i = 0; i <= j; ++i) {
      r[j * columns + i] = own > 0 ? static_cast<double>(column[i]) / own : 0;
    }
    square += std::pow(own * static_cast<double>(b[j]), 2);
  }
  solution_norm = std::sqrt(square);
}

double ScaledTriangle::inverse_norm() const {
  return ols::inverse_norm(r.data(), columns, columns);
}

template <class Real>
Fit<Real>::Fit(const sdk::Task& task)
    : host_(task.host()),
      inputs_(task),
      outputs_(task, inputs_.shape()),
      handles_(host_),
      x_(host_, inputs_.all_x()),
      y_(host_, inputs_.all_y()),
      b_(host_, shape().batch * shape().columns) {
  for (std::size_t k = 0; k < shape().batch; ++k) target_norms_.push_back(norm(inputs_.y(k)));
}

template <class Real>
Matrices<Real> Fit<Real>::x(std::size_t first) const {
  const Shape& s = shape();
  return {pointer(x_) + (s.by_rows ? first * s.columns : first), s.by_rows ? s.columns : s.rows,
          s.rows * s.columns};
}

template <class Real>
sdk::Buffer<Real*> Fit<Real>::addresses(Real* first, std::size_t between) const {
  std::vector<Real*> all;
  for (std::size_t k = 0; k < shape().batch; ++k) all.push_back(first + k * between);
  return {host_, std::span<Real* const>(all)};
}

template <class Real>
void Fit<Real>::download() {
  const sdk::Phase phase(host_, "download");
  b_.read(outputs_.b);
}

template <class Real>
void Fit<Real>::outputs() {
  judge(outputs_.b, outputs_.digits);
  const std::size_t n = shape().columns;
  for (std::size_t k = 0; k < shape().batch; ++k) {
    const auto b = outputs_.b.subspan(k * n, n);
    if (outputs_.digits[k] > 0 && std::ranges::all_of(b, [](Real v) { return std::isfinite(v); })) {
      continue;
    }
    outputs_.digits[k] = 0;
    std::ranges::fill(b, Real{0});
  }
}

template ScaledTriangle::ScaledTriangle(std::span<const float>, std::span<const float>);
template ScaledTriangle::ScaledTriangle(std::span<const double>, std::span<const double>);
template class Fit<float>;
template class Fit<double>;

}  // namespace ols::cublas
