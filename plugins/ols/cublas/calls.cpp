#include "ols/cublas/calls.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ols/cublas/library.hpp"

namespace ols::cublas {
namespace {

constexpr cublasFillMode_t upper = CUBLAS_FILL_MODE_UPPER;

cublasOperation_t other(cublasOperation_t op) {
  return op == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
}

}  // namespace

int counted(std::size_t number) {
  if (number <= INT32_MAX) return static_cast<int>(number);
  throw assay::sdk::Error(
      ASSAY_UNSUPPORTED,
      fmt::format("cuBLAS and cuSOLVER count in 31 bits, but there are {}", number));
}

// Defines the calls for one precision, whose letter P is part of the names of BLAS routines.
#define OLS_DEFINE_CALLS(Real, P)                                                                  \
  void gram(const Handles& on, cublasOperation_t op, std::size_t n, std::size_t k,                 \
            const Matrices<Real>& a, Real beta, Real* c, std::size_t count) {                      \
    const Real one = 1;                                                                            \
    const int size = counted(n);                                                                   \
    const int leading = counted(a.leading);                                                        \
    const auto between = static_cast<long long>(a.between);                                        \
    check(OLS_ROUTINE(cublas##P##gemmStridedBatched)(                                              \
              on.blas(), op, other(op), size, size, counted(k), &one, a.data, leading, between,    \
              a.data, leading, between, &beta, c, size, static_cast<long long>(n * n),             \
              counted(count)),                                                                     \
          "cublas" #P "gemmStridedBatched");                                                       \
  }                                                                                                \
  void gram_half(const Handles& on, cublasOperation_t op, std::size_t n, std::size_t k,            \
                 const Matrices<Real>& a, Real* c) {                                               \
    const Real one = 1;                                                                            \
    const Real zero = 0;                                                                           \
    check(OLS_ROUTINE(cublas##P##syrk)(on.blas(), upper, op, counted(n), counted(k), &one, a.data, \
                                       counted(a.leading), &zero, c, counted(n)),                  \
          "cublas" #P "syrk");                                                                     \
  }                                                                                                \
  void apply(const Handles& on, cublasOperation_t op, std::size_t m, std::size_t n,                \
             const Matrices<Real>& a, const Real* y, std::size_t y_between, Real beta, Real* z,    \
             std::size_t z_between, std::size_t count) {                                           \
    const Real one = 1;                                                                            \
    check(OLS_ROUTINE(cublas##P##gemvStridedBatched)(                                              \
              on.blas(), op, counted(m), counted(n), &one, a.data, counted(a.leading),             \
              static_cast<long long>(a.between), y, 1, static_cast<long long>(y_between), &beta,   \
              z, 1, static_cast<long long>(z_between), counted(count)),                            \
          "cublas" #P "gemvStridedBatched");                                                       \
  }                                                                                                \
  void copy(const Handles& on, cublasOperation_t op, std::size_t m, std::size_t n,                 \
            const Matrices<Real>& a, Real* c, std::size_t c_leading) {                             \
    const Real one = 1;                                                                            \
    const Real zero = 0;                                                                           \
    check(OLS_ROUTINE(cublas##P##geam)(on.blas(), op, CUBLAS_OP_N, counted(m), counted(n), &one,   \
                                       a.data, counted(a.leading), &zero, c, counted(c_leading),   \
                                       c, counted(c_leading)),                                     \
          "cublas" #P "geam");                                                                     \
  }                                                                                                \
  std::size_t cholesky_room(const Handles& on, std::size_t n, Real* a) {                           \
    int size = 0;                                                                                  \
    check(OLS_ROUTINE(cusolverDn##P##potrf_bufferSize)(on.solver(), upper, counted(n), a,          \
                                                       counted(n), &size),                         \
          "cusolverDn" #P "potrf_bufferSize");                                                     \
    return static_cast<std::size_t>(size);                                                         \
  }                                                                                                \
  void cholesky(const Handles& on, std::size_t n, Real* a, Real* z, Real* room,                    \
                std::size_t room_size, int* info) {                                                \
    const int size = counted(n);                                                                   \
    check(OLS_ROUTINE(cusolverDn##P##potrf)(on.solver(), upper, size, a, size, room,               \
                                            counted(room_size), info),                             \
          "cusolverDn" #P "potrf");                                                                \
    /* Not potrs, whose own report would take the place of potrf's. */                             \
    for (const cublasOperation_t op : {CUBLAS_OP_T, CUBLAS_OP_N}) {                                \
      check(OLS_ROUTINE(cublas##P##trsv)(on.blas(), upper, op, CUBLAS_DIAG_NON_UNIT, size, a,      \
                                         size, z, 1),                                              \
            "cublas" #P "trsv");                                                                   \
    }                                                                                              \
  }                                                                                                \
  void cholesky(const Handles& on, std::size_t n, Real** a, Real** z, int* info,                   \
                std::size_t count) {                                                               \
    const int size = counted(n);                                                                   \
    check(OLS_ROUTINE(cusolverDn##P##potrfBatched)(on.solver(), upper, size, a, size, info,        \
                                                   counted(count)),                                \
          "cusolverDn" #P "potrfBatched");                                                         \
    check(OLS_ROUTINE(cusolverDn##P##potrsBatched)(on.solver(), upper, size, 1, a, size, z, size,  \
                                                   info + count, counted(count)),                  \
          "cusolverDn" #P "potrsBatched");                                                         \
  }                                                                                                \
  std::size_t reflections_room(const Handles& on, std::size_t m, std::size_t n, Real* a,           \
                               Real* c) {                                                          \
    int factor = 0;                                                                                \
    int apply = 0;                                                                                 \
    const int rows = counted(m);                                                                   \
    const int columns = counted(n);                                                                \
    check(OLS_ROUTINE(cusolverDn##P##geqrf_bufferSize)(on.solver(), rows, columns, a, rows,        \
                                                       &factor),                                   \
          "cusolverDn" #P "geqrf_bufferSize");                                                     \
    check(OLS_ROUTINE(cusolverDn##P##ormqr_bufferSize)(on.solver(), CUBLAS_SIDE_LEFT, CUBLAS_OP_T, \
                                                       rows, 1, columns, a, rows, c, c, rows,      \
                                                       &apply),                                    \
          "cusolverDn" #P "ormqr_bufferSize");                                                     \
    return static_cast<std::size_t>(std::max(factor, apply));                                      \
  }                                                                                                \
  void reflections(const Handles& on, std::size_t m, std::size_t n, Real* a, Real* scales,         \
                   Real* c, Real* room, std::size_t room_size, int* info) {                        \
    const int rows = counted(m);                                                                   \
    const int columns = counted(n);                                                                \
    const int size = counted(room_size);                                                           \
    check(OLS_ROUTINE(cusolverDn##P##geqrf)(on.solver(), rows, columns, a, rows, scales, room,     \
                                            size, info),                                           \
          "cusolverDn" #P "geqrf");                                                                \
    check(OLS_ROUTINE(cusolverDn##P##ormqr)(on.solver(), CUBLAS_SIDE_LEFT, CUBLAS_OP_T, rows, 1,   \
                                            columns, a, rows, scales, c, rows, room, size, info),  \
          "cusolverDn" #P "ormqr");                                                                \
    check(OLS_ROUTINE(cublas##P##trsv)(on.blas(), upper, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT,        \
                                       columns, a, rows, c, 1),                                    \
          "cublas" #P "trsv");                                                                     \
  }                                                                                                \
  void reflections(const Handles& on, std::size_t m, std::size_t n, Real** a, Real** c, int* info, \
                   std::size_t count) {                                                            \
    int argument = 0;                                                                              \
    check(OLS_ROUTINE(cublas##P##gelsBatched)(on.blas(), CUBLAS_OP_N, counted(m), counted(n), 1,   \
                                              a, counted(m), c, counted(m), &argument, info,       \
                                              counted(count)),                                     \
          "cublas" #P "gelsBatched");                                                              \
  }
OLS_DEFINE_CALLS(float, S)
OLS_DEFINE_CALLS(double, D)
#undef OLS_DEFINE_CALLS

}  // namespace ols::cublas
