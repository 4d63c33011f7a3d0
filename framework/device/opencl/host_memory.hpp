#pragma once

#include <cstddef>

#include "framework/device/host_memory.hpp"
#include "framework/device/opencl/context.hpp"

namespace assay::device::opencl {

// Memory that the driver allocates where its device reaches it best, mapped as long as it lives.
// OpenCL 1.2 does not know page-locked memory; drivers of GPUs use it for CL_MEM_ALLOC_HOST_PTR.
class OpenclHostMemory : public HostMemory {
 public:
  OpenclHostMemory(const Context& context, cl_command_queue queue, std::size_t bytes);
  ~OpenclHostMemory() override;
  OpenclHostMemory(const OpenclHostMemory&) = delete;
  OpenclHostMemory& operator=(const OpenclHostMemory&) = delete;

  [[nodiscard]] void* data() const override { return data_; }

 private:
  const Api& api_;
  cl_command_queue queue_;
  Handle<cl_mem> memory_;
  void* data_ = nullptr;
};

}  // namespace assay::device::opencl
