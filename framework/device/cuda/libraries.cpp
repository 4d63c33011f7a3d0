// Finds NVIDIA's libraries on this machine, and the devices that they show.
#include <fmt/format.h>

#include <utility>

#include "framework/device/cuda/cuda_device.hpp"
#include "framework/device/cuda/discovery.hpp"
#include "framework/device/cuda/limited_device.hpp"

namespace assay::device::cuda {
namespace {

// Splits "reason; cure" where the message of an error has both.
Missing missing_part(const char* what, const std::string& message) {
  const std::size_t at = message.rfind("; ");
  if (at == std::string::npos) return {what, message, ""};
  return {what, message.substr(0, at), message.substr(at + 2)};
}

}  // namespace

Libraries load_libraries() {
  Libraries libraries;
  libraries.driver = load_driver();
  try {
    libraries.nvrtc = load_nvrtc(cuda_major(libraries.driver));
  } catch (const DeviceError& error) {
    libraries.nvrtc_missing = error.what();
  }
  try {
    libraries.nvml = load_nvml();
  } catch (const DeviceError& error) {
    libraries.nvml_missing = error.what();
  }
  return libraries;
}

std::string Libraries::versions() const {
  const std::string version = nvml ? driver_version(*nvml) : "";
  return fmt::format("{}{}, {}", version.empty() ? "" : "driver " + version + ", ",
                     cuda_version(driver), nvrtc ? "NVRTC " + nvrtc->version : "no NVRTC");
}

std::vector<FoundDevice> find_devices(const Libraries& libraries) {
  auto devices = find_devices(libraries.driver, libraries.versions());
  for (auto& [device, description] : devices) {
    if (!libraries.nvml) break;
    const auto monitor = Monitor::open(*libraries.nvml, pci_bus_id(libraries.driver, device));
    if (monitor && monitor->energy_joules()) description.facts["energy_counter"] = 1;
  }
  return devices;
}

std::vector<DeviceDescription> discover() {
  std::vector<DeviceDescription> descriptions;
  try {
    for (auto& found : find_devices(load_libraries())) {
      descriptions.push_back(std::move(found.description));
    }
  } catch (const DeviceError&) {
    return {};  // missing() gives the reason
  }
  return descriptions;
}

std::vector<Missing> missing() {
  std::vector<Missing> list;
  try {
    const Libraries libraries = load_libraries();
    static_cast<void>(find_devices(libraries.driver, ""));
    if (!libraries.nvrtc) list.push_back(missing_part("NVRTC", libraries.nvrtc_missing));
    if (!libraries.nvml) list.push_back(missing_part("NVML", libraries.nvml_missing));
  } catch (const DeviceError& error) {
    list.push_back(missing_part("CUDA", error.what()));
  }
  return list;
}

std::vector<DeviceLimits> limits() {
  std::vector<DeviceLimits> all;
  try {
    const Libraries libraries = load_libraries();
    if (!libraries.nvml) return {};
    for (const auto& [device, description] : find_devices(libraries.driver, "")) {
      const auto known = LimitedDevice::open(*libraries.nvml, pci_bus_id(libraries.driver, device));
      if (known) all.push_back({description.id, known->ranges()});
    }
  } catch (const DeviceError&) {
    return {};  // missing() gives the reason
  }
  return all;
}

std::unique_ptr<Accelerator> open(const std::string& id, const DeviceOptions& options) {
  const Libraries libraries = load_libraries();
  for (auto& found : find_devices(libraries)) {
    if (found.description.id == id) return open(libraries, std::move(found), options);
  }
  return nullptr;
}

}  // namespace assay::device::cuda
