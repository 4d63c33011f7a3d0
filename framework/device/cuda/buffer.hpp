#pragma once

#include <array>
#include <cstddef>

#include "framework/device/cuda/context.hpp"

namespace assay::device::cuda {

// Device memory between two zones of guard words; one allocation holds all three.
class CudaBuffer : public Buffer {
 public:
  // Poisons and guards the memory with the help of `stream`, and waits for that.
  CudaBuffer(Context& context, CUstream stream, std::size_t bytes);
  ~CudaBuffer() override;
  CudaBuffer(const CudaBuffer&) = delete;
  CudaBuffer& operator=(const CudaBuffer&) = delete;

  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] CUdeviceptr data() const { return allocation_ + front; }
  // The caller has waited for all other work on the buffer.
  [[nodiscard]] bool guards_intact(CUstream stream);
  // Repeats the pattern over the bytes; the range and the pattern were checked.
  void fill(CUstream stream, std::size_t offset, std::size_t bytes, const void* pattern,
            std::size_t pattern_size);

 private:
  static constexpr std::size_t front = 256;  // cuMemAlloc aligns to as much
  struct Zone {
    std::size_t offset;
    std::size_t size;
  };
  [[nodiscard]] std::array<Zone, 2> zones() const;
  void poison(CUstream stream);

  Context& context_;
  std::size_t size_;
  CUdeviceptr allocation_ = 0;
};

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
