#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/device/accelerator.hpp"
#include "framework/device/cuda/context.hpp"
#include "framework/device/cuda/nvml.hpp"
#include "framework/device/cuda/nvrtc.hpp"
#include "framework/device/machine.hpp"

namespace assay::device::cuda {

// NVIDIA's libraries as far as they could be opened, with the reason for each one that is absent.
struct Libraries {
  Driver driver;
  std::optional<Nvrtc> nvrtc;
  std::string nvrtc_missing;
  std::optional<Nvml> nvml;
  std::string nvml_missing;

  // Such as "driver 580.159.04, CUDA 13.0, NVRTC 13.0": everything that the code of a trial and its
  // speed depend on.
  [[nodiscard]] std::string versions() const;
};
// Throws DeviceError ASSAY_UNSUPPORTED if there is no driver.
[[nodiscard]] Libraries load_libraries();

// All devices that take work, with what NVML adds to their facts. Throws what find_devices() of
// discovery.hpp throws.
[[nodiscard]] std::vector<FoundDevice> find_devices(const Libraries& libraries);

// All CUDA devices. Empty where there is no CUDA, for the reasons that missing() returns.
[[nodiscard]] std::vector<DeviceDescription> discover();
[[nodiscard]] std::vector<Missing> missing();
// The limits that the devices take; without those of which NVML tells nothing.
[[nodiscard]] std::vector<DeviceLimits> limits();
// Opens a device by id. nullptr if there is no such device.
[[nodiscard]] std::unique_ptr<Accelerator> open(const std::string& id,
                                                const DeviceOptions& options);
[[nodiscard]] std::unique_ptr<Accelerator> open(const Libraries& libraries, FoundDevice found,
                                                const DeviceOptions& options);
// The device of an application's stream; see adopt_cuda() in adopted.hpp.
[[nodiscard]] std::unique_ptr<Accelerator> adopt(CUstream stream, const DeviceOptions& options);
[[nodiscard]] std::unique_ptr<Accelerator> adopt(const Libraries& libraries, CUstream stream,
                                                 const DeviceOptions& options);

}  // namespace assay::device::cuda
