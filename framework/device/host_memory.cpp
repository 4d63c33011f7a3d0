#include "framework/device/host_memory.hpp"

namespace assay::device {
namespace {

// The caller's memory as it is, for a device that copies from any memory equally fast.
class NoLock : public HostMemory {
 public:
  explicit NoLock(void* memory) : memory_(memory) {}
  [[nodiscard]] void* data() const override { return memory_; }

 private:
  void* memory_;
};

}  // namespace

std::unique_ptr<HostMemory> HostMemorySource::lock_host_memory(void* memory,
                                                               std::size_t /*bytes*/) {
  return std::make_unique<NoLock>(memory);
}

}  // namespace assay::device
