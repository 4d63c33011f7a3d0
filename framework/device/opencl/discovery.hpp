#pragma once

#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/device/opencl/api.hpp"

namespace assay::device::opencl {

struct FoundDevice {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  DeviceDescription description;
};

// All usable devices (OpenCL 1.2 or newer, available, with a compiler) of all platforms as
// opencl:0, opencl:1, ... Accelerators come before devices on the host's cores; within each kind,
// platforms are in the order of their names and a platform's devices as it lists them.
[[nodiscard]] std::vector<FoundDevice> find_devices(const Api& api);

// Why there is no device; empty if there is one.
[[nodiscard]] std::string unavailable_reason();

}  // namespace assay::device::opencl
