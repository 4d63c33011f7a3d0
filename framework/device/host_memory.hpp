#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "framework/device/guards.hpp"

namespace assay::device {

class Device;

class HostMemory {
 public:
  virtual ~HostMemory() = default;
  [[nodiscard]] virtual void* data() const = 0;
  // How far outside the memory something was written; no damage where the backend does not guard
  // it.
  [[nodiscard]] virtual GuardDamage guard_damage() const { return {}; }
};

// The capability of working with memory of the host: variants run on the host itself, or copy from
// and to its memory.
class HostMemorySource {
 public:
  // Creates host memory that this device copies from and to fastest (page-locked, where there are
  // page locks), aligned to 64 bytes at least. `bytes` may be 0. Nothing may use the memory any
  // more when it is destroyed.
  virtual std::unique_ptr<HostMemory> create_host_memory(std::size_t bytes) = 0;
  // Makes memory of the caller as fast to copy from and to as that of create_host_memory(); it must
  // outlive the returned object. Does nothing where there are no page locks or the memory is locked
  // already. ASSAY_OUT_OF_MEMORY if the system refuses to lock more.
  virtual std::unique_ptr<HostMemory> lock_host_memory(void* memory, std::size_t bytes);

  [[nodiscard]] static std::string missing_on(const Device& device);

 protected:
  ~HostMemorySource() = default;
};

}  // namespace assay::device
