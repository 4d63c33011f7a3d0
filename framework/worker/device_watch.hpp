#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/trial.hpp"
#include "framework/device/device.hpp"
#include "framework/measure/clock.hpp"

namespace assay {

// The sum over the devices; nothing if one of them does not tell.
[[nodiscard]] std::optional<double> energy_joules(const std::vector<device::Device*>& devices);

// Watches the state of a trial's devices while it is sampled: asked between samples, outside what
// is timed, and seldom enough to cost little. Devices that tell nothing leave no facts.
class DeviceWatch {
 public:
  // The energy of blocks of runs (EnergyBlocks) is told already, and looks leave the device idle
  // within them: they are rarer, and the fact is left out. So it is where others use the device
  // between the runs.
  enum class Samples { runs, runs_in_turns, blocks };
  explicit DeviceWatch(std::vector<device::Device*> devices, Samples samples = Samples::runs);

  // What a look tells of the samples before it; nothing where it was not yet time for one.
  struct Seen {
    // So many, up to this one, a device may have slowed down: those since the last look if one now
    // says that it is slowed down, else none.
    std::size_t slowed = 0;
    std::optional<double> clock_mhz = std::nullopt;  // of several devices the lowest
  };
  // After every sample, the first one always looks; `now`: whether or not it is time to look.
  Seen look(bool now = false);

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
  Samples samples_;
  std::optional<double> first_joules_;  // after the first sample
  device::DeviceState extremes_;
  Stopwatch since_first_;
  Stopwatch since_look_;
  std::size_t taken_ = 0;        // samples
  std::size_t before_look_ = 0;  // of them, up to the last look
  std::size_t looks_ = 0;
  std::size_t throttled_looks_ = 0;
  std::string throttle_reasons_;
};

}  // namespace assay
