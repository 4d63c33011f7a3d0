#include <cstdint>

#include "framework/device/adopted.hpp"
#include "tests/framework/device/fake_cuda.hpp"
#include "tests/framework/device/support.hpp"

namespace assay::device::cuda {
namespace {

using assay::device::test::build_text;
using assay::device::test::error_of;
using test::FakeKernel;
using test::FakeWorld;

// An application with a context, a stream and memory of its own on the second of two devices.
struct Application {
  Application() {
    CHECK(driver.cuDevicePrimaryCtxRetain(&context, 1) == CUDA_SUCCESS);
    CHECK(driver.cuCtxSetCurrent(context) == CUDA_SUCCESS);
    CHECK(driver.cuStreamCreateWithPriority(&stream, 0, 0) == CUDA_SUCCESS);
    CHECK(driver.cuMemAlloc(&memory, 8) == CUDA_SUCCESS);
    world.stream_contexts[nullptr] = context;
  }
  static FakeWorld& new_world() {
    FakeKernel kernel{.parameters = {8}};
    kernel.action = [](void** values) {
      *reinterpret_cast<int*>(*static_cast<CUdeviceptr*>(values[0])) = 17;
    };
    return test::fake_world({.devices = 2, .kernels = {{"k", kernel}}});
  }

  FakeWorld& world = new_world();
  Driver driver = test::fake_driver();
  Libraries libraries = test::fake_libraries();
  CUcontext context = nullptr;
  CUstream stream = nullptr;
  CUdeviceptr memory = 0;
};

void launch(Accelerator& device, Buffer& buffer) {
  const auto program = build_text(device, "");
  const auto kernel = device.create_kernel(*program, "k");
  const KernelArgument arguments[] = {assay::device::test::argument(buffer)};
  device.launch(nullptr, *kernel, {{32}}, {{32}}, arguments);
}

}  // namespace

TEST_CASE("a device is adopted with the stream of an application, and leaves it as it was") {
  Application application;
  FakeWorld& world = application.world;
  const int streams = world.live_streams;
  for (const CUstream stream : {application.stream, CUstream{nullptr}}) {
    const int waits = world.waits_for_contexts;
    {
      const auto device = adopt(application.libraries, stream, {});
      CHECK(device->description().id == "cuda:1");
      auto& adopted = device->require<Adopted>();
      CHECK(adopted.default_queue_is_timed());
      const auto buffer = adopted.borrow(reinterpret_cast<void*>(application.memory));
      CHECK_FALSE(device->guard_damage(*buffer).any());
      launch(*device, *buffer);
      CHECK(*reinterpret_cast<int*>(application.memory) == 17);
      REQUIRE_FALSE(world.launches.empty());
      CHECK(world.launches.back().stream == stream);
      CHECK(device->collect_device_seconds().at(0) > 0);
      device->set_label(untimed);
      launch(*device, *buffer);
      CHECK(device->collect_device_seconds().empty());
      device->finish(nullptr);
    }
    CHECK(world.waits_for_contexts == waits);  // other streams are not waited for
    CHECK(world.retained == 1);                // by the application
    CHECK(world.live_streams == streams);
    CHECK(world.live_events == 0);
    CHECK(world.live_modules == 0);
    CHECK(world.memory.contains(application.memory));
  }
}

TEST_CASE("an adopted device has memory of its own without touching the application's pool") {
  Application application;
  {
    const auto device = adopt(application.libraries, application.stream, {});
    const auto scratch = device->create_buffer(16);
    launch(*device, *scratch);
    CHECK(assay::device::test::contents<int>(*device, *scratch).at(0) == 17);
  }
  CHECK(application.world.kept_bytes == 0);
  CHECK(application.world.trims == 0);
  CHECK(application.world.memory.size() == 1);
}

TEST_CASE("a thread gets back the context that was current on it") {
  Application application;
  FakeWorld& world = application.world;
  const auto other = reinterpret_cast<CUcontext>(std::uintptr_t{1});
  world.current = other;
  auto device = adopt(application.libraries, application.stream, {});
  CHECK(world.current == other);
  {
    const auto kept = device->require<Adopted>().keep_thread();
    const auto buffer =
        device->require<Adopted>().borrow(reinterpret_cast<void*>(application.memory));
    launch(*device, *buffer);
    CHECK(world.current == application.context);
    device.reset();  // what was kept outlives the device
    CHECK(world.current == application.context);
  }
  CHECK(world.current == other);
}

TEST_CASE("what cannot be adopted is refused with the reason") {
  Application application;
  const auto device = adopt(application.libraries, application.stream, {});
  CHECK_THAT(error_of([&] { device->require<Adopted>().borrow(nullptr); }).what(),
             contains("null pointer"));
  application.world.current = nullptr;
  CHECK_THAT(error_of([&] { static_cast<void>(adopt(application.libraries, nullptr, {})); }).what(),
             contains("no CUDA context is current"));
  CHECK_THAT(error_of([&] { static_cast<void>(test::fake_device()->require<Adopted>()); }).what(),
             contains("cuda:0 was not adopted"));
}

}  // namespace assay::device::cuda
