#pragma once

#include <type_traits>
#include <typeinfo>

#include "framework/device/opencl/api.hpp"
#include "framework/device/opencl/discovery.hpp"

namespace assay::device::opencl {

// An opened device, as everything created on it needs it.
struct Context {
  Api api;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  DeviceDescription description;
  Handle<cl_context> handle;

  [[nodiscard]] std::size_t fact(const char* name) const {
    return static_cast<std::size_t>(description.facts.at(name));
  }
};

[[nodiscard]] Context open_context(const Api& api, FoundDevice found);
// The context and the device of a queue of somebody else. Takes a reference to the context. Throws
// DeviceError ASSAY_INVALID for a queue that runs work out of order, and for a device that is not
// among those found, such as a part of one.
[[nodiscard]] Context adopt_context(const Api& api, cl_command_queue queue);

// The object behind an interface pointer that this backend handed out. Throws DeviceError
// ASSAY_INVALID for one of another backend. Every launch asks for each of its buffers, hence the
// comparison of types, which takes a tenth of the time of a dynamic_cast.
template <class T, class Base>
[[nodiscard]] T& own(Base& object) {
  static_assert(std::is_final_v<T>);
  if (typeid(object) == typeid(T)) return static_cast<T&>(object);
  throw DeviceError(ASSAY_INVALID, "an object of another device was handed to an OpenCL device");
}

}  // namespace assay::device::opencl
