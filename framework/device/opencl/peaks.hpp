#pragma once

#include "framework/device/device.hpp"

namespace assay::device::opencl {

// Multiply-add and copy rates by the device's own clock, best of several launches of some
// milliseconds each. Leaves nothing behind in the device's timing.
[[nodiscard]] Peaks measure_opencl_peaks(Device& device);

}  // namespace assay::device::opencl
