#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/device/cuda/nvml.hpp"
#include "framework/device/limits.hpp"

namespace assay::device::cuda {

// One device whose clocks and power NVML limits. What was limited is as it was before once the
// object is gone; clocks that somebody else had locked are free then, since NVML does not tell
// about those.
class LimitedDevice {
 public:
  // Absent if NVML does not know the device ("0000:04:00.0").
  static std::optional<LimitedDevice> open(const Nvml& nvml, const std::string& pci_bus_id);
  ~LimitedDevice() { put_back(); }
  LimitedDevice(LimitedDevice&& other) noexcept;
  LimitedDevice(const LimitedDevice&) = delete;
  LimitedDevice& operator=(const LimitedDevice&) = delete;
  LimitedDevice& operator=(LimitedDevice&&) = delete;

  [[nodiscard]] LimitRanges ranges() const;
  // Returns once the device works within the limit, as far as it tells. Throws DeviceError
  // ASSAY_UNSUPPORTED as Limits::limit does.
  void limit(assay_limit what, double value);
  // Takes all limits away. What fails is written to standard error.
  void put_back() noexcept;

 private:
  LimitedDevice(const Nvml& nvml, nvmlDevice_t device) : nvml_(nvml), device_(device) {}
  [[nodiscard]] std::vector<unsigned> memory_clocks() const;
  [[nodiscard]] std::vector<unsigned> graphics_clocks(unsigned memory_clock) const;
  void limit_graphics_clock(double mhz);
  void limit_memory_clock(double mhz);
  void limit_power(double watts);
  // Waits until the clock is the one that it is held at. An idle device need not follow, hence not
  // for long.
  void await_clock(int which, unsigned mhz) const;

  Nvml nvml_;
  nvmlDevice_t device_;
  bool graphics_locked_ = false;
  std::optional<unsigned> memory_locked_;  // MHz
  std::optional<unsigned> power_before_;   // mW; absent: not limited
};

}  // namespace assay::device::cuda
