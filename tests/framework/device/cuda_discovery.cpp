#include "framework/device/cuda/discovery.hpp"

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/device/cuda/compile_only.hpp"
#include "framework/device/fact_names.hpp"
#include "tests/framework/device/fake_cuda.hpp"
#include "tests/framework/device/support.hpp"

namespace assay::device::cuda {
namespace {

using assay::device::test::error_of;
using assay::device::test::ScopedVariable;
using test::fake_device;
using test::fake_driver;
using test::fake_libraries;
using test::fake_world;

}  // namespace

TEST_CASE("devices are numbered as the driver lists them, with the driver's versions") {
  fake_world({.devices = 3});
  const Libraries libraries = fake_libraries();
  CHECK(libraries.versions() == "driver 580.1, CUDA 13.0, NVRTC 13.0");
  const auto found = find_devices(libraries.driver, libraries.versions());
  REQUIRE(found.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(found[k].description.id == "cuda:" + std::to_string(k));
    CHECK(found[k].description.name == "Fake " + std::to_string(k));
    CHECK(found[k].description.driver == libraries.versions());
    CHECK_FALSE(found[k].description.on_host_cores);
  }
  Libraries bare = libraries;
  bare.nvml.reset();
  bare.nvrtc.reset();
  CHECK(bare.versions() == "CUDA 13.0, no NVRTC");
}

TEST_CASE("facts are in the units that the table promises (CUDA)") {
  fake_world({.memory_bytes = 1 << 22});
  const auto facts = fake_device()->description().facts;
  for (const auto& [name, value] : facts) {
    CAPTURE(name);
    CHECK(std::ranges::find(fact_names, name) != fact_names.end());
  }
  CHECK(facts.at("max_threads") == 1024);
  CHECK(facts.at("max_work_item_2") == 64);
  CHECK(facts.at("max_grid_1") == 65535);
  CHECK(facts.at("local_memory_bytes") == 232448);
  CHECK(facts.at("global_memory_bytes") == 1 << 22);
  CHECK(facts.at("max_allocation_bytes") == 1 << 22);
  CHECK(facts.at("compute_capability") == 90);
  CHECK(facts.at("warp_size") == 10000);
  CHECK(facts.at("registers_per_block") == 12000);
  CHECK(facts.at("clock_mhz") == 13);  // reported in kHz
  CHECK(facts.at("compute_units") == 16000);
  CHECK(facts.at("l2_bytes") == 38000);
  CHECK(facts.at("max_threads_per_multiprocessor") == 39000);
  CHECK(facts.at("shared_memory_per_multiprocessor") == 81000);
}

TEST_CASE("stand-ins that only compile have the facts of a GPU") {
  fake_world();
  std::unique_ptr<Device> stand_in;
  try {
    stand_in = open_compile_only("cuda:sm_90", {});
  } catch (const DeviceError& error) {
    assay::test::skip_without_nvrtc(error.what());
  }
  const auto facts = fake_device()->description().facts;
  for (const auto& [name, _] : facts) {
    if (name == "clock_mhz") continue;
    CAPTURE(name);
    CHECK(stand_in->description().facts.contains(name));
  }
  CHECK_THAT(error_of([] { static_cast<void>(open_compile_only("cuda:sm_70", {})); }).what(),
             contains("cuda:sm_90"));
}

TEST_CASE("a driver without a device says so, with the cure") {
  const auto reason = [](CUresult code, int devices) {
    fake_world({.devices = devices, .init_code = code});
    const auto error = error_of([] { static_cast<void>(find_devices(fake_driver(), "")); });
    CHECK(error.status() == ASSAY_UNSUPPORTED);
    return std::string(error.what());
  };
  CHECK_THAT(reason(CUDA_ERROR_NO_DEVICE, 0), contains("CUDA_ERROR_NO_DEVICE"));
  CHECK_THAT(reason(CUDA_ERROR_NO_DEVICE, 0), contains("CUDA_VISIBLE_DEVICES"));
  CHECK_THAT(reason(CUDA_SUCCESS, 0), contains("CUDA_ERROR_NO_DEVICE"));
  CHECK_THAT(reason(CUDA_ERROR_STUB_LIBRARY, 1), contains("stub"));
  CHECK_THAT(reason(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, 1), contains("reboot"));
  CHECK_THAT(reason(CUDA_ERROR_UNKNOWN, 1), contains("nvidia-smi"));
}

TEST_CASE("without a CUDA driver everything else works, and the reason is told") {
  const ScopedVariable library("ASSAY_CUDA_LIBRARY", "/nonexistent/libcuda.so.1");
  for (const auto& device : device::discover()) CHECK(device.backend != "cuda");
  const auto list = missing_for_cuda();
  REQUIRE(list.size() == 1);
  CHECK(list[0].what == "CUDA");
  CHECK_THAT(list[0].reason, contains("/nonexistent/libcuda.so.1"));
  CHECK_THAT(list[0].cure, contains("install"));
  try {
    device::open("cuda:0", {});
    FAIL("opened a device without a driver");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::environment);
    CHECK_THAT(error.what(), contains("/nonexistent/libcuda.so.1"));
  }
}

