#pragma once

#include "framework/device/device.hpp"

namespace assay::device::cuda {

// See kernel_peaks.hpp.
[[nodiscard]] Peaks measure_cuda_peaks(Device& device);

}  // namespace assay::device::cuda
