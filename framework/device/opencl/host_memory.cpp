#include "framework/device/opencl/host_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace assay::device::opencl {

OpenclHostMemory::OpenclHostMemory(const Context& context, cl_command_queue queue,
                                   std::size_t bytes)
    : api_(context.api), queue_(queue) {
  const std::size_t whole = std::max<std::size_t>(bytes, 1);
  const std::size_t limit = context.fact("max_allocation_bytes");
  cl_int code = CL_SUCCESS;
  memory_ = Handle<cl_mem>(
      api_.clCreateBuffer(context.handle.get(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, whole,
                          nullptr, &code),
      Release<cl_mem>(api_.clReleaseMemObject));
  if (code == CL_SUCCESS) {
    data_ = api_.clEnqueueMapBuffer(queue_, memory_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                    whole, 0, nullptr, nullptr, &code);
  }
  if (code == CL_SUCCESS) return;
  if (whole <= limit && code != CL_OUT_OF_RESOURCES && code != CL_MAP_FAILURE) {
    check(code, fmt::format("creating host memory of {} bytes", bytes));
  }
  throw DeviceError(ASSAY_OUT_OF_MEMORY,
                    fmt::format("creating host memory of {} bytes: {}; {} takes at most {} in one "
                                "piece",
                                bytes, error_name(code), context.description.name, limit));
}

OpenclHostMemory::~OpenclHostMemory() {
  api_.clEnqueueUnmapMemObject(queue_, memory_.get(), data_, 0, nullptr, nullptr);
  api_.clFinish(queue_);
}

}  // namespace assay::device::opencl
