#pragma once

#include <memory>
#include <optional>

#include "framework/device/accelerator.hpp"
#include "framework/device/cuda/buffer.hpp"

namespace assay::device::cuda {

// Checks guard zones by a kernel on the device, which compares them with what was written into
// them: around a large buffer they have two megabytes, and to read and compare these on the host
// takes longer than many a trial. The kernel is compiled at the first check and kept.
class GuardCheck {
 public:
  // The damage around a buffer. The caller has waited for all work on the buffer, and counts the
  // work enqueued here under a label that nobody asks for (`untimed`).
  [[nodiscard]] GuardDamage damage(Accelerator& device, CudaBuffer& buffer);
  // Compiles the kernel. Throws DeviceError if that fails.
  [[nodiscard]] static std::unique_ptr<Program> build(ProgramBuilder& builder);

 private:
  // Whether both zones are as they were written, by the copy of all contents on the device, which a
  // kernel may have overwritten, too; nothing where the device cannot tell: without a compiler,
  // where memory is short, and where the zone behind the buffer does not begin at a word.
  [[nodiscard]] std::optional<bool> intact(Accelerator& device, CudaBuffer& buffer);
  // Compiles the kernel at the first call. False if that failed, in this call or an earlier one.
  bool open(Accelerator& device);

  bool failed_ = false;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Kernel> kernel_;
  std::unique_ptr<Buffer> found_;  // not 0 once a word differs
};

}  // namespace assay::device::cuda
