#include "framework/measure/energy_blocks.hpp"

#include <cmath>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"

namespace {

using assay::EnergyBlocks;
using assay::Sample;

// A device of constant power that advances its own clock, with an energy counter that moves in
// steps.
struct Device {
  double run_seconds = 1e-3;
  double watts = 300;
  double period = 0.1;  // of the energy counter's steps, in seconds
  double now = 0.037;
  std::size_t runs = 0;
  std::size_t looks = 0;

  [[nodiscard]] EnergyBlocks::Source source() {
    return {[this] {
              now += run_seconds;
              ++runs;
              Sample sample;
              sample.seconds = run_seconds;
              sample.device_seconds = run_seconds / 2;
              sample.phases = {{"kernel", run_seconds / 4, run_seconds / 8}};
              return sample;
            },
            [this] {
              ++looks;
              now += 1e-5;
              return 1000 + watts * period * std::floor(now / period);
            },
            [this] { return now; }};
  }
};

TEST_CASE(
    "a block tells the energy of a run, however short it is and whatever the counter's step") {
  for (const double period : {0.001, 0.02, 0.1}) {
    for (const double run : {2e-6, 1e-4, 3e-3, 0.04, 0.3, 2.5}) {
      Device device;
      device.run_seconds = run;
      device.period = period;
      EnergyBlocks blocks(device.source());
      for (int k = 0; k < 5; ++k) {
        CAPTURE(period, run, k);
        const Sample sample = blocks.next();
        REQUIRE(sample.energy);
        // The counter's readings at both ends are uncertain by up to a twentieth of the block.
        CHECK(sample.energy->joules_per_run() == Approx(device.watts * run).epsilon(0.1));
        CHECK(sample.energy->seconds >= 0.25);
        CHECK(sample.energy->seconds < 2.5 + 2 * run);
        CHECK(sample.seconds == Approx(run));
        CHECK(sample.device_seconds == Approx(run / 2));
        REQUIRE(sample.phases.size() == 1);
        CHECK(sample.phases[0].host_seconds == Approx(run / 4));
        CHECK(sample.phases[0].device_seconds == Approx(run / 8));
      }
    }
  }
}

TEST_CASE("blocks follow each other without a gap, so that the errors of their ends cancel") {
  Device device;
  EnergyBlocks blocks(device.source());
  Sample last = blocks.next();
  const double begin = last.energy->begin_joules;
  double runs = last.energy->runs;
  for (int k = 0; k < 40; ++k) {
    const Sample next = blocks.next();
    CHECK(next.energy->begin_joules == last.energy->end_joules);
    runs += next.energy->runs;
    last = next;
  }
  const double per_run = (last.energy->end_joules - begin) / runs;
  CHECK(per_run == Approx(device.watts * device.run_seconds).epsilon(0.005));
}

TEST_CASE("the counter is asked seldom") {
  Device device;
  device.run_seconds = 1e-5;
  EnergyBlocks blocks(device.source());
  for (int k = 0; k < 10; ++k) static_cast<void>(blocks.next());
  CHECK(device.runs > 100000);
  CHECK(device.looks < device.runs / 200);
}

TEST_CASE("a counter that stands still is refused, with what to do") {
  for (const double run : {1e-2, 3.0}) {
    Device device;
    device.run_seconds = run;
    device.watts = 0;
    EnergyBlocks blocks(device.source());
    CHECK_THROWS_WITH(blocks.next(), contains("choose the objective 'time'"));
  }
}

}  // namespace
