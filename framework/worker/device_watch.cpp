#include "framework/worker/device_watch.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace assay {
namespace {

constexpr double seconds_between_looks = 0.05;
constexpr double seconds_between_looks_at_blocks = 1;
constexpr double shortest_energy_seconds = 1;

// A device does not slow itself down within that time: the drivers' control loops are slower.
constexpr double seconds_to_slow_down = 0.01;

// Updates `kept` by what was seen; `better(a, b)` returns the value to keep.
template <class Better>
void keep(std::optional<double>& kept, const std::optional<double>& seen, Better better) {
  if (seen) kept = kept ? better(*kept, *seen) : *seen;
}
double lower(double a, double b) { return std::min(a, b); }
double higher(double a, double b) { return std::max(a, b); }

void add_reasons(std::string& reasons, const std::string& more) {
  if (more.empty() || reasons.find(more) != std::string::npos) return;
  reasons += (reasons.empty() ? "" : "; ") + more;
}

}  // namespace

std::optional<double> energy_joules(const std::vector<device::Device*>& devices) {
  double sum = 0;
  for (auto* device : devices) {
    auto* sensors = device->find<device::Sensors>();
    const auto joules = sensors == nullptr ? std::nullopt : sensors->energy_joules();
    if (!joules) return std::nullopt;
    sum += *joules;
  }
  return sum;
}

DeviceWatch::DeviceWatch(std::vector<device::Device*> devices, Samples samples)
    : devices_(std::move(devices)), samples_(samples) {}

device::DeviceState DeviceWatch::state_by(const Ask& ask) const {
  device::DeviceState all;
  for (auto* device : devices_) {
    auto* sensors = device->find<device::Sensors>();
    if (sensors == nullptr) continue;
    const device::DeviceState one = ask(*sensors);
    keep(all.clock_mhz, one.clock_mhz, lower);
    keep(all.memory_clock_mhz, one.memory_clock_mhz, lower);
    keep(all.power_watts, one.power_watts, std::plus());
    keep(all.temperature_celsius, one.temperature_celsius, higher);
    add_reasons(all.throttle_reasons, one.throttle_reasons);
  }
  return all;
}

std::optional<device::DeviceState> DeviceWatch::known_state() const {
  if (since_begin_.seconds() > seconds_to_slow_down) return std::nullopt;
  bool all_known = true;
  const device::DeviceState known = state_by([&](const device::Sensors& sensors) {
    const device::DeviceState* recent = sensors.recent_state(seconds_between_looks);
    if (recent != nullptr) return *recent;
    all_known = false;
    return device::DeviceState{};
  });
  // Whatever slowed the device down a moment ago may have ended.
  if (!all_known || !known.throttle_reasons.empty()) return std::nullopt;
  return known;
}

DeviceWatch::Seen DeviceWatch::look(bool now) {
  ++taken_;
  const double interval =
      samples_ == Samples::blocks ? seconds_between_looks_at_blocks : seconds_between_looks;
  if (!now && looks_ > 0 && since_look_.seconds() < interval) return {};
  const std::optional<device::DeviceState> known = known_state();
  const device::DeviceState seen =
      known ? *known : state_by([](device::Sensors& sensors) { return sensors.read_state(); });
  take_in(seen);
  since_look_.restart();
  if (looks_ == 2 && !now) {
    first_joules_ = energy_joules(devices_);
    before_joules_ = taken_;
    since_joules_.restart();
  }
  const std::size_t since = taken_ - std::exchange(before_look_, taken_);
  return {seen.throttle_reasons.empty() ? 0 : since, known ? std::nullopt : seen.clock_mhz};
}

void DeviceWatch::take_in(const device::DeviceState& state) {
  ++looks_;
  keep(extremes_.clock_mhz, state.clock_mhz, lower);
  keep(extremes_.memory_clock_mhz, state.memory_clock_mhz, lower);
  keep(extremes_.power_watts, state.power_watts, higher);
  keep(extremes_.temperature_celsius, state.temperature_celsius, higher);
  if (state.throttle_reasons.empty()) return;
  ++throttled_looks_;
  add_reasons(throttle_reasons_, state.throttle_reasons);
}

std::vector<Fact> DeviceWatch::facts() {
  std::vector<Fact> facts;
  const auto add = [&](const char* name, const std::optional<double>& value, const char* unit) {
    if (value) facts.push_back({name, *value, unit});
  };
  add("device_clock_mhz", extremes_.clock_mhz, "MHz");
  add("device_memory_clock_mhz", extremes_.memory_clock_mhz, "MHz");
  add("device_power_w", extremes_.power_watts, "W");
  add("device_temperature_c", extremes_.temperature_celsius, "C");
  if (extremes_.clock_mhz) {
    facts.push_back({"device_throttled",
                     static_cast<double>(throttled_looks_) / static_cast<double>(looks_), ""});
  }
  const bool long_enough = since_joules_.seconds() >= shortest_energy_seconds;
  const std::size_t runs = taken_ - before_joules_;
  if (samples_ == Samples::runs && first_joules_ && runs > 0 && long_enough) {
    if (const auto now = energy_joules(devices_)) {
      facts.push_back(
          {"device_energy_per_run_j", (*now - *first_joules_) / static_cast<double>(runs), "J"});
    }
  }
  return facts;
}

}  // namespace assay
