// Tests of limits of a device's clocks and power. The driver is a fake, and so is NVML, which notes
// in a file what is set; the guardian is a process as always.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "assay/plugin.hpp"
#include "framework/device/cuda/limit_guardian.hpp"
#include "framework/device/cuda/limited_device.hpp"
#include "framework/device/sensors.hpp"
#include "framework/worker/host/context.hpp"
#include "tests/catch.hpp"
#include "tests/framework/device/fake_cuda.hpp"
#include "tests/framework/worker/nvml_journal.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/test_plugins/trials.hpp"

namespace {

using namespace assay;
using namespace std::chrono_literals;
using assay::test::ScopedVariable;
using device::DeviceError;
using device::cuda::LimitedDevice;
using device::cuda::LimitGuardian;

// A fake GPU, and NVML's notes of what is set.
struct LimitedGpu {
  LimitedGpu() : world(device::cuda::test::fake_world({.throttle_reasons = 0x04})) {}
  [[nodiscard]] std::vector<std::string> notes(std::size_t count) const {
    return journal.notes(count);
  }

  NvmlJournal journal;
  device::cuda::test::FakeWorld& world;
  std::unique_ptr<device::Accelerator> device =
      device::cuda::test::fake_device({.cache_folder = "", .limit_guardian = test_guardian()});
  HostResources resources;
};

using Notes = std::vector<std::string>;

template <class Body>
std::string refusal_of(Body&& body) {
  try {
    body();
  } catch (const DeviceError& error) {
    CHECK(error.status() == ASSAY_UNSUPPORTED);
    return error.what();
  }
  FAIL("nothing was refused");
  return "";
}

// A process like a worker: the leader of a group, which is killed as a whole. Writes a byte once
// the device is limited.
[[noreturn]] void limit_and_wait(device::Device& device, int ready) {
  try {
    setpgid(0, 0);
    auto& limits = device.require<device::Limits>();
    const auto memory = limits.limit(ASSAY_LIMIT_MEMORY_CLOCK, 3201);
    const auto clock = limits.limit(ASSAY_LIMIT_GRAPHICS_CLOCK, 1980);
    const auto power = limits.limit(ASSAY_LIMIT_POWER, 250);
    if (write(ready, "", 1) != 1) _exit(1);
    for (;;) pause();
  } catch (...) {
    _exit(1);
  }
}

}  // namespace

TEST_CASE("a device tells which limits it takes, and takes no others") {
  const LimitedGpu gpu;
  auto limited = LimitedDevice::open(device::cuda::load_nvml(), "0000:00:00.0");
  REQUIRE(limited);
  const device::LimitRanges ranges = limited->ranges();
  CHECK(ranges.memory_clocks == std::vector<unsigned>{2619, 3201});
  CHECK(ranges.graphics_clocks.size() == 113);
  CHECK(ranges.least_watts.value() == Approx(200));
  CHECK(ranges.most_watts.value() == Approx(700));
  CHECK(ranges.watts.value() == Approx(650));
  CHECK(ranges.default_watts.value() == Approx(700));
  CHECK_THAT(to_string(ranges), contains("graphics clock 300 to 1980 MHz in steps of 15; ") &&
                                    contains("memory clock 2619, 3201 MHz; ") &&
                                    contains("power 200 to 700 W (now 650 W); "));
  const auto refused = [&](assay_limit what, double value) {
    return refusal_of([&] { limited->limit(what, value); });
  };
  CHECK_THAT(refused(ASSAY_LIMIT_GRAPHICS_CLOCK, 1203),
             contains("no graphics clock of 1203 MHz") && contains("1200 and 1215"));
  CHECK_THAT(refused(ASSAY_LIMIT_GRAPHICS_CLOCK, 2000), contains("next to it is 1980"));
  CHECK_THAT(refused(ASSAY_LIMIT_GRAPHICS_CLOCK, 1200.5), contains("whole number"));
  CHECK_THAT(refused(ASSAY_LIMIT_GRAPHICS_CLOCK, -15), contains("whole number"));
  CHECK_THAT(refused(ASSAY_LIMIT_MEMORY_CLOCK, 3000), contains("2619 and 3201"));
  CHECK_THAT(refused(ASSAY_LIMIT_POWER, 701), contains("200 to 700 W"));
  CHECK_THAT(refused(ASSAY_LIMIT_POWER, std::nan("")), contains("200 to 700 W"));
  limited->limit(ASSAY_LIMIT_GRAPHICS_CLOCK, 1980);
  limited->limit(ASSAY_LIMIT_MEMORY_CLOCK, 2619);  // on which the graphics clocks depend
  CHECK_THAT(refused(ASSAY_LIMIT_GRAPHICS_CLOCK, 1980), contains("next to it is 1500"));
  limited.reset();
  CHECK(gpu.notes(4) == Notes{"graphics 1980", "memory 2619", "graphics reset", "memory reset"});
  CHECK_FALSE(LimitedDevice::open(device::cuda::load_nvml(), "unknown"));
}

