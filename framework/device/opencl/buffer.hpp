#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "framework/device/device_memory.hpp"
#include "framework/device/guards.hpp"
#include "framework/device/opencl/context.hpp"

namespace assay::device::opencl {

// Device memory between two guard zones. One allocation holds all three; kernels get a sub-buffer
// of the middle, so an index that leaves it lands in a zone.
class OpenclBuffer final : public Buffer {
 public:
  // Poisons and guards the memory by way of `queue`, and waits for that.
  OpenclBuffer(const Context& context, cl_command_queue queue, std::size_t bytes);
  // Memory of somebody else, borrowed and without guard zones. Throws DeviceError ASSAY_INVALID if
  // it is no buffer, or one of another context.
  OpenclBuffer(const Context& context, cl_mem borrowed);

  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] cl_mem data() const { return data_.get(); }
  // The memory with its zones, and the byte at which the data begins: PoCL 3.1 crashes when a
  // sub-buffer is copied to an image.
  [[nodiscard]] cl_mem allocation() const { return allocation_.get(); }
  [[nodiscard]] std::size_t begin() const { return front_; }
  // The caller has waited for all other work on the buffer.
  [[nodiscard]] GuardDamage guard_damage(cl_command_queue queue) const;
  // Gives the guard zones new contents. The caller has waited for all other work on the buffer.
  void renew_guards(cl_command_queue queue);
  // Throws DeviceError ASSAY_INVALID unless [offset, offset + bytes) lies within the buffer.
  void check_range(std::size_t offset, std::size_t bytes, const char* what) const;

 private:
  struct Zone {
    std::size_t offset;
    std::size_t size;
    std::uint64_t seed;
  };
  // The zones before and after the data, within the allocation.
  [[nodiscard]] std::array<Zone, 2> zones() const;
  void write_guards(cl_command_queue queue);

  const Api& api_;
  std::size_t size_;
  std::size_t front_;  // bytes of the zone before the data: a multiple of the device's alignment
  std::size_t back_;   // bytes of the zone after the data
  GuardSeeds seeds_;
  Handle<cl_mem> allocation_;
  Handle<cl_mem> data_;
};

}  // namespace assay::device::opencl
