#include "ols/cublas/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string_view>

#include "assay/plugin.hpp"

namespace ols::cublas {
namespace {

using assay::sdk::Error;

// Opens a library for good: contexts of the driver may outlive every trial.
void* open_library(const char* file) {
  if (void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL)) return library;
  throw Error(ASSAY_UNSUPPORTED, fmt::format("{}: install the CUDA toolkit's libraries, or name "
                                             "their folder in LD_LIBRARY_PATH",
                                             dlerror()));
}

}  // namespace

void* find_routine(const char* name) {
  // cuSOLVER calls cuBLAS and finds the one that is already open.
  static void* const blas = open_library(OLS_CUBLAS_FILE);
  static void* const solver = open_library(OLS_CUSOLVER_FILE);
  void* const library = std::string_view(name).starts_with("cusolver") ? solver : blas;
  if (void* const routine = dlsym(library, name)) return routine;
  throw Error(ASSAY_UNSUPPORTED, dlerror());
}

}  // namespace ols::cublas
