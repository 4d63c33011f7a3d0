#include "ols/cublas/library.hpp"

namespace ols::cublas {

const vendor::Library& library_of(std::string_view routine) {
  // cuSOLVER calls cuBLAS and finds the one that is already open.
  static const vendor::Library blas(OLS_CUBLAS_FILE);
  static const vendor::Library solver(OLS_CUSOLVER_FILE);
  return routine.starts_with("cusolver") ? solver : blas;
}

}  // namespace ols::cublas
