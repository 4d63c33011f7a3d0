#pragma once

#include <memory>
#include <string>

#include "framework/device/device.hpp"

namespace assay::device::opencl {

// Empty where there is no OpenCL; discovery.hpp says why.
[[nodiscard]] std::vector<DeviceDescription> discover();
// By id. nullptr if there is no such device.
[[nodiscard]] std::unique_ptr<Device> open(const std::string& id, const DeviceOptions& options);

}  // namespace assay::device::opencl
