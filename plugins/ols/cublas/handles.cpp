#include "ols/cublas/handles.hpp"

#include <fmt/format.h>

#include "ols/cublas/library.hpp"

namespace ols::cublas {

using assay::sdk::Error;

void check(cublasStatus_t status, const char* routine) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  const assay_status kind = status == CUBLAS_STATUS_ALLOC_FAILED    ? ASSAY_OUT_OF_MEMORY
                            : status == CUBLAS_STATUS_ARCH_MISMATCH ? ASSAY_UNSUPPORTED
                                                                    : ASSAY_DEVICE_ERROR;
  throw Error(kind, fmt::format("{}: {}", routine, OLS_ROUTINE(cublasGetStatusString)(status)));
}

void check(cusolverStatus_t status, const char* routine) {
  if (status == CUSOLVER_STATUS_SUCCESS) return;
  const assay_status kind = status == CUSOLVER_STATUS_ALLOC_FAILED    ? ASSAY_OUT_OF_MEMORY
                            : status == CUSOLVER_STATUS_ARCH_MISMATCH ? ASSAY_UNSUPPORTED
                                                                      : ASSAY_DEVICE_ERROR;
  throw Error(kind, fmt::format("{}: cuSOLVER status {}", routine, static_cast<int>(status)));
}

Handles::Handles(const assay::sdk::Host& host) : host_(host) {
  try {
    assay::sdk::native_work(host_, nullptr,
                            [&](void* stream) { open(static_cast<cudaStream_t>(stream)); });
  } catch (...) {
    close();
    throw;
  }
}

void Handles::open(cudaStream_t stream) {
  check(OLS_ROUTINE(cublasCreate)(&blas_), "cublasCreate");
  check(OLS_ROUTINE(cusolverDnCreate)(&solver_), "cusolverDnCreate");
  check(OLS_ROUTINE(cublasSetStream)(blas_, stream), "cublasSetStream");
  check(OLS_ROUTINE(cusolverDnSetStream)(solver_, stream), "cusolverDnSetStream");
}

void Handles::close() {
  if (solver_ != nullptr) OLS_ROUTINE(cusolverDnDestroy)(solver_);
  if (blas_ != nullptr) OLS_ROUTINE(cublasDestroy)(blas_);
}

Handles::~Handles() { close(); }

}  // namespace ols::cublas
