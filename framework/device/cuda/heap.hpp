#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "framework/device/cuda/host_memory.hpp"

namespace assay::device::cuda {

// What the buffers of a context share: the device's memory pool, a stream on which they are made
// ready and looked at, and page-locked memory for guard zones. A pool keeps what is given back, up
// to an eighth of the device's memory, for the next buffer: preparing a trial creates and drops
// hundreds of them, and the driver's other allocator takes about 100 us for each pair. Devices
// without pools are served by that other one.
class Heap {
 public:
  // The context is active.
  explicit Heap(Context& context);
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // Device memory, aligned to 256 bytes. Throws DeviceError ASSAY_OUT_OF_MEMORY, saying what it is
  // for and how much there is.
  [[nodiscard]] CUdeviceptr take(std::size_t bytes, const std::string& purpose);
  // Waits for all work that may still use the memory.
  void give_back(CUdeviceptr memory) noexcept;

  [[nodiscard]] Context& context() const { return context_; }
  [[nodiscard]] CUstream stream() const { return stream_; }
  // Until the stream is idle.
  void wait(const char* what) {
    context_.check(context_.driver().cuStreamSynchronize(stream_), what);
  }
  // Page-locked, of the last caller until it has waited, and until somebody asks for more.
  [[nodiscard]] std::span<unsigned char> words(std::size_t bytes);

 private:
  [[nodiscard]] CUresult allocate(CUdeviceptr& memory, std::size_t bytes) const;

  Context& context_;
  CUmemoryPool pool_ = nullptr;  // of the device; null: it has none
  CUstream stream_ = nullptr;
  std::optional<CudaHostMemory> words_;
  std::size_t word_bytes_ = 0;
};

}  // namespace assay::device::cuda
