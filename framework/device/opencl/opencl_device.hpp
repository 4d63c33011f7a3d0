#pragma once

#include <memory>
#include <string>

#include "framework/device/accelerator.hpp"
#include "framework/device/machine.hpp"
#include "framework/device/opencl/api.hpp"

namespace assay::device::opencl {

// All OpenCL devices. Empty where there is none, for the reason in unavailable_reason().
[[nodiscard]] std::vector<DeviceDescription> discover();
// Opens a device by id. nullptr if there is no such device.
[[nodiscard]] std::unique_ptr<Accelerator> open(const std::string& id,
                                                const DeviceOptions& options);
// The device of an application's queue; see adopt_opencl() in adopted.hpp.
[[nodiscard]] std::unique_ptr<Accelerator> adopt(cl_command_queue queue,
                                                 const DeviceOptions& options);

}  // namespace assay::device::opencl
