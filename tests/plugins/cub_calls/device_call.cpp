#include "plugins/cub_calls/device_call.hpp"

#include <vector>

#include "tests/catch.hpp"
#include "tests/plugins/host/fake_host.hpp"

namespace {

using cub_calls::DeviceCall;
using cub_calls::Storage;

// A host with "device" memory of its own, and a stream that is known by its address.
struct Device : testing::FakeHost {
  Device() : own(*testing::FakeHost::table()) {
    own.buffer_create = [](assay_context* c, std::size_t bytes, assay_buffer** buffer) {
      of(c).allocated.push_back(bytes);
      *buffer = reinterpret_cast<assay_buffer*>(&of(c).memory);
      return ASSAY_OK;
    };
    own.buffer_destroy = [](assay_context* c, assay_buffer*) { ++of(c).freed; };
    own.buffer_handle = [](assay_context*, assay_buffer* buffer, void** handle) {
      *handle = buffer;
      return ASSAY_OK;
    };
    own.native_work = [](assay_context* c, assay_queue*, assay_status (*enqueue)(void*, void*),
                         void* user) { return enqueue(&of(c).stream, user); };
  }
  static Device& of(assay_context* context) {
    return static_cast<Device&>(*reinterpret_cast<testing::FakeHost*>(context));
  }
  [[nodiscard]] assay::sdk::Host host() { return {&own, context()}; }

  assay_host own;
  char memory = 0;
  char stream = 0;
  std::vector<std::size_t> allocated;
  int freed = 0;
};

}  // namespace

TEST_CASE("a call is given the storage that it asks for, once, and made in each run") {
  Device device;
  int runs = 0;
  {
    DeviceCall call(device.host(), [&](Storage& storage, void* stream) {
      CHECK(stream == &device.stream);
      if (storage.data == nullptr) {
        storage.bytes = 768;
        return;
      }
      CHECK(storage.data == &device.memory);
      CHECK(storage.bytes == 768);
      ++runs;
    });
    CHECK(runs == 0);
    call.run();
    call.run();
    CHECK(runs == 2);
    CHECK(device.allocated == std::vector<std::size_t>{768});
    CHECK(device.trial_facts.at("temporary_bytes") == 768);
  }
  CHECK(device.freed == 1);
}

// A null pointer would ask for the size again.
TEST_CASE("a call that needs no storage gets some, and is made") {
  Device device;
  int runs = 0;
  DeviceCall call(device.host(), [&](Storage& storage, void*) {
    if (storage.data != nullptr) ++runs;
  });
  call.run();
  CHECK(runs == 1);
  CHECK(device.allocated == std::vector<std::size_t>{1});
}

TEST_CASE("what a call throws reaches the trial") {
  Device device;
  const auto fail = [](Storage& storage, void*) {
    if (storage.data != nullptr) throw assay::sdk::Error(ASSAY_DEVICE_ERROR, "out of order");
  };
  DeviceCall call(device.host(), fail);
  CHECK_THROWS_WITH(call.run(), contains("out of order"));
}
