#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "framework/device/cuda/host_memory.hpp"

namespace assay::device::cuda {

// The resources that the buffers of a context share: the device's memory pool, a stream on which
// buffers are prepared and inspected, and page-locked memory for guard zones. The pool keeps memory
// that is given back, up to an eighth of the device's memory, for the next buffer: preparing a
// trial creates and drops hundreds of buffers, and the driver's other allocator (cuMemAlloc) takes
// about 100 us to create and drop one. Devices without pools, and contexts of applications, are
// served by that allocator.
class Heap {
 public:
  // The context is active.
  explicit Heap(Context& context);
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // Device memory, aligned to 256 bytes. Throws DeviceError ASSAY_OUT_OF_MEMORY with the purpose
  // and the amount of free memory.
  [[nodiscard]] CUdeviceptr take(std::size_t bytes, const std::string& purpose);
  // Waits for all work that may still use the memory.
  void give_back(CUdeviceptr memory) noexcept;
  // A copy of guard_block() on the device, made at the first call; 0 where memory is short.
  [[nodiscard]] CUdeviceptr guard_block();
  // Writes that copy anew, since a kernel may have written into it. The caller has waited for all
  // work on the device.
  void restore_guard_block();

  [[nodiscard]] Context& context() const { return context_; }
  [[nodiscard]] CUstream stream() const { return stream_; }
  // Waits until the stream is idle.
  void wait(const char* what) {
    context_.check(context_.driver().cuStreamSynchronize(stream_), what);
  }
  // Page-locked memory, shared by all callers: it belongs to the last caller until that one has
  // waited for the stream, and is valid until somebody asks for more.
  [[nodiscard]] std::span<unsigned char> words(std::size_t bytes);

 private:
  [[nodiscard]] CUresult allocate(CUdeviceptr& memory, std::size_t bytes) const;

  Context& context_;
  CUmemoryPool pool_ = nullptr;  // the device's; null if it has none or it is not used
  CUstream stream_ = nullptr;
  std::optional<CUdeviceptr> guard_block_;
  std::optional<CudaHostMemory> words_;
  std::size_t word_bytes_ = 0;
};

}  // namespace assay::device::cuda
