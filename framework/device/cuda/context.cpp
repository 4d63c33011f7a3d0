#include "framework/device/cuda/context.hpp"

#include <fmt/format.h>

#include <utility>

namespace assay::device::cuda {

Context::Context(const Driver& driver, FoundDevice found, CUcontext adopted)
    : driver_(driver), found_(std::move(found)), handle_(adopted), adopted_(adopted != nullptr) {}

Context::~Context() {
  if (handle_ != nullptr && !adopted_) driver_.cuDevicePrimaryCtxRelease(found_.device);
}

void Context::activate() {
  if (handle_ == nullptr) {
    const CUresult code = driver_.cuDevicePrimaryCtxRetain(&handle_, found_.device);
    if (code != CUDA_SUCCESS) handle_ = nullptr;
    if (code == CUDA_ERROR_DEVICE_UNAVAILABLE) {
      throw DeviceError(
          ASSAY_DEVICE_ERROR,
          fmt::format("{} ({}) is busy or closed: {}; its compute mode admits only one process, or "
                      "none: end the other process, or run nvidia-smi -c DEFAULT",
                      found_.description.id, found_.description.name, error_text(driver_, code)));
    }
    check(code, fmt::format("opening {} ({})", found_.description.id, found_.description.name));
  }
  check(driver_.cuCtxSetCurrent(handle_), "making a CUDA context current");
}

void Context::check(CUresult code, std::string_view what) {
  if (code == CUDA_SUCCESS) return;
  if (!is_sticky(code)) return cuda::check(driver_, code, what);
  const std::string text = fmt::format(
      "{}: {}{}", what, error_text(driver_, code),
      last_kernel_.empty() ? "" : fmt::format("; the last kernel launched was '{}'", last_kernel_));
  if (fault_.empty()) fault_ = text;
  throw DeviceError(ASSAY_DEVICE_ERROR, text);
}

}  // namespace assay::device::cuda
