// One fit by Eigen's decompositions.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "ols/cpu/scaling.hpp"
#include "ols/library/inputs.hpp"
#include "ols/library/triangle.hpp"
#include "ols/library/trust.hpp"

namespace ols::cpu {

template <class Real>
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
template <class Real>
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

// The packed triangle of each decomposition, and the original columns of its permuted ones.
template <class Real>
const auto& packed(const Eigen::HouseholderQR<Matrix<Real>>& qr) {
  return qr.matrixQR();
}
template <class Real>
const auto& packed(const Eigen::ColPivHouseholderQR<Matrix<Real>>& qr) {
  return qr.matrixQR();
}
template <class Real>
const auto& packed(const Eigen::CompleteOrthogonalDecomposition<Matrix<Real>>& qr) {
  return qr.matrixQTZ();
}
template <class Real>
std::size_t original_column(const Eigen::HouseholderQR<Matrix<Real>>& /*qr*/, std::size_t column) {
  return column;
}
template <class Decomposition>
std::size_t original_column(const Decomposition& qr, std::size_t column) {
  const auto at = static_cast<Eigen::Index>(column);
  return static_cast<std::size_t>(qr.colsPermutation().indices()(at));
}

// Returns the numbers of the columns of X that depend on others to a precision of `tolerance`.
template <class Decomposition>
std::vector<std::size_t> dependent_columns_of(const Decomposition& qr, double tolerance) {
  const auto n = static_cast<std::size_t>(qr.cols());
  auto found = dependent_columns(packed(qr).data(), n,
                                 static_cast<std::size_t>(packed(qr).outerStride()), tolerance);
  // The complete decomposition has no triangle for columns that it considered dependent.
  if constexpr (requires { qr.matrixQTZ(); }) {
    if (qr.rank() < qr.cols()) found.clear();
    for (auto j = static_cast<std::size_t>(qr.rank()); j < n; ++j) found.push_back(j);
  }
  for (std::size_t& column : found) column = original_column(qr, column);
  return found;
}

// Reduces the many rows of [A y] to stacked triangles with as many rows as columns, one for each
// share of the rows: the first half of a tall skinny QR (Demmel, Grigori, Hoemmen, Langou 2012).
// Products of columns, hence solution and residual, are preserved.
template <class Real, class Rows, class Targets>
Matrix<Real> reduced(const Rows& a, const Targets& y, int shares) {
  const Eigen::Index width = a.cols() + 1;
  Matrix<Real> stacked = Matrix<Real>::Zero(width * shares, width);
#pragma omp parallel for num_threads(shares)
  for (int k = 0; k < shares; ++k) {
    const Eigen::Index first = a.rows() * k / shares;
    const Eigen::Index count = a.rows() * (k + 1) / shares - first;
    Matrix<Real> own(count, width);
    own << a.middleRows(first, count), y.segment(first, count);
    const Eigen::HouseholderQR<Eigen::Ref<Matrix<Real>>> qr(own);  // in place
    stacked.middleRows(width * k, width) =
        own.topRows(width).template triangularView<Eigen::Upper>();
  }
  return stacked;
}

// The solution x of the scaled problem and its trusted digits.
template <class Real>
struct Fitted {
  Vector<Real> x;
  double digits;
};

// Solves a problem of originally `rows` rows; a and y are the whole problem, or its reduced form.
// (The references have one type because Eigen takes long to compile.)
template <class Decomposition, class Real>
Fitted<Real> decompose(const Eigen::Ref<const Matrix<Real>>& a,
                       const Eigen::Ref<const Vector<Real>>& y, std::size_t rows) {
  const Decomposition qr(a);
  const auto n = static_cast<std::size_t>(a.cols());
  const auto stride = static_cast<std::size_t>(packed(qr).outerStride());
  const auto dependent = dependent_columns_of(qr, roundings(rows, n) * unit_roundoff<Real>);
  if (!dependent.empty()) refuse_dependent_columns(dependent);
  Fitted<Real> fitted{qr.solve(y), 0};
  const Solved solved{rows, n, inverse_norm(packed(qr).data(), n, stride),
                      static_cast<double>(fitted.x.norm())};
  const double residual = static_cast<double>((y - a * fitted.x).norm());
  fitted.digits = digits_of_orthogonal(solved, unit_roundoff<Real>, residual);
  return fitted;
}

template <class Decomposition, class Real>
Fitted<Real> solve_orthogonally(const ScaledCopy<Real>& copy, std::span<const Real> targets,
                                int threads) {
  const auto rows = static_cast<Eigen::Index>(targets.size());
  const auto columns = static_cast<Eigen::Index>(copy.scale.size());
  const Eigen::Map<const Matrix<Real>> a(copy.a.data(), rows, columns);
  const Eigen::Map<const Vector<Real>> y(targets.data(), rows);
  const auto shares = static_cast<int>(std::min<Eigen::Index>(threads, rows / (2 * (columns + 1))));
  if (shares < 2) return decompose<Decomposition, Real>(a, y, targets.size());
  const Matrix<Real> stacked = reduced<Real>(a, y, shares);
  return decompose<Decomposition, Real>(stacked.leftCols(columns), stacked.col(columns),
                                        targets.size());
}

// A^T A (lower half), A^T y and the scale of A's columns.
template <class Real>
struct NormalEquations {
  Matrix<Real> products;
  Vector<Real> right;
  std::vector<double> scale;
};

// Adds X^T X (lower half) and X^T y, some rows at a time to limit the rounding of long sums.
template <class Real, class Rows, class Targets>
void add_products(const Rows& x, const Targets& y, Matrix<Real>& products, Vector<Real>& right) {
  constexpr auto part = static_cast<Eigen::Index>(rows_summed_at_a_time);
  Matrix<Real> own(products.rows(), products.cols());
  for (Eigen::Index first = 0; first < x.rows(); first += part) {
    const Eigen::Index count = std::min(part, x.rows() - first);
    const auto rows = x.middleRows(first, count);
    own.setZero();
    own.template selfadjointView<Eigen::Lower>().rankUpdate(rows.transpose());
    products += own;
    right += rows.transpose() * y.segment(first, count);
  }
}

// Adds each thread's partial sums in order, then scales the result.
template <class Real, class Rows, class Targets>
NormalEquations<Real> normal_equations(const Rows& x, const Targets& y, int threads) {
  const Eigen::Index n = x.cols();
  const auto shares = static_cast<int>(std::clamp<Eigen::Index>(x.rows() / n, 1, threads));
  std::vector<Matrix<Real>> products(static_cast<std::size_t>(shares), Matrix<Real>::Zero(n, n));
  std::vector<Vector<Real>> right(static_cast<std::size_t>(shares), Vector<Real>::Zero(n));
#pragma omp parallel for num_threads(shares)
  for (int k = 0; k < shares; ++k) {
    const Eigen::Index first = x.rows() * k / shares;
    const Eigen::Index count = x.rows() * (k + 1) / shares - first;
    const auto at = static_cast<std::size_t>(k);
    add_products(x.middleRows(first, count), y.segment(first, count), products[at], right[at]);
  }
  for (std::size_t k = 1; k < products.size(); ++k) {
    products[0] += products[k];
    right[0] += right[k];
  }
  NormalEquations<Real> system{std::move(products[0]), std::move(right[0]), {}};
  Vector<Real> scale(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const double norm = std::sqrt(static_cast<double>(system.products(j, j)));
    system.scale.push_back(power_of_two_for(norm));
    scale(j) = static_cast<Real>(system.scale.back());
  }
  system.products = scale.asDiagonal() * system.products * scale.asDiagonal();
  system.right = scale.asDiagonal() * system.right;
  return system;
}

// R with R^T R = A^T A up to a permutation of columns; empty if rounding left A^T A indefinite.
template <class Real>
Matrix<Real> triangle(const Eigen::LLT<Matrix<Real>>& cholesky) {
  if (cholesky.info() != Eigen::Success) return {};
  return cholesky.matrixU();
}
template <class Real>
Matrix<Real> triangle(const Eigen::LDLT<Matrix<Real>>& cholesky) {
  const Vector<Real> d = cholesky.vectorD();
  if (cholesky.info() != Eigen::Success || !(d.minCoeff() > 0)) return {};
  const Matrix<Real> u = cholesky.matrixU();
  return d.cwiseSqrt().asDiagonal() * u;
}

template <class Cholesky, class Real>
Fitted<Real> solve_normally(const NormalEquations<Real>& system, std::size_t rows,
                            double target_norm) {
  const Cholesky cholesky(system.products);
  const Matrix<Real> r = triangle<Real>(cholesky);
  const auto n = static_cast<std::size_t>(system.products.cols());
  if (r.size() == 0) return {Vector<Real>::Zero(system.products.cols()), 0};
  Fitted<Real> fitted{cholesky.solve(system.right), 0};
  const Solved solved{additions_in_parts(rows), n, inverse_norm(r.data(), n, n),
                      static_cast<double>(fitted.x.norm())};
  fitted.digits = digits_of_normal_equations(solved, unit_roundoff<Real>, target_norm);
  return fitted;
}

}  // namespace ols::cpu
