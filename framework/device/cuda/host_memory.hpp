#pragma once

#include <cstddef>

#include "framework/device/cuda/context.hpp"
#include "framework/device/host_memory.hpp"

namespace assay::device::cuda {

// Page-locked host memory: copies from and to it run without the host.
class CudaHostMemory : public HostMemory {
 public:
  CudaHostMemory(Context& context, std::size_t bytes);
  ~CudaHostMemory() override;
  CudaHostMemory(const CudaHostMemory&) = delete;
  CudaHostMemory& operator=(const CudaHostMemory&) = delete;
  [[nodiscard]] void* data() const override { return data_; }

 private:
  Context& context_;
  void* data_ = nullptr;
};

// A page lock on memory that others own.
class CudaMemoryLock : public HostMemory {
 public:
  CudaMemoryLock(Context& context, void* memory, std::size_t bytes);
  ~CudaMemoryLock() override;
  CudaMemoryLock(const CudaMemoryLock&) = delete;
  CudaMemoryLock& operator=(const CudaMemoryLock&) = delete;
  [[nodiscard]] void* data() const override { return data_; }

 private:
  Context& context_;
  void* data_;
  bool is_mine_ = false;  // false: somebody else's lock already holds
};

}  // namespace assay::device::cuda
