#include <cmath>

#include "framework/device/opencl/queue.hpp"
#include "tests/framework/device/support.hpp"

namespace assay::device {
namespace {

using test::argument;
using test::build_text;
using test::contents;
using test::error_of;
using test::first_opencl_device;
using test::value_argument;

constexpr const char* spin_source = R"(
__kernel void spin(__global float* data, int rounds) {
  float x = data[get_global_id(0)];
  for (int k = 0; k < rounds; ++k) x = fma(x, 0.5f, 0.5f);
  data[get_global_id(0)] = x;
}
__kernel void add(__global int* data, int what) { data[get_global_id(0)] += what; }
)";

}  // namespace

TEST_CASE("device time is counted under the label at enqueueing and handed out once") {
  const auto device = first_opencl_device();
  const auto program = build_text(*device, spin_source);
  const auto kernel = device->create_kernel(*program, "spin");
  const auto buffer = device->create_buffer(4096 * sizeof(float));
  device->collect_device_seconds();
  CHECK(device->collect_device_seconds().empty());

  const int rounds = 1000;
  const KernelArgument arguments[] = {argument(*buffer), value_argument(rounds)};
  const float zero = 0;
  device->set_label(2);
  device->fill(nullptr, *buffer, 0, buffer->size(), &zero, sizeof zero);
  device->set_label(4);
  device->launch(nullptr, *kernel, {{4096}}, {{64}}, arguments);
  device->set_label(0);
  const auto seconds = device->collect_device_seconds();
  REQUIRE(seconds.size() == 5);
  CHECK(seconds[0] == 0);
  CHECK(seconds[1] == 0);
  CHECK(seconds[2] > 0);
  CHECK(seconds[3] == 0);
  CHECK(seconds[4] > 0);
  CHECK(device->collect_device_seconds().empty());
}

TEST_CASE("work whose time nobody will ask for is not counted") {
  const auto device = first_opencl_device();
  const auto buffer = device->create_buffer(1 << 20);
  const float zero = 0;
  device->set_label(assay::device::untimed);
  device->fill(nullptr, *buffer, 0, buffer->size(), &zero, sizeof zero);
  CHECK(device->collect_device_seconds().empty());
  device->set_label(0);
  device->fill(nullptr, *buffer, 0, buffer->size(), &zero, sizeof zero);
  CHECK(device->collect_device_seconds().size() == 1);
}

TEST_CASE("creating buffers and checking guards is not counted as device work") {
  const auto device = first_opencl_device();
  const auto buffer = device->create_buffer(1 << 20);
  CHECK_FALSE(device->guard_damage(*buffer).any());
  CHECK(device->collect_device_seconds().empty());
}

TEST_CASE("several queues work, each in order, and are waited for together") {
  const auto device = first_opencl_device();
  const auto program = build_text(*device, spin_source);
  const auto kernel = device->create_kernel(*program, "add");
  constexpr int queue_count = 4;
  constexpr int launches = 50;
  std::vector<std::unique_ptr<Buffer>> buffers;
  std::vector<std::unique_ptr<Queue>> queues;
  const int zero = 0;
  for (int q = 0; q < queue_count; ++q) {
    queues.push_back(device->create_queue(false));
    buffers.push_back(device->create_buffer(256 * sizeof(int)));
    device->fill(queues.back().get(), *buffers.back(), 0, 256 * sizeof(int), &zero, sizeof zero);
  }
  for (int k = 0; k < launches; ++k) {
    for (int q = 0; q < queue_count; ++q) {
      const auto at = static_cast<std::size_t>(q);
      const KernelArgument arguments[] = {argument(*buffers[at]), value_argument(q)};
      device->launch(queues[at].get(), *kernel, {{256}}, {{64}}, arguments);
    }
  }
  device->finish(nullptr);
  for (int q = 0; q < queue_count; ++q) {
    const auto found = contents<int>(*device, *buffers[static_cast<std::size_t>(q)]);
    CHECK(found == std::vector<int>(256, q * launches));
  }
  device->finish(queues[1].get());
  queues.erase(queues.begin() + 1);  // the remaining queues are unaffected
  device->finish(nullptr);
  CHECK(device->collect_device_seconds().at(0) > 0);
}