TEST_CASE("a library that is no CUDA driver, NVRTC or NVML is told apart") {
  const ScopedVariable cuda("ASSAY_CUDA_LIBRARY", "libc.so.6");
  CHECK_THAT(missing_for_cuda().at(0).reason, contains("libc.so.6 has no function cu"));
  const ScopedVariable nvrtc("ASSAY_NVRTC_LIBRARY", "libc.so.6");
  CHECK_THAT(error_of([] { static_cast<void>(load_nvrtc(0)); }).what(),
             contains("libc.so.6 lacks functions"));
  const ScopedVariable nvml("ASSAY_NVML_LIBRARY", "libc.so.6");
  CHECK_THAT(error_of([] { static_cast<void>(load_nvml()); }).what(),
             contains("libc.so.6 has no function nvml"));
}

TEST_CASE("missing NVRTC or NVML is told with its cure") {
  const ScopedVariable nvrtc("ASSAY_NVRTC_LIBRARY", "/nonexistent/libnvrtc.so");
  auto error = error_of([] { static_cast<void>(load_nvrtc(0)); });
  CHECK(error.status() == ASSAY_UNSUPPORTED);
  CHECK_THAT(error.what(), contains("/nonexistent/libnvrtc.so"));
  CHECK_THAT(error.what(), contains("CUDA_HOME"));
  const ScopedVariable nvml("ASSAY_NVML_LIBRARY", "/nonexistent/libnvidia-ml.so.1");
  error = error_of([] { static_cast<void>(load_nvml()); });
  CHECK(error.status() == ASSAY_UNSUPPORTED);
  CHECK_THAT(error.what(), contains("/nonexistent/libnvidia-ml.so.1"));
}

TEST_CASE("a device without NVRTC does all but compile") {
  fake_world();
  Libraries libraries = fake_libraries();
  libraries.nvrtc.reset();
  libraries.nvrtc_missing = "no NVRTC, and why";
  const auto device = open(libraries, find_devices(libraries.driver, "").at(0), DeviceOptions{});
  CHECK(device->create_buffer(16)->size() == 16);
  const assay_source source{"a.cu", ""};
  const auto error = error_of([&] { device->build({&source, 1}, ""); });
  CHECK(error.status() == ASSAY_UNSUPPORTED);
  CHECK_THAT(error.what(), contains("no NVRTC, and why"));
}

TEST_CASE("a device that another process holds is told with the cure, when it is first needed") {
  auto& world = fake_world({.retain_code = CUDA_ERROR_DEVICE_UNAVAILABLE});
  const auto device = fake_device();
  for (int repetition = 0; repetition < 2; ++repetition) {
    const auto error = error_of([&] { device->create_buffer(16); });
    CHECK(error.status() == ASSAY_DEVICE_ERROR);
    CHECK_THAT(error.what(), contains("compute mode"));
    CHECK_THAT(error.what(), contains("nvidia-smi"));
  }
  world.retain_code = CUDA_SUCCESS;
  CHECK(device->create_buffer(16) != nullptr);
  CHECK(device->fault().empty());
}

TEST_CASE("a device that counts its energy has the fact that says so") {
  auto& world = fake_world({.devices = 2});
  Libraries libraries = fake_libraries();
  const auto found = find_devices(libraries);
  REQUIRE(found.size() == 2);
  CHECK(found[0].description.facts.at("energy_counter") == 1);
  CHECK_FALSE(found[1].description.facts.contains("energy_counter"));  // NVML does not support it
  world.energy_code = NVML_ERROR_NOT_SUPPORTED;                        // before Volta
  CHECK_FALSE(find_devices(libraries)[0].description.facts.contains("energy_counter"));
  world.energy_code = NVML_SUCCESS;
  libraries.nvml.reset();
  CHECK_FALSE(find_devices(libraries)[0].description.facts.contains("energy_counter"));
}

TEST_CASE("what the device says of its state") {
  auto& world = fake_world({.throttle_reasons = 0x01 | 0x04 | 0x40});
  world.clock_ms = 12;
  const auto device = fake_device();
  auto& sensors = *device->find<Sensors>();
  const DeviceState state = sensors.state();
  CHECK(state.clock_mhz == 1980);
  CHECK(state.memory_clock_mhz == 3201);
  CHECK(state.power_watts.value() == Approx(123.456));
  CHECK_FALSE(state.temperature_celsius);
  CHECK(sensors.energy_joules().value() == Approx(12));
  CHECK(state.throttle_reasons == "power cap, heat (hardware)");
  CHECK(throttle_text(0x01 | 0x02 | 0x100).empty());  // idle, and clocks set by somebody

  Libraries libraries = fake_libraries();
  libraries.nvml.reset();
  const auto untold = open(libraries, find_devices(libraries.driver, "").at(0), DeviceOptions{});
  CHECK_FALSE(untold->find<Sensors>()->state().clock_mhz);
  CHECK_FALSE(untold->find<Sensors>()->energy_joules());
}

TEST_CASE("the newest architecture that a device runs is compiled for") {
  fake_world();
  const Nvrtc nvrtc = test::fake_nvrtc();  // supports 75, 80, 90 and 100
  CHECK(target_for(nvrtc, 90).option() == "sm_90");
  CHECK(target_for(nvrtc, 89).option() == "sm_80");         // binaries run on later minors
  CHECK(target_for(nvrtc, 120).option() == "compute_100");  // and PTX on later majors
  const auto error = error_of([&] { static_cast<void>(target_for(nvrtc, 70)); });
  CHECK(error.status() == ASSAY_UNSUPPORTED);
  CHECK_THAT(error.what(), contains("older CUDA toolkit"));
}

}  // namespace assay::device::cuda
