// Converts failures of the CUDA runtime to sdk::Error.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "assay/error.hpp"

namespace cub_calls {

// Throws Error if `what` failed: ASSAY_UNSUPPORTED if the plugin contains no code for the device.
inline void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // otherwise the next call would report it again
  const bool is_foreign =
      code == cudaErrorNoKernelImageForDevice || code == cudaErrorInvalidDeviceFunction;
  const assay_status status = is_foreign                          ? ASSAY_UNSUPPORTED
                              : code == cudaErrorMemoryAllocation ? ASSAY_OUT_OF_MEMORY
                                                                  : ASSAY_DEVICE_ERROR;
  throw assay::sdk::Error(status, std::string(what) + ": " + cudaGetErrorString(code));
}

}  // namespace cub_calls
