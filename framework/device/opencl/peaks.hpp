#pragma once

#include "framework/device/device.hpp"

namespace assay::device::opencl {

// See kernel_peaks.hpp.
[[nodiscard]] Peaks measure_opencl_peaks(Device& device);

}  // namespace assay::device::opencl
