#include <cstdint>
#include <cstring>
#include <numeric>

#include "tests/framework/device/support.hpp"

namespace assay::device {
namespace {

using test::argument;
using test::build_text;
using test::contents;
using test::error_of;
using test::first_opencl_device;
using test::value_argument;

// The kernel is slow enough that a copy that does not wait for it comes too early.
constexpr const char* slow_source = R"(
__kernel void slow(__global int* data, int rounds, int value) {
  float x = 2.0f;
  for (int k = 0; k < rounds; ++k) x = fma(x, 0.5f, 0.5f);
  data[get_global_id(0)] = value + (x < 0.0f ? 1 : 0);
}
__kernel void copy(__global const int* from, __global int* to) {
  to[get_global_id(0)] = from[get_global_id(0)];
}
)";

constexpr std::size_t count = 4096;
constexpr std::size_t bytes = count * sizeof(int);

}  // namespace

TEST_CASE("copies that only enqueue arrive once the queue is finished") {
  const auto device = first_opencl_device();
  const auto source = device->create_host_memory(bytes);
  const auto target = device->create_host_memory(bytes);
  auto* numbers = static_cast<int*>(source->data());
  std::iota(numbers, numbers + count, 1);
  std::memset(target->data(), 0, bytes);
  const auto queue = device->create_queue(false);
  for (Queue* each : {static_cast<Queue*>(nullptr), queue.get()}) {
    const auto buffer = device->create_buffer(bytes);
    device->write_async(each, *buffer, 0, numbers, bytes / 2);
    device->write_async(each, *buffer, bytes / 2, numbers + count / 2, bytes / 2);
    device->read_async(each, *buffer, 0, target->data(), bytes);
    device->finish(each);
    CHECK(std::memcmp(source->data(), target->data(), bytes) == 0);
    CHECK_FALSE(device->guard_damage(*buffer).any());
    const auto seconds = device->collect_device_seconds();
    REQUIRE(seconds.size() == 1);
    CHECK(seconds[0] > 0);
  }
}

TEST_CASE("ordinary memory is copied asynchronously, too, and empty copies do nothing") {
  const auto device = first_opencl_device();
  std::vector<int> numbers(count, 7);
  std::vector<int> found(count);
  const auto buffer = device->create_buffer(bytes);
  device->write_async(nullptr, *buffer, 0, numbers.data(), bytes);
  device->write_async(nullptr, *buffer, bytes, nullptr, 0);
  device->read_async(nullptr, *buffer, 0, found.data(), bytes);
  device->read_async(nullptr, *buffer, 0, nullptr, 0);
  device->finish(nullptr);
  CHECK(found == numbers);
  CHECK(error_of([&] {
          device->write_async(nullptr, *buffer, 4, numbers.data(), bytes);
        }).status() == ASSAY_INVALID);
  CHECK(error_of([&] {
          device->read_async(nullptr, *buffer, bytes + 1, found.data(), 0);
        }).status() == ASSAY_INVALID);
}

TEST_CASE("a queue that waits for another starts behind what that one holds") {
  const auto device = first_opencl_device();
  const auto program = build_text(*device, slow_source);
  const auto slow = device->create_kernel(*program, "slow");
  const auto copy = device->create_kernel(*program, "copy");
  const auto first = device->create_queue(false);
  const auto second = device->create_queue(true);  // as good as any other queue here
  const auto from = device->create_buffer(bytes);
  const auto to = device->create_buffer(bytes);
  const int rounds = 20000;
  for (int value = 1; value <= 5; ++value) {
    const KernelArgument slow_arguments[] = {argument(*from), value_argument(rounds),
                                             value_argument(value)};
    const KernelArgument copy_arguments[] = {argument(*from), argument(*to)};
    device->launch(first.get(), *slow, {{count}}, {{64}}, slow_arguments);
    device->wait(second.get(), first.get());
    device->launch(second.get(), *copy, {{count}}, {{64}}, copy_arguments);
    device->wait(nullptr, second.get());
    std::vector<int> found(count);
    device->read_async(nullptr, *to, 0, found.data(), bytes);
    device->wait(first.get(), nullptr);  // the next round must not overwrite data being read
    device->finish(nullptr);
    CHECK(found == std::vector<int>(count, value));
  }
  device->wait(nullptr, nullptr);
  device->finish(nullptr);
}

TEST_CASE("host memory is aligned, may be empty, and is refused where there is too little") {
  const auto cpu = open("cpu", {});
  const auto accelerator = first_opencl_device();
  for (HostMemorySource* device :
       {cpu->find<HostMemorySource>(), static_cast<HostMemorySource*>(accelerator.get())}) {
    for (const std::size_t size : {0, 1, 65, 1 << 20}) {
      const auto memory = device->create_host_memory(size);
      REQUIRE(memory->data() != nullptr);
      CHECK(reinterpret_cast<std::uintptr_t>(memory->data()) % 64 == 0);
      std::memset(memory->data(), 1, size);
    }
  }
  const auto limit =
      static_cast<std::size_t>(accelerator->description().facts.at("max_allocation_bytes"));
  const auto error = error_of([&] { accelerator->create_host_memory(4 * limit); });
  CHECK(error.status() == ASSAY_OUT_OF_MEMORY);
  CHECK_THAT(error.what(), contains(std::to_string(4 * limit)));
}

}  // namespace assay::device