TEST_CASE("a queue may go while its work runs") {
  const auto device = first_opencl_device();
  const auto program = build_text(*device, spin_source);
  const auto kernel = device->create_kernel(*program, "add");
  const auto buffer = device->create_buffer(64 * sizeof(int));
  const int zero = 0;
  const int five = 5;
  {
    const auto queue = device->create_queue(false);
    device->fill(queue.get(), *buffer, 0, buffer->size(), &zero, sizeof zero);
    const KernelArgument arguments[] = {argument(*buffer), value_argument(five)};
    device->launch(queue.get(), *kernel, {{64}}, {{64}}, arguments);
  }
  CHECK(contents<int>(*device, *buffer) == std::vector<int>(64, 5));
}

TEST_CASE("peaks of an OpenCL device are positive and leave no times behind") {
  const auto device = first_opencl_device();
  device->set_label(untimed);  // like work during the preparation of a trial
  const Peaks peaks = device->measure_peaks();
  CHECK(std::isfinite(peaks.flops_single));
  CHECK(peaks.flops_single > 1e6);
  CHECK((peaks.flops_double > 1e6) == (device->description().facts.at("has_double") == 1));
  CHECK(peaks.bandwidth > 1e6);
  CHECK(device->collect_device_seconds().empty());
}

namespace opencl {
namespace {

// A fake driver whose events are numbers: event n starts at 1000 n and takes n nanoseconds.
int released = 0;
std::uintptr_t failing = 0;

std::uintptr_t number_of(cl_event event) { return reinterpret_cast<std::uintptr_t>(event); }

Api fake_api() {
  released = 0;
  failing = 0;
  Api api;
  api.clWaitForEvents = [](cl_uint, const cl_event* events) -> cl_int {
    return number_of(*events) == failing ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
                                         : CL_SUCCESS;
  };
  api.clGetEventProfilingInfo = [](cl_event event, cl_profiling_info key, std::size_t, void* value,
                                   std::size_t*) -> cl_int {
    const auto n = number_of(event);
    *static_cast<cl_ulong*>(value) = 1000 * n + (key == CL_PROFILING_COMMAND_END ? n : 0);
    return CL_SUCCESS;
  };
  api.clReleaseEvent = [](cl_event) -> cl_int {
    ++released;
    return CL_SUCCESS;
  };
  return api;
}

Handle<cl_event> event(const Api& api, std::uintptr_t number) {
  return Handle<cl_event>(reinterpret_cast<cl_event>(number),
                          Release<cl_event>(api.clReleaseEvent));
}

}  // namespace

TEST_CASE("times add up per label, however many events there were") {
  const Api api = fake_api();
  EventLog log(api);
  double expected[2] = {};
  constexpr int count = 50000;
  for (int k = 1; k <= count; ++k) {
    const auto label = static_cast<WorkLabel>(k % 2);
    log.set_label(label);
    log.add(event(api, static_cast<std::uintptr_t>(k)));
    expected[label] += k * 1e-9;
    // Events are read and released along the way, although nobody asks for times.
    if (k - released > 20000) FAIL(k - released << " events are pending");
  }
  const auto seconds = log.collect();
  REQUIRE(seconds.size() == 2);
  CHECK(seconds[0] == Approx(expected[0]));
  CHECK(seconds[1] == Approx(expected[1]));
  CHECK(released == count);
  CHECK(log.collect().empty());
}

TEST_CASE("work that failed is an error once, and its events are let go") {
  const Api api = fake_api();
  EventLog log(api);
  for (std::uintptr_t k = 1; k <= 5; ++k) log.add(event(api, k));
  failing = 3;
  const auto error = error_of([&] { log.collect(); });
  CHECK(error.status() == ASSAY_DEVICE_ERROR);
  CHECK_THAT(error.what(), contains("CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"));
  CHECK(released == 5);
  log.add(event(api, 7));
  const auto seconds = log.collect();
  REQUIRE(seconds.size() == 1);
  CHECK(seconds[0] == Approx(7e-9));  // without the times of the failed collection
}

}  // namespace opencl
TEST_CASE("flushing the caches is untimed and leaves buffers alone (OpenCL)") {
  const auto device = first_opencl_device();
  CHECK(device->description().facts.contains("global_cache_bytes"));
  const auto buffer = device->create_buffer(64);
  const auto before = contents<unsigned char>(*device, *buffer);
  static_cast<void>(device->collect_device_seconds());
  device->flush_caches();
  device->flush_caches();
  CHECK(device->collect_device_seconds().empty());
  CHECK(contents<unsigned char>(*device, *buffer) == before);
  CHECK_FALSE(device->guard_damage(*buffer).any());
}

}  // namespace assay::device
