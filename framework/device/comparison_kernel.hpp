// Compares elements on a device with what is expected of them, by a kernel.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "framework/device/accelerator.hpp"

namespace assay::device {

// The kernels of comparisons, two for each type of elements: without and with tolerances of single
// elements. They are compiled at the first comparison that needs them, and kept.
class ComparisonKernel {
 public:
  // The ranges lie within their buffers. The caller has waited for all work on them, and counts the
  // work enqueued here under a label that nobody asks for (`untimed`). Absent where the device
  // cannot tell: without a compiler, without double precision, or where memory is short.
  [[nodiscard]] std::optional<Differences> of(Accelerator& device, const Comparison& comparison);
  enum class Tolerances { of_all, of_each };
  // Compiles the kernel for one type of elements. Throws DeviceError if that fails.
  [[nodiscard]] static std::unique_ptr<Program> build(ProgramBuilder& builder,
                                                      assay_element element, Tolerances tolerances);

 private:
  struct Compiled {
    std::unique_ptr<Program> program;
    std::unique_ptr<Kernel> kernel;
    std::unique_ptr<Buffer> found;  // what each group found
    std::size_t groups;
  };
  // Compiles the kernel at the first call. nullptr if that failed, in this call or an earlier one.
  const Compiled* compiled(Accelerator& device, assay_element element, Tolerances tolerances);

  std::map<std::pair<assay_element, Tolerances>, std::optional<Compiled>> compiled_;
};

}  // namespace assay::device
