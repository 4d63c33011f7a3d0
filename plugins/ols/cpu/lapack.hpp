// The routines of BLAS and LAPACK that openblas.cpu calls, with one name for both precisions.
// Matrices are column-major unless stated otherwise; a status other than 0 is LAPACK's own.
#pragma once

#include <cblas.h>
#include <lapacke.h>

#include "ols/library/matrix.hpp"

namespace ols::cpu::lapack {

// Solves least squares by QR; a becomes R and reflections, y the solution and the residual's
// coordinates.
inline int gels(int m, int n, float* a, float* y) {
  return LAPACKE_sgels(LAPACK_COL_MAJOR, 'N', m, n, 1, a, m, y, m);
}
inline int gels(int m, int n, double* a, double* y) {
  return LAPACKE_dgels(LAPACK_COL_MAJOR, 'N', m, n, 1, a, m, y, m);
}

// Solves least squares by singular values, to machine precision.
inline int gelsd(int m, int n, float* a, float* y, float* singular, int* rank) {
  return LAPACKE_sgelsd(LAPACK_COL_MAJOR, m, n, 1, a, m, y, m, singular, -1, rank);
}
inline int gelsd(int m, int n, double* a, double* y, double* singular, int* rank) {
  return LAPACKE_dgelsd(LAPACK_COL_MAJOR, m, n, 1, a, m, y, m, singular, -1, rank);
}

// Factorises an upper half as R^T R (Cholesky), then replaces `right` by the solution.
inline int cholesky_solve(int n, float* a, float* right) {
  return LAPACKE_sposv(LAPACK_COL_MAJOR, 'U', n, 1, a, n, right, n);
}
inline int cholesky_solve(int n, double* a, double* right) {
  return LAPACKE_dposv(LAPACK_COL_MAJOR, 'U', n, 1, a, n, right, n);
}

// The layout of X for BLAS: X by rows is X^T by columns.
template <class Real>
struct Orientation {
  explicit Orientation(const MatrixView<Real>& x)
      : products(x.by_rows() ? CblasNoTrans : CblasTrans),
        m(static_cast<int>(x.by_rows() ? x.columns : x.rows)),
        n(static_cast<int>(x.by_rows() ? x.rows : x.columns)),
        stride(static_cast<int>(x.by_rows() ? x.row_stride : x.column_stride)) {}
  CBLAS_TRANSPOSE products;
  int m;
  int n;
  int stride;
};

// Adds the upper half of X^T X, column-major, to result.
inline void add_upper_products(const MatrixView<float>& x, float* result) {
  const Orientation o(x);
  const auto n = static_cast<int>(x.columns);
  cblas_ssyrk(CblasColMajor, CblasUpper, o.products, n, static_cast<int>(x.rows), 1, x.data,
              o.stride, 1, result, n);
}
inline void add_upper_products(const MatrixView<double>& x, double* result) {
  const Orientation o(x);
  const auto n = static_cast<int>(x.columns);
  cblas_dsyrk(CblasColMajor, CblasUpper, o.products, n, static_cast<int>(x.rows), 1, x.data,
              o.stride, 1, result, n);
}

// Adds X^T y to result.
inline void add_transposed_product(const MatrixView<float>& x, const float* y, float* result) {
  const Orientation o(x);
  cblas_sgemv(CblasColMajor, o.products, o.m, o.n, 1, x.data, o.stride, y, 1, 1, result, 1);
}
inline void add_transposed_product(const MatrixView<double>& x, const double* y, double* result) {
  const Orientation o(x);
  cblas_dgemv(CblasColMajor, o.products, o.m, o.n, 1, x.data, o.stride, y, 1, 1, result, 1);
}

}  // namespace ols::cpu::lapack
