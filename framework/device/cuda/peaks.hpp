#pragma once

#include "framework/device/accelerator.hpp"

namespace assay::device::cuda {

// See kernel_peaks.hpp.
[[nodiscard]] Peaks measure_cuda_peaks(Accelerator& device);

}  // namespace assay::device::cuda
