#pragma once

#include <memory>

#include "assay/variant.hpp"
#include "framework/kernel_file/kernel.hpp"

namespace assay {

// One configuration of a kernel in a file, compiled and ready: on a device, limited as the kernel
// asks for until the trial ends, or on the host for code of the host. `kernel` and the task's
// tensors must outlive the trial. Throws sdk::Error.
[[nodiscard]] std::unique_ptr<sdk::Trial> prepared_trial(const KernelDescription& kernel,
                                                         const sdk::Task& task);

// The same for the reference: without limits, and its outputs on the device begin with what the
// task's outputs hold.
[[nodiscard]] std::unique_ptr<sdk::Trial> prepared_reference(const KernelDescription& kernel,
                                                             const sdk::Task& task);

// Compiles what `prepared_trial` will need. Throws sdk::Error.
void compile_trial(const KernelDescription& kernel, const sdk::Task& task);

}  // namespace assay
