#include "ols/library/factored.hpp"

#include <cmath>
#include <numbers>

#include "ols/library/random.hpp"

namespace ols {
namespace {

// The streams of random numbers of one seed.
enum Stream : std::uint64_t { reflections = 1, weights, row_signs, column_signs };

std::uint64_t stream(std::uint64_t seed, Stream which) { return random_bits(seed, which); }

double sign(std::uint64_t seed, std::size_t at) { return random_bits(seed, at) % 2 == 0 ? 1 : -1; }

// Scales a vector to Euclidean norm 1.
void normalise(std::span<double> v) {
  double square = 0;
  for (const double x : v) square += x * x;
  const double scale = 1 / std::sqrt(square);
  for (double& x : v) x *= scale;
}

}  // namespace

FactoredMatrix::FactoredMatrix(std::size_t rows, std::size_t columns, double condition,
                               std::uint64_t seed, double row_spread)
    : singular_(columns), sv_(columns * columns), w_(rows), scales_(rows / columns) {
  const auto n = static_cast<double>(columns);
  for (std::size_t i = 0; i < columns; ++i) {
    const double place = columns > 1 ? static_cast<double>(i) / (n - 1) : 0;
    singular_[i] = std::sqrt(static_cast<double>(rows)) * std::pow(condition, -place);
  }
  std::vector<double> hartley(columns);  // its elements depend only on i j mod n
  for (std::size_t k = 0; k < columns; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / n;
    hartley[k] = (std::cos(angle) + std::sin(angle)) / std::sqrt(n);
  }
  for (std::size_t i = 0; i < columns; ++i) {
    const double row = singular_[i] * sign(stream(seed, row_signs), i);
    for (std::size_t j = 0; j < columns; ++j) {
      sv_[i * columns + j] = row * sign(stream(seed, column_signs), j) * hartley[i * j % columns];
    }
  }
  for (std::size_t i = 0; i < rows; ++i) {
    // Away from zero, so that a block of one row has a direction.
    const double u = random_unit(stream(seed, reflections), i);
    w_[i] = u < 0 ? u - 0.25 : u + 0.25;
  }
  for (std::size_t k = 0; k < blocks(); ++k) {
    normalise(std::span(w_).subspan(block(k).first, block(k).rows));
    const double place =
        blocks() > 1 ? static_cast<double>(k) / static_cast<double>(blocks() - 1) : 0;
    scales_[k] = (1 + random_unit(stream(seed, weights), k) / 2) * std::pow(row_spread, place);
  }
  normalise(scales_);
}

FactoredMatrix::Block FactoredMatrix::block(std::size_t k) const {
  const std::size_t first = k * columns();
  return {first, k + 1 == blocks() ? rows() - first : columns()};
}

template <class Real>
void FactoredMatrix::write(Real* x, std::size_t row_stride, std::size_t column_stride) const {
  const std::size_t n = columns();
#pragma omp parallel
  {
    std::vector<double> s(n);
#pragma omp for schedule(static)
    for (std::int64_t number = 0; number < static_cast<std::int64_t>(blocks()); ++number) {
      const auto k = static_cast<std::size_t>(number);
      const Block b = block(k);
      const double* w = w_.data() + b.first;
      s.assign(n, 0);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) s[j] += w[i] * sv_[i * n + j];
      }
      for (std::size_t i = 0; i < b.rows; ++i) {
        Real* row = x + (b.first + i) * row_stride;
        for (std::size_t j = 0; j < n; ++j) {
          const double own = i < n ? sv_[i * n + j] : 0;
          row[j * column_stride] = static_cast<Real>(scales_[k] * (own - 2 * w[i] * s[j]));
        }
      }
    }
  }
}

template void FactoredMatrix::write(float*, std::size_t, std::size_t) const;
template void FactoredMatrix::write(double*, std::size_t, std::size_t) const;

std::vector<double> FactoredMatrix::apply_q(std::span<const double> t) const {
  std::vector<double> result(rows());
  for (std::size_t k = 0; k < blocks(); ++k) {
    const Block b = block(k);
    const double* w = w_.data() + b.first;
    double along = 0;
    for (std::size_t i = 0; i < columns(); ++i) along += w[i] * t[i];
    for (std::size_t i = 0; i < b.rows; ++i) {
      result[b.first + i] = scales_[k] * ((i < columns() ? t[i] : 0) - 2 * w[i] * along);
    }
  }
  return result;
}

std::vector<double> FactoredMatrix::apply_q_transposed(std::span<const double> f) const {
  std::vector<double> result(columns());
  for (std::size_t k = 0; k < blocks(); ++k) {
    const Block b = block(k);
    const double* w = w_.data() + b.first;
    double along = 0;
    for (std::size_t i = 0; i < b.rows; ++i) along += w[i] * f[b.first + i];
    for (std::size_t i = 0; i < columns(); ++i) {
      result[i] += scales_[k] * (f[b.first + i] - 2 * w[i] * along);
    }
  }
  return result;
}

std::vector<double> FactoredMatrix::apply_sv(std::span<const double> b) const {
  const std::size_t n = columns();
  std::vector<double> result(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) result[i] += sv_[i * n + j] * b[j];
  }
  return result;
}

std::vector<double> FactoredMatrix::solve_sv(std::span<const double> t) const {
  const std::size_t n = columns();
  std::vector<double> result(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double own = t[i] / singular_[i] / singular_[i];
    for (std::size_t j = 0; j < n; ++j) result[j] += sv_[i * n + j] * own;
  }
  return result;
}

std::vector<double> FactoredMatrix::solve_sv_transposed(std::span<const double> g) const {
  std::vector<double> result = apply_sv(g);
  for (std::size_t i = 0; i < columns(); ++i) result[i] /= singular_[i] * singular_[i];
  return result;
}

}  // namespace ols