TEST_CASE("without the rights, or with an old driver, a limit is refused with the cure") {
  const LimitedGpu gpu;
  const ScopedVariable refuses("FAKE_NVML_REFUSES", "1");
  device::cuda::Nvml nvml = device::cuda::load_nvml();
  auto limited = LimitedDevice::open(nvml, "0000:00:00.0");
  CHECK_THAT(refusal_of([&] { limited->limit(ASSAY_LIMIT_POWER, 300); }),
             contains("limiting the power") && contains("as root") && contains("SYS_ADMIN"));
  nvml.nvmlDeviceSetMemoryLockedClocks = nullptr;
  auto old = LimitedDevice::open(nvml, "0000:00:00.0");
  CHECK_THAT(refusal_of([&] { old->limit(ASSAY_LIMIT_MEMORY_CLOCK, 3201); }),
             contains("cannot limit the memory clock") && contains("leave that limit out"));
}

TEST_CASE("limits last as long as somebody holds them, and what was before comes back") {
  LimitedGpu gpu;
  auto& limits = gpu.device->require<device::Limits>();
  {
    const auto clock = limits.limit(ASSAY_LIMIT_GRAPHICS_CLOCK, 1200);
    CHECK(gpu.notes(1) == Notes{"graphics 1200"});
    const auto power = limits.limit(ASSAY_LIMIT_POWER, 299.5);
    const auto again = limits.limit(ASSAY_LIMIT_POWER, 299.5);  // another holder, not another limit
    CHECK_THAT(refusal_of([&] { static_cast<void>(limits.limit(ASSAY_LIMIT_POWER, 300)); }),
               contains("299.5 already"));
    CHECK(gpu.notes(2) == Notes{"graphics 1200", "power 299500"});
  }
  const Notes all = {"graphics 1200", "power 299500", "power 650000", "graphics reset"};
  CHECK(gpu.notes(4) == all);
  static_cast<void>(limits.limit(ASSAY_LIMIT_MEMORY_CLOCK, 2619));
  CHECK(gpu.notes(6).at(5) == "memory reset");
}

TEST_CASE("a cap of the power that was asked for slows nothing down") {
  LimitedGpu gpu;
  auto& sensors = *gpu.device->find<device::Sensors>();
  auto& limits = gpu.device->require<device::Limits>();
  CHECK(sensors.state().throttle_reasons == "power cap");
  {
    const auto clock = limits.limit(ASSAY_LIMIT_GRAPHICS_CLOCK, 1200);
    CHECK(sensors.state().throttle_reasons == "power cap");
    const auto power = limits.limit(ASSAY_LIMIT_POWER, 300);
    CHECK(sensors.state().throttle_reasons.empty());
    gpu.world.throttle_reasons = 0x04 | 0x40;
    CHECK(sensors.state().throttle_reasons == "heat (hardware)");
  }
  CHECK(sensors.state().throttle_reasons == "power cap, heat (hardware)");
}

