#include "framework/worker/device_watch.hpp"

#include <algorithm>

namespace assay {
namespace {

constexpr double seconds_between_looks = 0.05;
constexpr double shortest_energy_seconds = 1;

// `better(a, b)` picks the one to keep.
template <class Better>
void keep(std::optional<double>& kept, const std::optional<double>& seen, Better better) {
  if (seen) kept = kept ? better(*kept, *seen) : *seen;
}

}  // namespace

DeviceWatch::DeviceWatch(device::Device& device) : device_(device), first_(device.state()) {}

void DeviceWatch::look() {
  ++runs_;
  if (looks_ > 0 && since_look_.seconds() < seconds_between_looks) return;
  take_in(device_.state());
  since_look_.restart();
}

void DeviceWatch::take_in(const device::DeviceState& state) {
  const auto lower = [](double a, double b) { return std::min(a, b); };
  const auto higher = [](double a, double b) { return std::max(a, b); };
  ++looks_;
  keep(extremes_.clock_mhz, state.clock_mhz, lower);
  keep(extremes_.memory_clock_mhz, state.memory_clock_mhz, lower);
  keep(extremes_.power_watts, state.power_watts, higher);
  keep(extremes_.temperature_celsius, state.temperature_celsius, higher);
  if (state.throttle_reasons.empty()) return;
  ++throttled_looks_;
  if (throttle_reasons_.find(state.throttle_reasons) == std::string::npos) {
    throttle_reasons_ += (throttle_reasons_.empty() ? "" : "; ") + state.throttle_reasons;
  }
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
    const auto now = device_.state().energy_joules;
    if (now) {
      facts.push_back({"device_energy_per_run_j",
                       (*now - *first_.energy_joules) / static_cast<double>(runs_), "J"});
    }
  }
  return facts;
}

}  // namespace assay
