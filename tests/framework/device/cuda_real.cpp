// Tests with a real GPU; skipped, with a message, where there is none.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>

#include "framework/device/adopted.hpp"
#include "framework/device/cuda/cuda_device.hpp"
#include "framework/device/cuda/driver.hpp"
#include "framework/device/graph.hpp"
#include "framework/device/sensors.hpp"
#include "framework/measure/clock.hpp"
#include "tests/framework/device/comparisons.hpp"
#include "tests/framework/device/digests.hpp"
#include "tests/framework/device/support.hpp"

namespace assay::device {
namespace {

using test::argument;
using test::build_text;
using test::contents;
using test::error_of;
using test::value_argument;

std::unique_ptr<Accelerator> first_cuda_device() {
  for (const auto& found : discover()) {
    if (found.backend == "cuda") return cuda::open(found.id, {});
  }
  const auto missing = missing_for_cuda();
  assay::test::skip((missing.empty() ? "no device" : missing.front().reason));
}

constexpr const char* source = R"(
extern "C" __global__ void slow(int* data, int rounds, int value) {
  float x = 2.0f;
  for (int k = 0; k < rounds; ++k) x = fma(x, 0.5f, 0.5f);
  data[blockIdx.x * blockDim.x + threadIdx.x] = value + (x < 0.0f ? 1 : 0);
}
extern "C" __global__ void copy(const int* from, int* to) {
  to[blockIdx.x * blockDim.x + threadIdx.x] = from[blockIdx.x * blockDim.x + threadIdx.x];
}
extern "C" __global__ void reverse(int* data) {
  extern __shared__ int scratch[];
  scratch[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = scratch[blockDim.x - 1 - threadIdx.x];
}
extern "C" __global__ void poke(float* data, long long index, float value) { data[index] = value; }
)";

}  // namespace

TEST_CASE("a GPU fills, copies and guards its buffers") {
  const auto device = first_cuda_device();
  std::mt19937 random(3);
  for (const std::size_t pattern_size : {1, 2, 4, 8, 16}) {
    for (const std::size_t repetitions : {1, 7, 5000, 1000003}) {
      std::vector<unsigned char> pattern(pattern_size);
      for (auto& byte : pattern) byte = static_cast<unsigned char>(random());
      const std::size_t offset = 3 * pattern_size;
      const std::size_t bytes = repetitions * pattern_size;
      const auto buffer = device->create_buffer(offset + bytes + 13);
      device->fill(nullptr, *buffer, offset, bytes, pattern.data(), pattern_size);
      const auto found = contents<unsigned char>(*device, *buffer);
      for (std::size_t k = 0; k < found.size(); ++k) {
        const bool inside = k >= offset && k < offset + bytes;
        if (found[k] != (inside ? pattern[(k - offset) % pattern_size] : 0xFF)) FAIL("byte " << k);
      }
      CHECK_FALSE(device->guard_damage(*buffer).any());
    }
  }
  const auto program = build_text(*device, source);
  const auto kernel = device->create_kernel(*program, "poke");
  for (const std::int64_t index : {std::int64_t{-64}, std::int64_t{-1}, std::int64_t{0},
                                   std::int64_t{99}, std::int64_t{100}, std::int64_t{163}}) {
    const auto buffer = device->create_buffer(400);
    const float value = 1;
    const KernelArgument arguments[] = {argument(*buffer), value_argument(index),
                                        value_argument(value)};
    device->launch(nullptr, *kernel, {{1}}, {{1}}, arguments);
    CHECK(device->guard_damage(*buffer).any() != (index >= 0 && index < 100));
  }
  // The ends of the zones around a buffer so large that they have a megabyte each.
  for (const std::int64_t count : {10'000'000, 10'000'001}) {
    for (const std::int64_t index : {std::int64_t{-262144}, count - 1, count + 262143}) {
      const auto buffer = device->create_buffer(static_cast<std::size_t>(count) * sizeof(float));
      CHECK_FALSE(device->guard_damage(*buffer).any());
      const float value = 1;
      const KernelArgument arguments[] = {argument(*buffer), value_argument(index),
                                          value_argument(value)};
      device->launch(nullptr, *kernel, {{1}}, {{1}}, arguments);
      const GuardDamage damage = device->guard_damage(*buffer);
      // Up to three of a float's bytes may be those that lay there.
      const auto is_at_end = [](std::size_t bytes) {
        return bytes > (1U << 20U) - 4 && bytes <= 1U << 20U;
      };
      CHECK((index < 0 ? is_at_end(damage.before) : damage.before == 0));
      CHECK((index >= count ? is_at_end(damage.after) : damage.after == 0));
      device->renew_guards(*buffer);
      CHECK_FALSE(device->guard_damage(*buffer).any());
    }
  }
}

TEST_CASE("a GPU's queues wait for each other") {
  const auto device = first_cuda_device();
  constexpr std::size_t count = 4096;
  const auto program = build_text(*device, source);
  const auto slow = device->create_kernel(*program, "slow");
  const auto copy = device->create_kernel(*program, "copy");
  const auto first = device->create_queue(false);
  const auto second = device->create_queue(false);
  const auto from = device->create_buffer(count * sizeof(int));
  const auto to = device->create_buffer(count * sizeof(int));
  const auto target = device->create_host_memory(count * sizeof(int));
  const int rounds = 1000000;
  for (int value = 1; value <= 5; ++value) {
    const KernelArgument slow_arguments[] = {argument(*from), value_argument(rounds),
                                             value_argument(value)};
    const KernelArgument copy_arguments[] = {argument(*from), argument(*to)};
    device->launch(first.get(), *slow, {{count}}, {{64}}, slow_arguments);
    device->wait(second.get(), first.get());
    device->launch(second.get(), *copy, {{count}}, {{64}}, copy_arguments);
    device->wait(nullptr, second.get());
    device->read_async(nullptr, *to, 0, target->data(), count * sizeof(int));
    device->finish(nullptr);
    const auto* found = static_cast<const int*>(target->data());
    CHECK(std::vector<int>(found, found + count) == std::vector<int>(count, value));
  }
  const auto seconds = device->collect_device_seconds();
  REQUIRE(seconds.size() == 1);
  CHECK(seconds[0] > 5 * 1e-3);  // a million dependent operations take more than a millisecond
}

TEST_CASE("a GPU copies from and to memory that is page-locked where it lies") {
  const auto device = first_cuda_device();
  std::vector<int> source(100000);
  std::iota(source.begin(), source.end(), 0);
  std::vector<int> target(source.size());
  const std::size_t bytes = source.size() * sizeof(int);
  const auto buffer = device->create_buffer(bytes);
  {
    const auto from = device->lock_host_memory(source.data(), bytes);
    const auto to = device->lock_host_memory(target.data(), bytes);
    const auto again = device->lock_host_memory(target.data(), bytes);
    device->write_async(nullptr, *buffer, 0, source.data(), bytes);
    device->read_async(nullptr, *buffer, 0, target.data(), bytes);
    device->finish(nullptr);
  }
  CHECK(target == source);
}

TEST_CASE("a GPU's launches: dynamic shared memory, facts, refusals") {
  const auto device = first_cuda_device();
  const auto program = build_text(*device, source);
  const auto reverse = device->create_kernel(*program, "reverse");
  const auto buffer = device->create_buffer(256 * sizeof(int));
  const auto limit = static_cast<std::size_t>(device->description().facts.at("local_memory_bytes"));
  for (const std::size_t bytes : {std::size_t{1024}, std::size_t{60000}, limit}) {
    std::vector<int> data(256);
    std::iota(data.begin(), data.end(), 0);
    device->write(nullptr, *buffer, 0, data.data(), buffer->size());
    const KernelArgument arguments[] = {argument(*buffer),
                                        {ASSAY_ARG_LOCAL, nullptr, nullptr, bytes}};
    device->launch(nullptr, *reverse, {{256}}, {{256}}, arguments);
    std::reverse(data.begin(), data.end());
    CHECK(contents<int>(*device, *buffer) == data);
  }
  const auto facts = reverse->facts();
  REQUIRE(facts.size() == 3);
  CHECK(facts[0].value > 0);
  CHECK(facts[1].value == static_cast<double>(limit));
  CHECK(error_of([&] { device->launch(nullptr, *reverse, {{32}}, {{32}}, {}); }).status() ==
        ASSAY_INVALID);
  CHECK_THAT(error_of([&] { device->create_kernel(*program, "none"); }).what(), contains("poke"));
  CHECK(device->fault().empty());
}

TEST_CASE("a GPU's digests are those of the host, beyond 4 GiB, too") {
  const auto device = first_cuda_device();
  test::check_digests(*device);
  constexpr std::size_t five_gib = std::size_t{5} << 30U;
  test::check_flipped_bits(*device, five_gib + 3);
  // The digest of the whole buffer equals the host's, which is summed up piece by piece.
  const auto buffer = device->create_buffer(five_gib + 3);
  Random draw(8);
  const auto piece = test::drawn_contents(std::size_t{64} << 20U, draw);
  std::uint64_t sum = digest_of_size(five_gib + 3, 9);
  for (std::size_t at = 0; at < five_gib; at += piece.size()) {
    device->write(nullptr, *buffer, at, piece.data(), piece.size());
    sum += digest_terms(piece, at / 8, 9);
  }
  device->write(nullptr, *buffer, five_gib, piece.data(), 3);
  sum += digest_terms(std::span(piece).first(3), five_gib / 8, 9);
  CHECK(device->digest(*buffer, 0, five_gib + 3, 9) == sum);
}

TEST_CASE("a GPU compares as the definition does") {
  const auto device = first_cuda_device();
  test::check_comparisons(*device);
  test::check_digits(*device);
  test::check_own_tolerances(*device);
}

TEST_CASE("a GPU's memory has an end, and its peaks are plausible") {
  const auto device = first_cuda_device();
  const auto memory =
      static_cast<std::size_t>(device->description().facts.at("global_memory_bytes"));
  CHECK(error_of([&] { device->create_buffer(2 * memory); }).status() == ASSAY_OUT_OF_MEMORY);
  const Peaks peaks = device->measure_peaks();
  WARN("peaks: " << peaks.flops_single * 1e-12 << " / " << peaks.flops_double * 1e-12
                 << " TFLOP/s, copies " << peaks.bandwidth * 1e-9 << " GB/s");
  CHECK(peaks.flops_single > 1e11);
  CHECK(peaks.flops_double > 1e9);
  CHECK(peaks.bandwidth > 1e10);
  CHECK(device->collect_device_seconds().empty());
  auto& sensors = *device->find<Sensors>();
  const DeviceState state = sensors.state();
  WARN("state: " << state.clock_mhz.value_or(-1) << " MHz, " << state.power_watts.value_or(-1)
                 << " W, " << state.temperature_celsius.value_or(-1) << " C, "
                 << sensors.energy_joules().value_or(-1) << " J, '" << state.throttle_reasons
                 << "'");
}

TEST_CASE("a GPU's energy counter moves, and its caches can be flushed") {
  const auto device = first_cuda_device();
  const auto buffer = device->create_buffer(400);
  auto& sensors = *device->find<Sensors>();
  const auto before = sensors.energy_joules();
  for (int repetition = 0; repetition < 200; ++repetition) device->flush_caches();
  const Stopwatch watch;
  while (before && watch.seconds() < 2 && sensors.energy_joules() == before) {
  }
  if (before) CHECK(*sensors.energy_joules() > *before);
  CHECK(device->description().facts.contains("energy_counter") == before.has_value());
  CHECK(device->collect_device_seconds().empty());  // flushing caches is not timed
  CHECK_FALSE(device->guard_damage(*buffer).any());
}

TEST_CASE("a GPU is adopted with an application's stream and memory, and stays the application's") {
  static_cast<void>(first_cuda_device());  // skips the test case where there is none
  const cuda::Driver driver = cuda::load_driver();
  constexpr std::size_t count = 1024;
  cuda::CUcontext context = nullptr;
  cuda::CUstream stream = nullptr;
  cuda::CUdeviceptr memory = 0;
  REQUIRE(driver.cuDevicePrimaryCtxRetain(&context, 0) == cuda::CUDA_SUCCESS);
  REQUIRE(driver.cuCtxSetCurrent(context) == cuda::CUDA_SUCCESS);
  REQUIRE(driver.cuStreamCreateWithPriority(&stream, cuda::CU_STREAM_NON_BLOCKING, 0) ==
          cuda::CUDA_SUCCESS);
  REQUIRE(driver.cuMemAlloc(&memory, count * sizeof(int)) == cuda::CUDA_SUCCESS);
  const int rounds = 10;
  for (const cuda::CUstream used : {stream, cuda::CUstream{nullptr}}) {
    const int value = used == nullptr ? 5 : 7;
    REQUIRE(driver.cuCtxSetCurrent(used == nullptr ? context : nullptr) == cuda::CUDA_SUCCESS);
    auto device = adopt_cuda(used, {});
    const auto kept = device->require<Adopted>().keep_thread();
    const auto buffer = device->require<Adopted>().borrow(reinterpret_cast<void*>(memory));
    const auto scratch = device->create_buffer(count * sizeof(int));
    {
      const auto program = build_text(*device, source);
      const auto slow = device->create_kernel(*program, "slow");
      const KernelArgument arguments[] = {argument(*buffer), value_argument(rounds),
                                          value_argument(value)};
      device->launch(nullptr, *slow, {{count}}, {{64}}, arguments);
      CHECK(device->collect_device_seconds().at(0) > 0);
    }
    std::vector<int> found(count);
    CHECK(driver.cuMemcpyDtoHAsync(found.data(), memory, count * sizeof(int), used) ==
          cuda::CUDA_SUCCESS);
    CHECK(driver.cuStreamSynchronize(used) == cuda::CUDA_SUCCESS);
    CHECK(found == std::vector<int>(count, value));
  }
  cuda::CUcontext current = nullptr;
  CHECK(driver.cuCtxGetCurrent(&current) == cuda::CUDA_SUCCESS);
  CHECK(current == context);  // as before the second device
  CHECK(driver.cuMemFree(memory) == cuda::CUDA_SUCCESS);
  CHECK(driver.cuStreamDestroy(stream) == cuda::CUDA_SUCCESS);
  CHECK(driver.cuDevicePrimaryCtxRelease(0) == cuda::CUDA_SUCCESS);
}

TEST_CASE("a GPU's graphs run what was recorded, several queues included") {
  const auto device = first_cuda_device();
  auto& graphs = device->require<Graphs>();
  constexpr std::size_t count = 4096;
  const auto program = build_text(*device, source);
  const auto slow = device->create_kernel(*program, "slow");
  const auto copy = device->create_kernel(*program, "copy");
  const auto other = device->create_queue(false);
  const auto from = device->create_buffer(count * sizeof(int));
  const auto to = device->create_buffer(count * sizeof(int));
  const int rounds = 1000;
  const int value = 7;
  const int nothing = 0;
  const KernelArgument slow_arguments[] = {argument(*from), value_argument(rounds),
                                           value_argument(value)};
  const KernelArgument copy_arguments[] = {argument(*from), argument(*to)};
  graphs.begin_graph();
  device->launch(nullptr, *slow, {{count}}, {{64}}, slow_arguments);
  device->wait(other.get(), nullptr);
  device->launch(other.get(), *copy, {{count}}, {{64}}, copy_arguments);
  device->wait(nullptr, other.get());
  const auto graph = graphs.end_graph();
  for (int repetition = 0; repetition < 3; ++repetition) {
    device->fill(nullptr, *to, 0, to->size(), &nothing, sizeof nothing);
    static_cast<void>(device->collect_device_seconds());
    graphs.launch_graph(nullptr, *graph);
    CHECK(contents<int>(*device, *to) == std::vector<int>(count, value));
    CHECK(device->collect_device_seconds().at(0) > 0);
  }
  graphs.begin_graph();
  device->launch(nullptr, *slow, {{count}}, {{64}}, slow_arguments);
  CHECK(error_of([&] { device->finish(nullptr); }).status() == ASSAY_INVALID);
  CHECK_FALSE(device->guard_damage(*from).any());
  CHECK(device->fault().empty());
}

TEST_CASE("a GPU's images give back what was written, and textures show it") {
  const auto device = first_cuda_device();
  const auto described = [](std::vector<std::size_t> extents, assay_element element,
                            std::uint32_t channels) {
    assay_image image = {};
    image.size = sizeof image;
    image.element = element;
    image.channels = channels;
    image.dimensions = static_cast<std::uint32_t>(extents.size());
    for (std::size_t k = 0; k < 3; ++k) image.extent[k] = k < extents.size() ? extents[k] : 1;
    return image;
  };
  assay_image volume = described({3, 2, 4}, ASSAY_U8, 4);
  volume.normalised = 1;
  assay_image stack = described({3, 2}, ASSAY_U16, 1);
  stack.layers = 4;
  assay_image row = described({24}, ASSAY_F32, 1);
  row.linear = 1;
  assay_image rows = described({24}, ASSAY_F16, 2);
  rows.layers = 3;
  std::vector<std::unique_ptr<Buffer>> images;
  std::vector<std::vector<unsigned char>> contained;
  std::mt19937 random(11);
  for (const assay_image& each : {volume, stack, row, rows, described({1001, 3}, ASSAY_F32, 1)}) {
    CAPTURE(each.dimensions, each.layers, each.linear);
    const auto& image = images.emplace_back(device->create_image(each));
    auto& expected = contained.emplace_back(image->size(), 0xFF);
    CHECK(contents<unsigned char>(*device, *image) == expected);
    for (auto& byte : expected) byte = static_cast<unsigned char>(random() % 64);
    device->write(nullptr, *image, 0, expected.data(), expected.size());
    device->fill(nullptr, *image, 4, 8, "\1\2\3\4", 4);
    for (std::size_t k = 0; k < 8; ++k) expected[4 + k] = static_cast<unsigned char>(k % 4 + 1);
    CHECK(contents<unsigned char>(*device, *image) == expected);
  }
  const auto program = build_text(*device, R"(
extern "C" __global__ void show(cudaTextureObject_t volume, cudaTextureObject_t stack,
                                cudaTextureObject_t row, float* to) {
  const int i = threadIdx.x;
  const float x = i % 3 + 0.5f, y = i / 3 % 2 + 0.5f;
  const float4 c = tex3D<float4>(volume, x, y, i / 6 + 0.5f);
  to[3 * i] = c.x + 2 * c.w;
  to[3 * i + 1] = tex2DLayered<unsigned short>(stack, x, y, i / 6);
  to[3 * i + 2] = tex1Dfetch<float>(row, i);
})");
  const auto kernel = device->create_kernel(*program, "show");
  const auto to = device->create_buffer(72 * sizeof(float));
  const assay_sampler nearest = {sizeof nearest, ASSAY_FILTER_NEAREST, ASSAY_ADDRESS_EDGE, 0};
  const auto texture = [&](std::size_t number) {
    return KernelArgument{ASSAY_ARG_TEXTURE, images[number].get(), &nearest, sizeof nearest};
  };
  const KernelArgument arguments[] = {texture(0), texture(1), texture(2), argument(*to)};
  device->launch(nullptr, *kernel, {{24}}, {{24}}, arguments);
  const auto found = contents<float>(*device, *to);
  for (std::size_t i = 0; i < 24; ++i) {
    const auto* pixel = contained[0].data() + 4 * i;
    const auto red = static_cast<float>(pixel[0]);
    const auto alpha = static_cast<float>(pixel[3]);
    CHECK(found[3 * i] == Approx((red + 2 * alpha) / 255).epsilon(1e-4));
    std::uint16_t layer = 0;
    std::memcpy(&layer, contained[1].data() + 2 * i, 2);
    CHECK(found[3 * i + 1] == static_cast<float>(layer));
    CHECK(std::memcmp(&found[3 * i + 2], contained[2].data() + 4 * i, 4) == 0);
  }
}

}  // namespace assay::device
