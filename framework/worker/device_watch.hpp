#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/trial.hpp"
#include "framework/device/device.hpp"
#include "framework/measure/clock.hpp"

namespace assay {

// Watches the state of a trial's devices while it is sampled: asked between repetitions, outside
// what is timed, and seldom enough to cost little. Devices that tell nothing leave no facts.
class DeviceWatch {
 public:
  // The energy of the runs to come is counted from here.
  explicit DeviceWatch(std::vector<device::Device*> devices);

  // After every repetition.
  void look();

  // device_clock_mhz (lowest seen), device_memory_clock_mhz (lowest), device_power_w and
  // device_temperature_c (highest), device_throttled (share of the looks), device_energy_per_run_j
  // (idling between the runs included; only where the runs took long enough for the counter, which
  // moves some ten times a second). Power and energy are those of all devices together.
  [[nodiscard]] std::vector<Fact> facts();
  // All that were seen, "" if none.
  [[nodiscard]] const std::string& throttle_reasons() const { return throttle_reasons_; }

 private:
  [[nodiscard]] device::DeviceState state() const;
  void take_in(const device::DeviceState& state);

  std::vector<device::Device*> devices_;
  device::DeviceState first_;
  device::DeviceState extremes_;
  Stopwatch since_start_;
  Stopwatch since_look_;
  std::size_t runs_ = 0;
  std::size_t looks_ = 0;
  std::size_t throttled_looks_ = 0;
  std::string throttle_reasons_;
};

}  // namespace assay
