#include "framework/worker/device_watch.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace assay {
namespace {

constexpr double seconds_between_looks = 0.05;
constexpr double shortest_energy_seconds = 1;

// `better(a, b)` picks the one to keep.
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

DeviceWatch::DeviceWatch(std::vector<device::Device*> devices)
    : devices_(std::move(devices)), first_(state()) {}

device::DeviceState DeviceWatch::state() const {
  device::DeviceState all;
  for (auto* device : devices_) {
    const device::DeviceState one = device->state();
    keep(all.clock_mhz, one.clock_mhz, lower);
    keep(all.memory_clock_mhz, one.memory_clock_mhz, lower);
    keep(all.power_watts, one.power_watts, std::plus());
    keep(all.temperature_celsius, one.temperature_celsius, higher);
    keep(all.energy_joules, one.energy_joules, std::plus());
    add_reasons(all.throttle_reasons, one.throttle_reasons);
  }
  return all;
}

void DeviceWatch::look() {
  ++runs_;
  if (looks_ > 0 && since_look_.seconds() < seconds_between_looks) return;
  take_in(state());
  since_look_.restart();
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
  if (first_.energy_joules && runs_ > 0 && since_start_.seconds() >= shortest_energy_seconds) {
    const auto now = state().energy_joules;
    if (now) {
      facts.push_back({"device_energy_per_run_j",
                       (*now - *first_.energy_joules) / static_cast<double>(runs_), "J"});
    }
  }
  return facts;
}

}  // namespace assay