TEST_CASE("limits end with the process that asked for them, even if it is killed") {
  const LimitedGpu gpu;
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  const pid_t process = fork();
  if (process == 0) limit_and_wait(*gpu.device, ready[1]);
  REQUIRE(process > 0);
  close(ready[1]);
  char byte = 0;
  REQUIRE(read(ready[0], &byte, 1) == 1);
  CHECK(gpu.notes(3) == Notes{"memory 3201", "graphics 1980", "power 250000"});
  kill(-process, SIGKILL);
  int status = 0;
  REQUIRE(waitpid(process, &status, 0) == process);
  CHECK(WIFSIGNALED(status));
  Notes notes = gpu.notes(6);
  notes.erase(notes.begin(), notes.begin() + 3);
  CHECK(notes == Notes{"power 650000", "graphics reset", "memory reset"});
  close(ready[0]);
}

TEST_CASE("a guardian waits until the one before has put everything back") {
  const LimitedGpu gpu;
  auto first = std::make_unique<LimitGuardian>(test_guardian(), "0000:00:00.0");
  first->limit(ASSAY_LIMIT_POWER, 250);
  std::thread other([&] {
    LimitGuardian second(test_guardian(), "0000:00:00.0");
    second.limit(ASSAY_LIMIT_POWER, 300);
  });
  std::this_thread::sleep_for(200ms);
  CHECK(gpu.notes(1) == Notes{"power 250000"});
  first.reset();
  other.join();
  CHECK(gpu.notes(4) == Notes{"power 250000", "power 650000", "power 300000", "power 650000"});
}

TEST_CASE("without a guardian there are no limits, and a dead one is noticed") {
  const LimitedGpu gpu;
  const auto bare = device::cuda::test::fake_device();
  auto& limits = bare->require<device::Limits>();
  CHECK_THAT(refusal_of([&] { static_cast<void>(limits.limit(ASSAY_LIMIT_POWER, 300)); }),
             contains("no guardian"));
  LimitGuardian other({"true"}, "0000:00:00.0");
  CHECK_THROWS_WITH(other.limit(ASSAY_LIMIT_POWER, 300), contains("has ended"));
  CHECK_THROWS_WITH(LimitGuardian({"/nowhere/guardian"}, "0000:00:00.0"), contains("cannot start"));
}

TEST_CASE("variants limit a device in trials alone, and those of a CPU never") {
  LimitedGpu gpu;
  {
    assay_context context(*gpu.device, gpu.resources);
    const sdk::Host host(&host_table(), &context);
    CHECK_THROWS_AS(host.limit(ASSAY_LIMIT_POWER, 300), sdk::Error);
    CHECK_THAT(context.take_message(), contains("assay_variant::limits"));
    context.allow_limits();
    CHECK_THROWS_AS(host.limit(ASSAY_LIMIT_POWER, 9, "s.toml:3:4"), sdk::Error);
    CHECK_THAT(context.take_message(), contains("s.toml:3:4: ") && contains("200 to 700 W"));
    CHECK_THROWS_AS(host.limit(static_cast<assay_limit>(3), 9), sdk::Error);
    host.limit(ASSAY_LIMIT_POWER, 300);
    CHECK(context.limiting_seconds() > 0);
    CHECK(gpu.notes(1) == Notes{"power 300000"});
  }
  CHECK(gpu.notes(2).back() == "power 650000");
  const auto cpu = device::open("cpu", {});
  assay_context context(*cpu, gpu.resources);
  context.allow_limits();
  CHECK_THROWS_AS(sdk::Host(&host_table(), &context).limit(ASSAY_LIMIT_POWER, 300), sdk::Error);
  CHECK_THAT(context.take_message(), contains("that is for CUDA"));
}
