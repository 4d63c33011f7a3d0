// Handles of cuBLAS and cuSOLVER that work on one stream, and their failures as sdk::Error.
#pragma once

#include <cublas_v2.h>
#include <cusolverDn.h>

#include "assay/plugin.hpp"

namespace ols::cublas {

// Throws sdk::Error that names the routine if the status is a failure: ASSAY_OUT_OF_MEMORY, or
// ASSAY_UNSUPPORTED for devices that the library does not know, or ASSAY_DEVICE_ERROR.
void check(cublasStatus_t status, const char* routine);
void check(cusolverStatus_t status, const char* routine);

// The handles must be used while the device's context is current, as it is after any call to the
// host.
class Handles {
 public:
  explicit Handles(const assay::sdk::Host& host);
  ~Handles();
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;

  [[nodiscard]] cublasHandle_t blas() const { return blas_; }
  [[nodiscard]] cusolverDnHandle_t solver() const { return solver_; }

 private:
  void open(cudaStream_t stream);
  void close();

  assay::sdk::Host host_;
  cublasHandle_t blas_ = nullptr;
  cusolverDnHandle_t solver_ = nullptr;
};

}  // namespace ols::cublas
