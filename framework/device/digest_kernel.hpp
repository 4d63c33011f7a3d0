// The digest of framework/core/digest.hpp where the bytes lie: on a device, by a kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "framework/device/device.hpp"

namespace assay::device {

// Compiled with the first digest, and kept. Where that fails, for want of a compiler or of memory,
// the bytes come to the host.
class DigestKernel {
 public:
  // The caller has waited for all work on the buffer, and has work enqueued now counted under a
  // label that nobody asks for. The range lies within the buffer.
  [[nodiscard]] std::uint64_t of(Device& device, Buffer& buffer, std::size_t offset,
                                 std::size_t bytes, std::uint64_t seed);

 private:
  // False where it failed, now or earlier.
  bool open(Device& device);

  bool failed_ = false;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Kernel> kernel_;
  std::unique_ptr<Buffer> sums_;  // one for each group
  std::size_t groups_ = 0;
};

}  // namespace assay::device
