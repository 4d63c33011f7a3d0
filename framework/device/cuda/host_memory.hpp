#pragma once

#include <cstddef>

#include "framework/device/cuda/context.hpp"

namespace assay::device::cuda {

// Page-locked, so that copies run without the host.
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

// Page-locks memory of others.
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
  bool is_mine_ = false;  // else somebody else's lock holds already
};

}  // namespace assay::device::cuda
