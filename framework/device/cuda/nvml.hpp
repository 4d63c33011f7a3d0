// NVML, the library by which NVIDIA's driver reports clocks, power, heat and energy, opened at run
// time.
#pragma once

#include <optional>
#include <string>

#include "framework/device/cuda/types.hpp"
#include "framework/device/device_error.hpp"
#include "framework/device/sensors.hpp"

namespace assay::device::cuda {

#define ASSAY_NVML_FUNCTIONS(X)                                                                  \
  X(nvmlReturn_t, nvmlInit, "nvmlInit_v2", ())                                                   \
  X(const char*, nvmlErrorString, "nvmlErrorString", (nvmlReturn_t))                             \
  X(nvmlReturn_t, nvmlSystemGetDriverVersion, "nvmlSystemGetDriverVersion", (char*, unsigned))   \
  X(nvmlReturn_t, nvmlDeviceGetHandleByPciBusId, "nvmlDeviceGetHandleByPciBusId_v2",             \
    (const char*, nvmlDevice_t*))                                                                \
  X(nvmlReturn_t, nvmlDeviceGetClockInfo, "nvmlDeviceGetClockInfo",                              \
    (nvmlDevice_t, int, unsigned*))                                                              \
  X(nvmlReturn_t, nvmlDeviceGetPowerUsage, "nvmlDeviceGetPowerUsage", (nvmlDevice_t, unsigned*)) \
  X(nvmlReturn_t, nvmlDeviceGetTemperature, "nvmlDeviceGetTemperature",                          \
    (nvmlDevice_t, int, unsigned*))                                                              \
  X(nvmlReturn_t, nvmlDeviceGetCurrentClocksThrottleReasons,                                     \
    "nvmlDeviceGetCurrentClocksThrottleReasons", (nvmlDevice_t, unsigned long long*))            \
  X(nvmlReturn_t, nvmlDeviceGetTotalEnergyConsumption, "nvmlDeviceGetTotalEnergyConsumption",    \
    (nvmlDevice_t, unsigned long long*))

// Functions that limit a device. Drivers that are older than some of them do without.
#define ASSAY_NVML_LIMIT_FUNCTIONS(X)                                                           \
  X(nvmlReturn_t, nvmlDeviceGetSupportedMemoryClocks, "nvmlDeviceGetSupportedMemoryClocks",     \
    (nvmlDevice_t, unsigned*, unsigned*))                                                       \
  X(nvmlReturn_t, nvmlDeviceGetSupportedGraphicsClocks, "nvmlDeviceGetSupportedGraphicsClocks", \
    (nvmlDevice_t, unsigned, unsigned*, unsigned*))                                             \
  X(nvmlReturn_t, nvmlDeviceGetPowerManagementLimitConstraints,                                 \
    "nvmlDeviceGetPowerManagementLimitConstraints", (nvmlDevice_t, unsigned*, unsigned*))       \
  X(nvmlReturn_t, nvmlDeviceGetPowerManagementLimit, "nvmlDeviceGetPowerManagementLimit",       \
    (nvmlDevice_t, unsigned*))                                                                  \
  X(nvmlReturn_t, nvmlDeviceGetPowerManagementDefaultLimit,                                     \
    "nvmlDeviceGetPowerManagementDefaultLimit", (nvmlDevice_t, unsigned*))                      \
  X(nvmlReturn_t, nvmlDeviceSetPowerManagementLimit, "nvmlDeviceSetPowerManagementLimit",       \
    (nvmlDevice_t, unsigned))                                                                   \
  X(nvmlReturn_t, nvmlDeviceSetGpuLockedClocks, "nvmlDeviceSetGpuLockedClocks",                 \
    (nvmlDevice_t, unsigned, unsigned))                                                         \
  X(nvmlReturn_t, nvmlDeviceResetGpuLockedClocks, "nvmlDeviceResetGpuLockedClocks",             \
    (nvmlDevice_t))                                                                             \
  X(nvmlReturn_t, nvmlDeviceSetMemoryLockedClocks, "nvmlDeviceSetMemoryLockedClocks",           \
    (nvmlDevice_t, unsigned, unsigned))                                                         \
  X(nvmlReturn_t, nvmlDeviceResetMemoryLockedClocks, "nvmlDeviceResetMemoryLockedClocks",       \
    (nvmlDevice_t))

struct Nvml {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a member cannot be declared in parentheses
#define ASSAY_NVML_MEMBER(result, name, symbol, parameters) result(*name) parameters = nullptr;
  ASSAY_NVML_FUNCTIONS(ASSAY_NVML_MEMBER)
  ASSAY_NVML_LIMIT_FUNCTIONS(ASSAY_NVML_MEMBER)  // nullptr where the driver is too old
#undef ASSAY_NVML_MEMBER
};

// Opens and initialises the library that ASSAY_NVML_LIBRARY names, by default libnvidia-ml.so.1.
// Throws DeviceError ASSAY_UNSUPPORTED with the reason and the cure.
[[nodiscard]] Nvml load_nvml();

// Such as "580.159.04"; "" if NVML does not report it.
[[nodiscard]] std::string driver_version(const Nvml& nvml);

// One device as NVML sees it.
class Monitor {
 public:
  // Absent if NVML does not know the device ("0000:04:00.0").
  static std::optional<Monitor> open(const Nvml& nvml, const std::string& pci_bus_id);
  // `capped`: the power is limited on purpose, so that its cap slows nothing down unasked.
  [[nodiscard]] DeviceState read(bool capped = false) const;
  [[nodiscard]] std::optional<double> energy_joules() const;  // since the driver was loaded

 private:
  Monitor(const Nvml& nvml, nvmlDevice_t device) : nvml_(nvml), device_(device) {}
  Nvml nvml_;
  nvmlDevice_t device_;
};

// "power cap, heat" for NVML's bits; those that mean no harm (idle, clocks as set) are left out.
[[nodiscard]] std::string throttle_text(unsigned long long reasons);

}  // namespace assay::device::cuda
