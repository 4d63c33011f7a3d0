// Computes the digest of framework/core/digest.hpp by a kernel on the device that holds the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "framework/device/accelerator.hpp"

namespace assay::device {

// The kernel of the digest, which is compiled at the first digest and kept. Where compiling fails,
// for want of a compiler or of memory, the bytes are read and the host computes the digest.
class DigestKernel {
 public:
  // The digest of a range that lies within the buffer. The caller has waited for all work on the
  // buffer, and counts the work enqueued here under a label that nobody asks for (`untimed`).
  [[nodiscard]] std::uint64_t of(Accelerator& device, Buffer& buffer, std::size_t offset,
                                 std::size_t bytes, std::uint64_t seed);
  // Compiles the kernel. Throws DeviceError if that fails.
  [[nodiscard]] static std::unique_ptr<Program> build(ProgramBuilder& builder);

 private:
  // Compiles the kernel at the first call. False if that failed, in this call or an earlier one.
  bool open(Accelerator& device);

  bool failed_ = false;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Kernel> kernel_;
  std::unique_ptr<Buffer> sums_;  // one for each group
  std::size_t groups_ = 0;
};

}  // namespace assay::device
