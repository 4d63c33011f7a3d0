#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace assay::device {

// The state that a device reports of itself; values that it does not report are absent.
struct DeviceState {
  std::optional<double> clock_mhz = std::nullopt;  // of the multiprocessors
  std::optional<double> memory_clock_mhz = std::nullopt;
  std::optional<double> power_watts = std::nullopt;
  std::optional<double> temperature_celsius = std::nullopt;
  std::string throttle_reasons = {};  // "power cap, heat"; "" if it runs as fast as it may
};

// The capability of reporting what happens to the device while it works.
class Sensors {
 public:
  // The current state of the device; all values are absent where the device reports none. A query
  // takes up to some milliseconds.
  virtual DeviceState state() { return {}; }
  // Asks for the state and remembers it.
  [[nodiscard]] const DeviceState& read_state();
  // What was read at most so many seconds ago, or nullptr.
  [[nodiscard]] const DeviceState* recent_state(double seconds) const;
  // The energy that the device has used since some fixed moment: only differences are meaningful.
  // The counter advances in steps, some ten to a thousand times a second; a query takes far less
  // than a step. Absent where the device reports no energy.
  virtual std::optional<double> energy_joules() { return std::nullopt; }

 protected:
  ~Sensors() = default;

 private:
  using Clock = std::chrono::steady_clock;

  DeviceState last_;
  std::optional<Clock::time_point> read_;
};

}  // namespace assay::device
