#pragma once

#include <string>
#include <vector>

#include "framework/device/cuda/context.hpp"

namespace assay::device::cuda {

// All devices that take work, as cuda:0, cuda:1, ... in the driver's order (CUDA_VISIBLE_DEVICES
// applies). `versions` becomes the driver's version in each description. Throws DeviceError
// ASSAY_UNSUPPORTED with the reason and the cure if there is none.
[[nodiscard]] std::vector<FoundDevice> find_devices(const Driver& driver,
                                                    const std::string& versions);

// The CUDA version of the driver, as "CUDA 13.0" and as the major number alone.
[[nodiscard]] std::string cuda_version(const Driver& driver);
[[nodiscard]] int cuda_major(const Driver& driver);

// Such as "0000:04:00.0"; "" if the driver does not report it.
[[nodiscard]] std::string pci_bus_id(const Driver& driver, CUdevice device);

}  // namespace assay::device::cuda
