#pragma once

#include <string>
#include <string_view>

#include "framework/device/cuda/driver.hpp"

namespace assay::device::cuda {

struct FoundDevice {
  CUdevice device = 0;
  DeviceDescription description;
};

// An opened device, as everything created on it needs it. The device's primary context is retained
// when it is first needed, so that a process that only compiles takes nothing of the device.
class Context {
 public:
  Context(const Driver& driver, FoundDevice found);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  [[nodiscard]] const Driver& driver() const { return driver_; }
  [[nodiscard]] CUdevice device() const { return found_.device; }
  [[nodiscard]] CUcontext handle() const { return handle_; }  // nullptr before the first use
  [[nodiscard]] const DeviceDescription& description() const { return found_.description; }
  [[nodiscard]] std::size_t fact(const char* name) const {
    return static_cast<std::size_t>(found_.description.facts.at(name));
  }

  // Makes the context this thread's current one: before every call that works in it. Plugins may
  // have made another one current.
  void activate();
  // The same for destructors: nothing is retained and nothing reported.
  void activate_if_open() noexcept {
    if (handle_ != nullptr) driver_.cuCtxSetCurrent(handle_);
  }

  // As check() of driver.hpp; besides, remembers an error after which the context is of no use, and
  // says so.
  void check(CUresult code, std::string_view what);
  // Why nothing works in this context any more; "" while it does.
  [[nodiscard]] const std::string& fault() const { return fault_; }
  // For the message of a fault, which shows later than where it happens.
  void note_launch(const std::string& kernel) { last_kernel_ = kernel; }

 private:
  Driver driver_;
  FoundDevice found_;
  CUcontext handle_ = nullptr;
  std::string fault_;
  std::string last_kernel_;
};

// The object behind an interface pointer that this backend handed out. Throws DeviceError
// ASSAY_INVALID for one of another backend.
template <class T, class Base>
[[nodiscard]] T& own(Base& object) {
  if (auto* result = dynamic_cast<T*>(&object)) return *result;
  throw DeviceError(ASSAY_INVALID, "an object of another device was handed to a CUDA device");
}

}  // namespace assay::device::cuda
