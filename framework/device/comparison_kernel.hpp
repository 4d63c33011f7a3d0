// Compares elements on a device with what is expected of them, by a kernel.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "framework/device/accelerator.hpp"

namespace assay::device {

// The kernels of comparisons, one for each type of elements, which are compiled at the first
// comparison and kept.
class ComparisonKernel {
 public:
  // The ranges lie within their buffers. The caller has waited for all work on them, and counts the
  // work enqueued here under a label that nobody asks for (`untimed`). Absent where the device
  // cannot tell: without a compiler, without double precision, or where memory is short.
  [[nodiscard]] std::optional<Differences> of(Accelerator& device, const Comparison& comparison);
  // Compiles the kernel for one type of elements. Throws DeviceError if that fails.
  [[nodiscard]] static std::unique_ptr<Program> build(ProgramBuilder& builder,
                                                      assay_element element);

 private:
  struct Compiled {
    std::unique_ptr<Program> program;
    std::unique_ptr<Kernel> kernel;
    std::unique_ptr<Buffer> found;  // what each group found
    std::size_t groups;
  };
  // Compiles the kernel at the first call. nullptr if that failed, in this call or an earlier one.
  const Compiled* compiled(Accelerator& device, assay_element element);

  std::map<assay_element, std::optional<Compiled>> compiled_;
};

}  // namespace assay::device
