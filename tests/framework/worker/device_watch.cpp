#include "framework/worker/device_watch.hpp"

#include <chrono>
#include <map>
#include <thread>

#include "tests/catch.hpp"
#include "tests/framework/worker/stateful_device.hpp"

namespace {

using namespace assay;
using namespace std::chrono_literals;

std::map<std::string, double> by_name(const std::vector<Fact>& facts) {
  std::map<std::string, double> values;
  for (const auto& fact : facts) values[fact.name] = fact.value;
  return values;
}

}  // namespace

TEST_CASE("a device that tells nothing leaves no facts") {
  StatefulDevice device(std::vector<assay::device::DeviceState>(1));
  DeviceWatch watch({&device});
  watch.look();
  CHECK(watch.facts().empty());
  CHECK(watch.throttle_reasons().empty());
}

TEST_CASE("extremes of what was seen are kept, and reasons to slow down collected") {
  StatefulDevice device({{},
                         {.clock_mhz = 1900, .power_watts = 100},
                         {.clock_mhz = 1700, .power_watts = 300, .throttle_reasons = "heat"},
                         {.clock_mhz = 1800, .power_watts = 200, .throttle_reasons = "heat"}});
  DeviceWatch watch({&device});
  for (int k = 0; k < 3; ++k) {
    watch.look();
    watch.look();  // too soon: not asked again
    std::this_thread::sleep_for(60ms);
  }
  CHECK(device.asked() == 4);
  const auto facts = by_name(watch.facts());
  CHECK(facts.at("device_clock_mhz") == 1700);
  CHECK(facts.at("device_power_w") == 300);
  CHECK(facts.at("device_throttled") == Approx(2.0 / 3));
  CHECK_FALSE(facts.contains("device_temperature_c"));
  CHECK_FALSE(facts.contains("device_energy_per_run_j"));
  CHECK(watch.throttle_reasons() == "heat");
}

TEST_CASE("several devices are watched together") {
  StatefulDevice first({{.clock_mhz = 1900, .power_watts = 100, .temperature_celsius = 50}});
  StatefulDevice second({{.clock_mhz = 1800,
                          .power_watts = 200,
                          .temperature_celsius = 40,
                          .throttle_reasons = "heat"}});
  DeviceWatch watch({&first, &second});
  watch.look();
  const auto facts = by_name(watch.facts());
  CHECK(facts.at("device_clock_mhz") == 1800);
  CHECK(facts.at("device_power_w") == 300);
  CHECK(facts.at("device_temperature_c") == 50);
  CHECK(facts.at("device_throttled") == 1);
  CHECK(watch.throttle_reasons() == "heat");
}

TEST_CASE("energy is shared out among the runs of a second or more") {
  StatefulDevice device(
      {{.energy_joules = 1000}, {.energy_joules = 1100}, {.energy_joules = 1600}});
  DeviceWatch watch({&device});
  for (int k = 0; k < 4; ++k) watch.look();
  CHECK_FALSE(by_name(watch.facts()).contains("device_energy_per_run_j"));
  std::this_thread::sleep_for(1s);
  CHECK(by_name(watch.facts()).at("device_energy_per_run_j") == 150);
}
