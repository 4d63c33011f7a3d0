#pragma once

#include "framework/device/accelerator.hpp"

namespace assay::device::opencl {

// See kernel_peaks.hpp.
[[nodiscard]] Peaks measure_opencl_peaks(Accelerator& device);

}  // namespace assay::device::opencl
