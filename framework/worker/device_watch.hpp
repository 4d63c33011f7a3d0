#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/fact.hpp"
#include "framework/device/device.hpp"
#include "framework/device/sensors.hpp"
#include "framework/measure/clock.hpp"

namespace assay {

// The sum over the devices, in joules; absent if one of them does not report its energy.
[[nodiscard]] std::optional<double> energy_joules(const std::vector<device::Device*>& devices);

// Watches the state of a trial's devices while it is sampled: the devices are asked between
// samples, outside the timed parts, and seldom enough to cost little. Devices that report nothing
// leave no facts.
class DeviceWatch {
 public:
  // How samples are taken. The energy of blocks of runs (EnergyBlocks) is measured already, and
  // looks leave the device idle within a block: looks are rarer then, and the energy fact is left
  // out. It is also left out where others use the device between the runs (in turns).
  enum class Samples { runs, runs_in_turns, blocks };
  explicit DeviceWatch(std::vector<device::Device*> devices, Samples samples = Samples::runs);

  // What a look reports about the samples before it; empty where it was not yet time for one.
  struct Seen {
    // The number of latest samples in which a device may have been slowed down: those since the
    // last look if a device reports that it is slowed down at this look, else none.
    std::size_t slowed = 0;
    // The lowest of several devices, if they were asked now.
    std::optional<double> clock_mhz = std::nullopt;
  };
  // Called after every sample; the first call always looks. `now`: looks even if it is not yet
  // time. At the beginning, and where sampling was shorter than a device takes to slow down, what
  // an earlier trial saw shortly before will do, since asking takes longer than many a trial.
  Seen look(bool now = false);

  // The facts device_clock_mhz and device_memory_clock_mhz (lowest seen), device_power_w and
  // device_temperature_c (highest seen), device_throttled (share of the looks),
  // device_energy_per_run_j (idling between the runs included, from the second look on; only where
  // the runs took long enough for the counter, which advances some ten times a second). Power and
  // energy are those of all devices together.
  [[nodiscard]] std::vector<Fact> facts();
  // All throttle reasons seen, "" if none.
  [[nodiscard]] const std::string& throttle_reasons() const { return throttle_reasons_; }

 private:
  using Ask = std::function<device::DeviceState(device::Sensors&)>;
  // The state of all devices together, by that of each.
  [[nodiscard]] device::DeviceState state_by(const Ask& ask) const;
  // What was seen a moment ago, if that will do.
  [[nodiscard]] std::optional<device::DeviceState> known_state() const;
  void take_in(const device::DeviceState& state);

  std::vector<device::Device*> devices_;
  Samples samples_;
  std::optional<double> first_joules_;  // at the second look, after so many samples:
  std::size_t before_joules_ = 0;
  device::DeviceState extremes_;
  Stopwatch since_begin_;
  Stopwatch since_joules_;
  Stopwatch since_look_;
  std::size_t taken_ = 0;        // samples so far
  std::size_t before_look_ = 0;  // samples up to the last look
  std::size_t looks_ = 0;
  std::size_t throttled_looks_ = 0;
  std::string throttle_reasons_;
};

}  // namespace assay
