#include "ols/cublas/library.hpp"

#include <string_view>

namespace ols::cublas {

void* find_routine(const char* name) {
  // cuSOLVER calls cuBLAS and finds the one that is already open.
  static void* const blas = vendor::open_library(CUBLAS_FILE);
  static void* const solver = vendor::open_library(CUSOLVER_FILE);
  return vendor::find_routine(std::string_view(name).starts_with("cusolver") ? solver : blas, name);
}

}  // namespace ols::cublas
