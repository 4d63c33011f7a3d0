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
  // Where a guard zone lies, and where its contents begin in the block of all contents.
  struct Zone {
    CUdeviceptr memory;
    std::uint64_t seed;
  };
  [[nodiscard]] bool is_borrowed() const { return heap_ == nullptr; }
  [[nodiscard]] std::size_t zone_bytes() const { return zone_bytes_; }
  [[nodiscard]] Zone zone_before() const { return {allocation_, seeds_.before}; }
  [[nodiscard]] Zone zone_after() const { return {data() + size_, seeds_.after}; }
  [[nodiscard]] Heap& heap() const { return *heap_; }  // of memory that is not borrowed
  // Reads the zones. The caller has waited for all other work on the buffer.
  [[nodiscard]] GuardDamage guard_damage();
  // Gives the guard zones new contents. The caller has waited for all other work on the buffer.
  void renew_guards();
  // Repeats the pattern over the bytes; the caller has checked the range and the pattern.
  void fill(CUstream stream, std::size_t offset, std::size_t bytes, const void* pattern,
            std::size_t pattern_size);

 private:
  void poison();
  void write_guards();
  void copy_guards(CUdeviceptr block);

  Heap* heap_;  // nullptr: borrowed
  std::size_t size_;
  std::size_t zone_bytes_;  // of each zone: a multiple of the heap's alignment
  GuardSeeds seeds_;
  CUdeviceptr allocation_ = 0;
};

}  // namespace assay::device::cuda
