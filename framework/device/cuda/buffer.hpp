#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "framework/device/cuda/heap.hpp"
#include "framework/device/device_memory.hpp"
#include "framework/device/guards.hpp"

namespace assay::device::cuda {

// Device memory between two guard zones; one allocation holds all three.
class CudaBuffer final : public Buffer {
 public:
  // Takes memory from the heap, which outlives the buffer, poisons and guards it, and waits for
  // that.
  CudaBuffer(Heap& heap, std::size_t bytes);
  // Memory of somebody else, borrowed and without guard zones, of which only the address is known:
  // its size reads as 0, so that it is no target of copies and fills.
  explicit CudaBuffer(CUdeviceptr borrowed);
  ~CudaBuffer() override;
  CudaBuffer(const CudaBuffer&) = delete;
  CudaBuffer& operator=(const CudaBuffer&) = delete;

  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] CUdeviceptr data() const { return allocation_ + zone_bytes_; }
  // The caller has waited for all other work on the buffer.
  [[nodiscard]] GuardDamage guard_damage();
  // Gives the guard zones new contents. The caller has waited for all other work on the buffer.
  void renew_guards();
  // Repeats the pattern over the bytes; the caller has checked the range and the pattern.
  void fill(CUstream stream, std::size_t offset, std::size_t bytes, const void* pattern,
            std::size_t pattern_size);

 private:
  struct Zone {
    std::size_t offset;
    std::uint64_t seed;
  };
  // Calls visit(zone, the heap's words for it).
  template <class Visit>
  void for_zones(const Visit& visit) {
    const std::span<unsigned char> words = heap_->words(2 * zone_bytes_);
    visit(Zone{0, seeds_.before}, words.first(zone_bytes_));
    visit(Zone{zone_bytes_ + size_, seeds_.after}, words.last(zone_bytes_));
  }
  void poison();
  void write_guards();

  Heap* heap_;  // nullptr: borrowed
  std::size_t size_;
  std::size_t zone_bytes_;  // of each zone: a multiple of the heap's alignment
  GuardSeeds seeds_;
  CUdeviceptr allocation_ = 0;
};

}  // namespace assay::device::cuda
