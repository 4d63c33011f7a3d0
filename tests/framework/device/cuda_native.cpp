#include <stdexcept>

#include "framework/device/cuda/discovery.hpp"
#include "framework/device/native.hpp"
#include "tests/framework/device/fake_cuda_graphs.hpp"
#include "tests/framework/device/support.hpp"

namespace assay::device::cuda {
namespace {

using assay::device::test::contents;
using assay::device::test::error_of;

struct NativeFixture {
  NativeFixture() {
    test::fake_world({});
    libraries.driver = test::fake_driver();
    device = open(libraries, find_devices(libraries.driver, "").at(0), DeviceOptions{});
    buffer = device->create_buffer(4 * sizeof(int));
    static_cast<void>(device->collect_device_seconds());
  }
  [[nodiscard]] NativeWork& work() const { return device->require<NativeWork>(); }

  Libraries libraries = test::fake_libraries();
  std::unique_ptr<Accelerator> device;
  std::unique_ptr<Buffer> buffer;
};

}  // namespace

TEST_CASE("a library works on a buffer's own memory, on the queue that it is given") {
  NativeFixture f;
  void* const queue = f.device->native_handle(ASSAY_NATIVE_QUEUE);
  void* seen = nullptr;
  f.work().native_work(nullptr, [&](void* stream) {
    seen = stream;
    static_cast<int*>(f.work().native_buffer(*f.buffer))[3] =
        17;  // the fake's device memory is host memory
  });
  CHECK(seen == queue);
  CHECK(contents<int>(*f.device, *f.buffer).at(3) == 17);
  CHECK_FALSE(f.device->guard_damage(*f.buffer).any());
  const auto other = f.device->create_queue(false);
  f.work().native_work(other.get(), [&](void* stream) { seen = stream; });
  CHECK(seen != queue);
}

TEST_CASE("what a library enqueues is timed under the label of the moment") {
  NativeFixture f;
  f.device->set_label(2);
  f.work().native_work(nullptr, [](void*) {});
  CHECK(f.device->collect_device_seconds().size() == 3);
}

TEST_CASE("a library's failure passes through and leaves the device as it was") {
  NativeFixture f;
  const auto fail = [&] {
    f.work().native_work(nullptr, [](void*) { throw std::runtime_error("no handle"); });
  };
  CHECK_THROWS_WITH(fail(), "no handle");
  CHECK(f.device->collect_device_seconds().empty());
}

TEST_CASE("devices without handles say so") {
  const auto cpu = device::open("cpu", {});
  CHECK_THAT(error_of([&] { static_cast<void>(cpu->require<NativeWork>()); }).what(),
             contains("has no native handles"));
}

}  // namespace assay::device::cuda
