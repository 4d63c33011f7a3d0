#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/device/cuda/context.hpp"
#include "framework/device/cuda/nvml.hpp"
#include "framework/device/cuda/nvrtc.hpp"

namespace assay::device::cuda {

// What was opened of NVIDIA's libraries, and why not where one is absent.
struct Libraries {
  Driver driver;
  std::optional<Nvrtc> nvrtc;
  std::string nvrtc_missing;
  std::optional<Nvml> nvml;
  std::string nvml_missing;

  // "driver 580.159.04, CUDA 13.0, NVRTC 13.0": all that the code of a trial and its speed depend
  // on.
  [[nodiscard]] std::string versions() const;
};
// Throws DeviceError ASSAY_UNSUPPORTED if there is no driver.
[[nodiscard]] Libraries load_libraries();

// All devices that take work, with what NVML adds to their facts. Throws as find_devices does.
[[nodiscard]] std::vector<FoundDevice> find_devices(const Libraries& libraries);

// Empty where there is no CUDA; missing() says why.
[[nodiscard]] std::vector<DeviceDescription> discover();
[[nodiscard]] std::vector<Missing> missing();
// By id. nullptr if there is no such device.
[[nodiscard]] std::unique_ptr<Device> open(const std::string& id, const DeviceOptions& options);
[[nodiscard]] std::unique_ptr<Device> open(const Libraries& libraries, FoundDevice found,
                                           const DeviceOptions& options);

}  // namespace assay::device::cuda
