#include "framework/device/opencl/context.hpp"

#include <fmt/format.h>

#include <utility>

namespace assay::device::opencl {

Context open_context(const Api& api, FoundDevice found) {
  const cl_context_properties properties[] = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(found.platform), 0};
  cl_int code = CL_SUCCESS;
  Handle<cl_context> handle(
      api.clCreateContext(properties, 1, &found.device, nullptr, nullptr, &code),
      Release<cl_context>(api.clReleaseContext));
  check(code, fmt::format("opening the OpenCL device {}", found.description.name));
  return {api, found.platform, found.device, std::move(found.description), std::move(handle)};
}

}  // namespace assay::device::opencl
