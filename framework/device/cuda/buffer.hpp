#pragma once

#include <cstddef>
#include <span>

#include "framework/device/cuda/heap.hpp"
#include "framework/device/guards.hpp"

namespace assay::device::cuda {

// Device memory between two zones of guard words; one allocation holds all three.
class CudaBuffer : public Buffer {
 public:
  // Of the heap, which outlives it. Poisons and guards the memory, and waits for that.
  CudaBuffer(Heap& heap, std::size_t bytes);
  ~CudaBuffer() override;
  CudaBuffer(const CudaBuffer&) = delete;
  CudaBuffer& operator=(const CudaBuffer&) = delete;

  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] CUdeviceptr data() const { return allocation_ + front; }
  // The caller has waited for all other work on the buffer.
  [[nodiscard]] bool guards_intact();
  // Repeats the pattern over the bytes; the range and the pattern were checked.
  void fill(CUstream stream, std::size_t offset, std::size_t bytes, const void* pattern,
            std::size_t pattern_size);

 private:
  static constexpr std::size_t front = 256;  // the heap aligns to as much
  static_assert(front + guard_zone_bytes <= Heap::word_bytes);
  struct Zone {
    std::size_t offset;
    std::size_t size;
  };
  // Calls visit(zone, the heap's words for it).
  template <class Visit>
  void for_zones(const Visit& visit) {
    std::span<unsigned char> words = heap_.words();
    for (const Zone& zone : {Zone{0, front}, Zone{front + size_, guard_zone_bytes}}) {
      visit(zone, words.first(zone.size));
      words = words.subspan(zone.size);
    }
  }
  void poison();

  Heap& heap_;
  std::size_t size_;
  CUdeviceptr allocation_ = 0;
};

}  // namespace assay::device::cuda
