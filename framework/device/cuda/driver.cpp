#include "framework/device/cuda/driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "framework/device/cuda/shared_library.hpp"

namespace assay::device::cuda {

Driver load_driver() {
  const auto library = SharedLibrary::open(variable_or("ASSAY_CUDA_LIBRARY", "libcuda.so.1"));
  if (!library) {
    throw DeviceError(ASSAY_UNSUPPORTED,
                      fmt::format("no CUDA driver: {}; install NVIDIA's driver, or name its "
                                  "library in ASSAY_CUDA_LIBRARY",
                                  library.error()));
  }
  Driver driver;
#define ASSAY_CUDA_FIND(name, symbol, parameters)                                            \
  if (!library.find(symbol, driver.name)) {                                                  \
    throw DeviceError(ASSAY_UNSUPPORTED,                                                     \
                      fmt::format("{} has no function {}: a driver for CUDA 12 or newer is " \
                                  "needed",                                                  \
                                  library.path(), symbol));                                  \
  }
  ASSAY_CUDA_FUNCTIONS(ASSAY_CUDA_FIND)
#undef ASSAY_CUDA_FIND
#define ASSAY_CUDA_TRY(name, symbol, parameters) library.find(symbol, driver.name);
  ASSAY_CUDA_OPTIONAL_FUNCTIONS(ASSAY_CUDA_TRY)
#undef ASSAY_CUDA_TRY
  return driver;
}

std::string error_text(const Driver& driver, CUresult code) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (driver.cuGetErrorName(code, &name) != CUDA_SUCCESS || name == nullptr) {
    return fmt::format("CUDA error {}", code);
  }
  if (driver.cuGetErrorString(code, &text) != CUDA_SUCCESS || text == nullptr) return name;
  return fmt::format("{} ({})", name, text);
}

bool is_sticky(CUresult code) {
  static constexpr std::array codes = {CUDA_ERROR_ECC_UNCORRECTABLE,
                                       CUDA_ERROR_NVLINK_UNCORRECTABLE,
                                       CUDA_ERROR_CONTAINED,
                                       CUDA_ERROR_ILLEGAL_ADDRESS,
                                       CUDA_ERROR_LAUNCH_TIMEOUT,
                                       CUDA_ERROR_CONTEXT_IS_DESTROYED,
                                       CUDA_ERROR_ASSERT,
                                       CUDA_ERROR_HARDWARE_STACK_ERROR,
                                       CUDA_ERROR_ILLEGAL_INSTRUCTION,
                                       CUDA_ERROR_MISALIGNED_ADDRESS,
                                       CUDA_ERROR_INVALID_ADDRESS_SPACE,
                                       CUDA_ERROR_INVALID_PC,
                                       CUDA_ERROR_LAUNCH_FAILED,
                                       CUDA_ERROR_TENSOR_MEMORY_LEAK,
                                       CUDA_ERROR_UNKNOWN};
  return std::ranges::find(codes, code) != codes.end();
}

void check(const Driver& driver, CUresult code, std::string_view what) {
  if (code == CUDA_SUCCESS) return;
  throw DeviceError(code == CUDA_ERROR_OUT_OF_MEMORY ? ASSAY_OUT_OF_MEMORY : ASSAY_DEVICE_ERROR,
                    fmt::format("{}: {}", what, error_text(driver, code)));
}

}  // namespace assay::device::cuda
