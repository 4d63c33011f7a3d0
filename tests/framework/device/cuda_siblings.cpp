// Tests of several devices of one kind.
#include "framework/device/cuda/discovery.hpp"
#include "tests/framework/device/fake_cuda.hpp"
#include "tests/framework/device/support.hpp"

namespace assay::device::cuda {
namespace {

using assay::device::test::argument;
using assay::device::test::build_text;
using assay::device::test::contents;
using assay::device::test::error_of;
using test::fake_device;
using test::fake_world;
using test::FakeKernel;

FakeKernel write_seven() {
  FakeKernel kernel{.parameters = {8}};
  kernel.action = [](void** values) {
    *reinterpret_cast<int*>(*static_cast<CUdeviceptr*>(values[0])) = 7;
  };
  return kernel;
}

}  // namespace

TEST_CASE("the siblings of a device are those of its name, in turn") {
  fake_world({.devices = 4, .names = {"H", "A", "H", "H"}});
  const auto libraries = test::fake_libraries();
  auto found = find_devices(libraries.driver, libraries.versions());
  for (const std::size_t k : {0, 2, 3}) CHECK(found[k].description.facts.at("same_devices") == 3);
  CHECK(found[1].description.facts.at("same_devices") == 1);

  const auto device = open(libraries, found[2], {});
  CHECK(&device->sibling(0) == device.get());
  CHECK(device->sibling(1).description().id == "cuda:3");
  CHECK(device->sibling(2).description().id == "cuda:0");
  CHECK(&device->sibling(1) == &device->sibling(1));  // opened once
  const auto error = error_of([&] { static_cast<void>(device->sibling(3)); });
  CHECK(error.status() == ASSAY_UNSUPPORTED);
  CHECK_THAT(error.what(), contains("cuda:2") && contains("3 of its kind"));
  CHECK(error_of([&] { static_cast<void>(open(libraries, found[1], {})->sibling(1)); }).status() ==
        ASSAY_UNSUPPORTED);
}

TEST_CASE("each of several devices works in a context of its own") {
  auto& world =
      fake_world({.devices = 2, .names = {"H", "H"}, .kernels = {{"seven", write_seven()}}});
  {
    const auto first = fake_device();
    auto& second = *first->sibling(1).find<Accelerator>();
    CHECK(world.retained == 0);  // a device is not opened before its first use
    std::vector<std::unique_ptr<Buffer>> buffers;
    std::vector<std::unique_ptr<Kernel>> kernels;
    for (Accelerator* device : {first.get(), &second}) {
      buffers.push_back(device->create_buffer(sizeof(int)));
      kernels.push_back(device->create_kernel(*build_text(*device, ""), "seven"));
    }
    CHECK(world.retained == 2);
    world.launches.clear();
    // The launches alternate between the devices, so that the wrong context would be current if
    // nobody changed it.
    for (int repetition = 0; repetition < 2; ++repetition) {
      for (const std::size_t k : {0, 1}) {
        const KernelArgument arguments[] = {argument(*buffers[k])};
        (k == 0 ? *first : second).launch(nullptr, *kernels[k], {{1}}, {{1}}, arguments);
      }
    }
    for (std::size_t k = 0; k < 4; ++k) {
      CHECK(world.launches.at(k).device == static_cast<CUdevice>(k % 2));
    }
    CHECK(contents<int>(*first, *buffers[0]) == std::vector{7});
    CHECK(contents<int>(second, *buffers[1]) == std::vector{7});
    CHECK_FALSE(first->guard_damage(*buffers[0]).any());
    CHECK_FALSE(second.guard_damage(*buffers[1]).any());
    CHECK(first->collect_device_seconds().at(0) == Approx(3e-3));
    CHECK(second.collect_device_seconds().at(0) == Approx(3e-3));
  }
  CHECK(world.retained == 0);
  CHECK(world.live_streams == 0);
  CHECK(world.live_events == 0);
  CHECK(world.live_modules == 0);
  CHECK(world.memory.empty());
}

TEST_CASE("the fault of a sibling is its first device's, too") {
  auto& world = fake_world({.devices = 2, .names = {"H", "H"}});
  const auto first = fake_device();
  auto& second = *first->sibling(1).find<Accelerator>();
  const auto buffer = second.create_buffer(8);
  CHECK(first->fault().empty());
  world.work_code = CUDA_ERROR_ILLEGAL_ADDRESS;
  CHECK(error_of([&] { second.finish(nullptr); }).status() == ASSAY_DEVICE_ERROR);
  CHECK_THAT(second.fault(), contains("CUDA_ERROR_ILLEGAL_ADDRESS"));
  CHECK(first->fault() == second.fault());
}

}  // namespace assay::device::cuda
