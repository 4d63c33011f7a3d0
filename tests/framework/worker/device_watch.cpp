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
  StatefulDevice device({{.clock_mhz = 1900, .power_watts = 100},
                         {.clock_mhz = 1700, .power_watts = 300, .throttle_reasons = "heat"},
                         {.clock_mhz = 1800, .power_watts = 200, .throttle_reasons = "heat"}});
  DeviceWatch watch({&device});
  for (int k = 0; k < 3; ++k) {
    watch.look();
    watch.look();  // too soon: the device is not asked again
    std::this_thread::sleep_for(60ms);
  }
  CHECK(device.asked() == 3);
  const auto facts = by_name(watch.facts());
  CHECK(facts.at("device_clock_mhz") == 1700);
  CHECK(facts.at("device_power_w") == 300);
  CHECK(facts.at("device_throttled") == Approx(2.0 / 3));
  CHECK_FALSE(facts.contains("device_temperature_c"));
  CHECK_FALSE(facts.contains("device_energy_per_run_j"));
  CHECK(watch.throttle_reasons() == "heat");
}

TEST_CASE("energy is shared out among the runs after the second look, if they took a second") {
  StatefulDevice device(std::vector<assay::device::DeviceState>(1), {1000, 1600});
  DeviceWatch watch({&device});
  watch.look();
  std::this_thread::sleep_for(60ms);
  for (int k = 0; k < 4; ++k) watch.look();
  CHECK_FALSE(by_name(watch.facts()).contains("device_energy_per_run_j"));
  std::this_thread::sleep_for(1s);
  CHECK(by_name(watch.facts()).at("device_energy_per_run_j") == 200);
}

TEST_CASE("the samples since the last look are suspect when the device says it is slowed down") {
  const assay::device::DeviceState fine{.clock_mhz = 1900};
  const assay::device::DeviceState hot{.clock_mhz = 1500, .throttle_reasons = "heat"};
  StatefulDevice device({fine, hot, hot, fine});
  DeviceWatch watch({&device}, DeviceWatch::Samples::blocks);  // looks on request
  CHECK(watch.look().slowed == 0);
  CHECK(watch.look().slowed == 0);
  CHECK(watch.look().slowed == 0);
  std::this_thread::sleep_for(20ms);  // what it said a moment ago would do
  CHECK(watch.look(true).slowed == 3);
  CHECK(watch.look(true).slowed == 1);
  CHECK(watch.look(true).slowed == 0);
  CHECK(by_name(watch.facts()).at("device_throttled") == 0.5);
}

TEST_CASE("the clock is told by the look that saw it, and by no other") {
  StatefulDevice device({{.clock_mhz = 1900}, {.clock_mhz = 1700}, {}});
  DeviceWatch watch({&device}, DeviceWatch::Samples::blocks);  // looks on request
  CHECK(watch.look().clock_mhz == 1900);
  CHECK_FALSE(watch.look().clock_mhz);  // too soon
  std::this_thread::sleep_for(20ms);    // what it said a moment ago would do
  CHECK(watch.look(true).clock_mhz == 1700);
  CHECK_FALSE(watch.look(true).clock_mhz);  // the device was asked and reported no clock
  CHECK(device.asked() == 3);
}

TEST_CASE("a trial shorter than a device takes to slow down is told what an earlier one saw") {
  const assay::device::DeviceState fine{.clock_mhz = 1900};
  StatefulDevice device({fine, {.clock_mhz = 1500, .throttle_reasons = "heat"}, fine});
  CHECK(DeviceWatch({&device}).look(true).clock_mhz == 1900);
  DeviceWatch next({&device});
  CHECK_FALSE(next.look(true).clock_mhz);  // it is not that of the sample
  CHECK(by_name(next.facts()).at("device_clock_mhz") == 1900);
  CHECK(device.asked() == 1);
  std::this_thread::sleep_for(60ms);
  CHECK(DeviceWatch({&device}).look(true).slowed == 1);
  CHECK(DeviceWatch({&device}).look(true).slowed == 0);  // slowed down, but not any more
  CHECK(device.asked() == 3);
}

TEST_CASE("of several devices the worst is kept, and power and energy add up") {
  StatefulDevice one({{.clock_mhz = 1900, .power_watts = 100, .temperature_celsius = 50}},
                     {10, 20});
  StatefulDevice other({{.clock_mhz = 1800,
                         .power_watts = 200,
                         .temperature_celsius = 40,
                         .throttle_reasons = "heat"}},
                       {5, 6});
  StatefulDevice mute(std::vector<assay::device::DeviceState>(1));
  CHECK(assay::energy_joules({&one, &other}) == 15);
  CHECK(assay::energy_joules({&one, &other}) == 26);
  CHECK_FALSE(assay::energy_joules({&one, &mute}));
  DeviceWatch watch({&one, &other});
  const DeviceWatch::Seen seen = watch.look();
  CHECK(seen.slowed == 1);
  CHECK(seen.clock_mhz == 1800);
  const auto facts = by_name(watch.facts());
  CHECK(facts.at("device_clock_mhz") == 1800);
  CHECK(facts.at("device_power_w") == 300);
  CHECK(facts.at("device_temperature_c") == 50);
  CHECK(watch.throttle_reasons() == "heat");
}
