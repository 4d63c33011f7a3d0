// The routines of cuBLAS and cuSOLVER that the methods call, with one name for both precisions.
// Matrices are column-major. Each throws what check() of handles.hpp throws.
#pragma once

#include <cstddef>

#include "ols/cublas/handles.hpp"

namespace ols::cublas {

// Converts a count to the libraries' 31 bits. Throws ASSAY_UNSUPPORTED if it does not fit.
int counted(std::size_t number);

// A matrix, or several of one shape that are `between` elements apart.
template <class Real>
struct Matrices {
  const Real* data;
  std::size_t leading;  // elements from column to column
  std::size_t between = 0;
};

#define OLS_DECLARE_CALLS(Real)                                                                   \
  /* c (n x n, each n * n apart) = op(a) op(a)^T + beta c, sums over k; both halves */            \
  void gram(const Handles&, cublasOperation_t op, std::size_t n, std::size_t k,                   \
            const Matrices<Real>& a, Real beta, Real* c, std::size_t count);                      \
  /* the upper half of one */                                                                     \
  void gram_half(const Handles&, cublasOperation_t op, std::size_t n, std::size_t k,              \
                 const Matrices<Real>& a, Real* c);                                               \
  /* z (each rows of op(a) apart) = op(a) y + beta z; a is m x n, y of one `y_between` apart */   \
  void apply(const Handles&, cublasOperation_t op, std::size_t m, std::size_t n,                  \
             const Matrices<Real>& a, const Real* y, std::size_t y_between, Real beta, Real* z,   \
             std::size_t z_between, std::size_t count);                                           \
  /* c (m x n) = op(a) */                                                                         \
  void copy(const Handles&, cublasOperation_t op, std::size_t m, std::size_t n,                   \
            const Matrices<Real>& a, Real* c, std::size_t c_leading);                             \
  /* Cholesky R^T R = a, R in the upper half, and its solution in place of z */                   \
  std::size_t cholesky_room(const Handles&, std::size_t n, Real* a);                              \
  void cholesky(const Handles&, std::size_t n, Real* a, Real* z, Real* room,                      \
                std::size_t room_size, int* info);                                                \
  void cholesky(const Handles&, std::size_t n, Real** a, Real** z, int* info, std::size_t count); \
  /* Reflections: a (m x n) becomes R and them, c (m) the solution and the residual's parts */    \
  std::size_t reflections_room(const Handles&, std::size_t m, std::size_t n, Real* a, Real* c);   \
  void reflections(const Handles&, std::size_t m, std::size_t n, Real* a, Real* scales, Real* c,  \
                   Real* room, std::size_t room_size, int* info);                                 \
  void reflections(const Handles&, std::size_t m, std::size_t n, Real** a, Real** c, int* info,   \
                   std::size_t count);
OLS_DECLARE_CALLS(float)
OLS_DECLARE_CALLS(double)
#undef OLS_DECLARE_CALLS

}  // namespace ols::cublas
