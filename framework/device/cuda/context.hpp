#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>

#include "framework/core/catalog.hpp"
#include "framework/device/cuda/driver.hpp"

namespace assay::device::cuda {

struct FoundDevice {
  CUdevice device = 0;
  DeviceDescription description;
};

// An opened device, as everything created on it needs it. The device's primary context is retained
// at the first use, so that a process that only compiles takes nothing of the device. A context
// that was adopted is somebody else's, who keeps it until this object is gone.
class Context {
 public:
  Context(const Driver& driver, FoundDevice found, CUcontext adopted = nullptr);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  [[nodiscard]] const Driver& driver() const { return driver_; }
  [[nodiscard]] CUdevice device() const { return found_.device; }
  [[nodiscard]] CUcontext handle() const { return handle_; }  // nullptr before the first use
  [[nodiscard]] bool is_adopted() const { return adopted_; }
  [[nodiscard]] const DeviceDescription& description() const { return found_.description; }
  [[nodiscard]] std::size_t fact(const char* name) const {
    return static_cast<std::size_t>(found_.description.facts.at(name));
  }

  // Makes the context current on this thread. Needed before every call that works in the context,
  // since plugins may have made another one current.
  void activate();
  // Does what activate() does, for destructors: retains nothing and reports nothing.
  void activate_if_open() noexcept {
    if (handle_ != nullptr) driver_.cuCtxSetCurrent(handle_);
  }

  // Does what check() of driver.hpp does; also remembers an error after which the context is
  // unusable, and names the last kernel launched in its message.
  void check(CUresult code, std::string_view what);
  // Why nothing works in this context any more; "" while it does.
  [[nodiscard]] const std::string& fault() const { return fault_; }
  // Remembers the kernel for the message of a fault, which is reported later than it happens.
  void note_launch(const std::string& kernel) { last_kernel_ = kernel; }

 private:
  Driver driver_;
  FoundDevice found_;
  CUcontext handle_;
  bool adopted_;
  std::string fault_;
  std::string last_kernel_;
};

// The object behind an interface pointer that this backend handed out. Throws DeviceError
// ASSAY_INVALID for one of another backend. Every launch asks for each of its buffers, hence the
// comparison of types, which takes a tenth of the time of a dynamic_cast.
template <class T, class Base>
[[nodiscard]] T& own(Base& object) {
  static_assert(std::is_final_v<T>);
  if (typeid(object) == typeid(T)) return static_cast<T&>(object);
  throw DeviceError(ASSAY_INVALID, "an object of another device was handed to a CUDA device");
}

}  // namespace assay::device::cuda
