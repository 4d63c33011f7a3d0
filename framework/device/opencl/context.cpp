#include "framework/device/opencl/context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

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

Context adopt_context(const Api& api, cl_command_queue queue) {
  const auto ask = [&](cl_command_queue_info key) {
    return [&api, queue, key](std::size_t size, void* value, std::size_t* needed) {
      return api.clGetCommandQueueInfo(queue, key, size, value, needed);
    };
  };
  const char* what = "asking a queue of the application";
  const auto properties = scalar_info<cl_command_queue_properties>(ask(CL_QUEUE_PROPERTIES), what);
  if ((properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0) {
    throw DeviceError(ASSAY_INVALID,
                      "the application's queue runs work out of order: hand over one that is "
                      "created without CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE");
  }
  const auto device = scalar_info<cl_device_id>(ask(CL_QUEUE_DEVICE), what);
  std::vector<FoundDevice> all = find_devices(api);
  const auto found = std::ranges::find(all, device, &FoundDevice::device);
  if (found == all.end()) {
    throw DeviceError(ASSAY_INVALID,
                      "the application's queue belongs to a device that is not among those of "
                      "`assay doctor`: a part of a device, or one that cannot compile");
  }
  const auto context = scalar_info<cl_context>(ask(CL_QUEUE_CONTEXT), what);
  check(api.clRetainContext(context), "adopting the application's context");
  Handle<cl_context> handle(context, Release<cl_context>(api.clReleaseContext));
  return {api, found->platform, device, std::move(found->description), std::move(handle)};
}

}  // namespace assay::device::opencl
