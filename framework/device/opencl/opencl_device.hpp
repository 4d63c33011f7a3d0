#pragma once

#include <memory>
#include <string>

#include "framework/device/accelerator.hpp"
#include "framework/device/machine.hpp"

namespace assay::device::opencl {

// All OpenCL devices. Empty where there is none, for the reason in unavailable_reason().
[[nodiscard]] std::vector<DeviceDescription> discover();
// Opens a device by id. nullptr if there is no such device.
[[nodiscard]] std::unique_ptr<Accelerator> open(const std::string& id,
                                                const DeviceOptions& options);

}  // namespace assay::device::opencl
