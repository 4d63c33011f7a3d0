#include <algorithm>
#include <cstring>

#include "tests/framework/device/fake_cuda.hpp"
#include "tests/framework/device/support.hpp"

namespace assay::device::cuda {
namespace {

using assay::device::test::argument;
using assay::device::test::build_text;
using assay::device::test::contents;
using assay::device::test::error_of;
using assay::device::test::value_argument;
using test::fake_device;
using test::fake_world;
using test::FakeKernel;
using test::FakeWorld;

struct CudaLaunch {
  explicit CudaLaunch(FakeWorld start) : world(fake_world(std::move(start))) {
    device = fake_device();
    program = build_text(*device, "");
  }
  [[nodiscard]] std::unique_ptr<Kernel> kernel(const char* name) const {
    return device->create_kernel(*program, name);
  }

  FakeWorld& world;
  std::unique_ptr<Accelerator> device;
  std::unique_ptr<Program> program;
};

KernelArgument local(std::size_t bytes) { return {ASSAY_ARG_LOCAL, nullptr, nullptr, bytes}; }

}  // namespace

TEST_CASE("a kernel gets addresses and values in order, local memory as the launch's") {
  FakeKernel kernel{.parameters = {8, 4, 8}};
  kernel.action = [](void** values) {
    auto* data = reinterpret_cast<int*>(*static_cast<CUdeviceptr*>(values[0]));
    data[0] = *static_cast<int*>(values[1]);
    data[1] = static_cast<int>(*static_cast<double*>(values[2]));
  };
  const CudaLaunch f({.kernels = {{"k", kernel}}});
  const auto made = f.kernel("k");
  const auto buffer = f.device->create_buffer(8);
  const int number = 42;
  const double real = 7.5;
  const KernelArgument arguments[] = {argument(*buffer), local(100), value_argument(number),
                                      value_argument(real), local(28)};
  f.device->launch(nullptr, *made, {{96, 10, 4}}, {{32, 5, 1}}, arguments);
  CHECK(contents<int>(*f.device, *buffer) == std::vector{42, 7});
  REQUIRE(f.world.launches.size() == 1);
  const auto& launch = f.world.launches[0];
  CHECK(launch.kernel == "k");
  CHECK(std::vector(launch.grid, launch.grid + 3) == std::vector<unsigned>{3, 2, 4});
  CHECK(std::vector(launch.block, launch.block + 3) == std::vector<unsigned>{32, 5, 1});
  CHECK(launch.shared == 128);
  CHECK_FALSE(f.device->guard_damage(*buffer).any());
}

TEST_CASE("shared memory above 48 KB is asked for, and not otherwise") {
  const CudaLaunch f({.kernels = {{"k", {.shared_bytes = 1024}}}});
  const auto kernel = f.kernel("k");
  const auto& allowed = f.world.kernels.at("k").allowed_dynamic_shared;
  const auto launch = [&](std::size_t bytes) {
    const KernelArgument arguments[] = {local(bytes)};
    f.device->launch(nullptr, *kernel, {{32}}, {{32}}, arguments);
  };
  launch(47 * 1024);
  CHECK(allowed == 0);
  launch(47 * 1024 + 1);
  CHECK(allowed >= 47 * 1024 + 1);
  launch(200 * 1024);
  CHECK(allowed >= 200 * 1024);
}

TEST_CASE("kernels that have a function in common do not take shared memory from each other") {
  const CudaLaunch f({.kernels = {{"k", {.shared_bytes = 1024}}}});
  const auto one = f.kernel("k");
  const auto other = f.kernel("k");
  const auto& allowed = f.world.kernels.at("k").allowed_dynamic_shared;
  const auto launch = [&](Kernel& kernel, std::size_t bytes) {
    const KernelArgument arguments[] = {local(bytes)};
    f.device->launch(nullptr, kernel, {{32}}, {{32}}, arguments);
    CHECK(allowed >= static_cast<int>(bytes));
  };
  launch(*one, 200 * 1024);
  launch(*other, 100 * 1024);
  launch(*one, 200 * 1024);
}

TEST_CASE("what launches took of the device becomes facts of the kernel") {
  const CudaLaunch f(
      {.kernels = {{"k", {.registers = 77, .shared_bytes = 1000, .local_bytes = 16}}}});
  const auto kernel = f.kernel("k");
  CHECK(kernel->facts().empty());
  for (const std::size_t bytes : {24, 48, 8}) {
    const KernelArgument arguments[] = {local(bytes)};
    f.device->launch(nullptr, *kernel, {{32}}, {{32}}, arguments);
  }
  const auto facts = kernel->facts();
  REQUIRE(facts.size() == 3);
  CHECK((facts[0].name == "registers.k" && facts[0].value == 77));
  CHECK((facts[1].name == "shared_bytes.k" && facts[1].value == 1048 && facts[1].unit == "B"));
  CHECK((facts[2].name == "spill_bytes.k" && facts[2].value == 16));
}

TEST_CASE("a compiled kernel tells what it takes before any launch") {
  const CudaLaunch f(
      {.kernels = {
           {"k", {.registers = 77, .shared_bytes = 1000, .local_bytes = 16, .max_threads = 512}}}});
  const auto kernel = f.kernel("k");
  CHECK(compiled_fact(kernel->compiled(), "registers") == 77);
  CHECK(compiled_fact(kernel->compiled(), "spill_bytes") == 16);
  CHECK(compiled_fact(kernel->compiled(), "static_local_bytes") == 1000);
  CHECK(compiled_fact(kernel->compiled(), "most_work_items") == 512);
}

TEST_CASE("more than the device or the kernel allows is unsupported, with the numbers") {
  const CudaLaunch f({.kernels = {{"k", {.registers = 128, .max_threads = 512}},
                                  {"s", {.shared_bytes = 232448}}}});
  const auto kernel = f.kernel("k");
  const auto refused = [&](std::vector<std::size_t> global, std::vector<std::size_t> group,
                           std::vector<KernelArgument> arguments, const char* name = "k") {
    const auto made = f.kernel(name);
    const auto error =
        error_of([&] { f.device->launch(nullptr, *made, global, group, arguments); });
    CHECK(error.status() == ASSAY_UNSUPPORTED);
    return std::string(error.what());
  };
  CHECK_THAT(refused({1024}, {1024}, {}), contains("1024 threads with 128 registers"));
  CHECK_THAT(refused({1024}, {1024}, {}), contains("allows 512 threads"));
  CHECK_THAT(refused({1, 1, 128}, {1, 1, 128}, {}), contains("dimension 2"));
  CHECK_THAT(refused({1, 65536}, {1, 1}, {}), contains("65536 blocks"));
  CHECK_THAT(refused({32}, {32}, {local(232449)}), contains("232448 bytes"));
  CHECK_THAT(refused({32}, {32}, {local(~std::size_t{0}), local(2)}), contains("shared memory"));
  CHECK_THAT(refused({32}, {32}, {local(1)}, "s"), contains("232448 declared"));
  CHECK(f.world.launches.empty());
  CHECK(f.device->collect_device_seconds().size() <= 1);
}

TEST_CASE("arguments and sizes that make no sense are refused (CUDA)") {
  const CudaLaunch f({.kernels = {{"k", {.parameters = {8, 4}}}}});
  const auto kernel = f.kernel("k");
  const auto buffer = f.device->create_buffer(64);
  const auto good = argument(*buffer);
  const int number = 1;
  const double wide = 1;
  const auto refused = [&](std::vector<KernelArgument> arguments,
                           std::vector<std::size_t> global = {32},
                           std::vector<std::size_t> group = {32}) {
    const auto error =
        error_of([&] { f.device->launch(nullptr, *kernel, global, group, arguments); });
    CHECK(error.status() == ASSAY_INVALID);
    CHECK_THAT(error.what(), contains("'k'"));
    return std::string(error.what());
  };
  CHECK_THAT(refused({}), contains("takes 2 arguments"));
  CHECK_THAT(refused({good, local(4)}), contains("1 were given"));
  CHECK_THAT(refused({good, value_argument(number), good}), contains("3 were given"));
  CHECK_THAT(refused({good, value_argument(wide)}), contains("argument 1 has 4 bytes"));
  CHECK_THAT(refused({good, good}), contains("a buffer's address"));
  CHECK_THAT(refused({{ASSAY_ARG_BUFFER, nullptr, nullptr, 0}, value_argument(number)}),
             contains("null buffer"));
  CHECK_THAT(refused({good, {ASSAY_ARG_BYTES, nullptr, nullptr, 4}}), contains("without bytes"));
  const std::vector<KernelArgument> right = {good, value_argument(number)};
  refused(right, {100}, {64});
  refused(right, {0}, {64});
  refused(right, {64}, {0});
  refused(right, {}, {});
  refused(right, {64, 2}, {64});
  CHECK(f.world.launches.empty());
}

TEST_CASE("a kernel that is not there is refused, naming those that are (CUDA)") {
  const CudaLaunch f({.kernels = {{"first", {}}, {"second", {}}}});
  const auto error = error_of([&] { static_cast<void>(f.kernel("third")); });
  CHECK(error.status() == ASSAY_INVALID);
  for (const char* name : {"'third'", "first, second", "extern \"C\""}) {
    CHECK_THAT(error.what(), contains(name));
  }
}

TEST_CASE("guard zones notice work that leaves its buffer (CUDA)") {
  FakeKernel kernel{.parameters = {8, 4}};
  kernel.action = [](void** values) {
    auto* data = reinterpret_cast<unsigned char*>(*static_cast<CUdeviceptr*>(values[0]));
    data[*static_cast<int*>(values[1])] ^= 1;
  };
  const CudaLaunch f({.kernels = {{"poke", kernel}}});
  const auto poke = f.kernel("poke");
  for (const int size : {0, 1, 13, 1000}) {
    for (const int index : {-65536, -1, size - 1, size, size + 65535}) {
      const auto buffer = f.device->create_buffer(static_cast<std::size_t>(size));
      const KernelArgument arguments[] = {argument(*buffer), value_argument(index)};
      f.device->launch(nullptr, *poke, {{1}}, {{1}}, arguments);
      const bool inside = index >= 0 && index < size;
      CAPTURE(size, index);
      CHECK(f.device->guard_damage(*buffer).any() != inside);
    }
  }
}

TEST_CASE("buffers are poisoned, written, read and filled by every pattern (CUDA)") {
  const CudaLaunch f({});
  for (const std::size_t pattern_size : {1, 2, 4, 8, 16}) {
    for (const std::size_t repetitions : {1, 3, 1000}) {
      std::vector<unsigned char> pattern(pattern_size);
      for (std::size_t k = 0; k < pattern_size; ++k) {
        pattern[k] = static_cast<unsigned char>(17 * k + 3);
      }
      const std::size_t offset = 2 * pattern_size;
      const std::size_t bytes = repetitions * pattern_size;
      const auto buffer = f.device->create_buffer(offset + bytes + 5);
      f.device->fill(nullptr, *buffer, offset, bytes, pattern.data(), pattern_size);
      const auto found = contents<unsigned char>(*f.device, *buffer);
      for (std::size_t k = 0; k < found.size(); ++k) {
        const bool inside = k >= offset && k < offset + bytes;
        if (found[k] != (inside ? pattern[(k - offset) % pattern_size] : 0xFF)) FAIL("byte " << k);
      }
      CHECK_FALSE(f.device->guard_damage(*buffer).any());
    }
  }
  const auto buffer = f.device->create_buffer(16);
  const unsigned char bytes[17] = {};
  CHECK(error_of([&] { f.device->write(nullptr, *buffer, 0, bytes, 17); }).status() ==
        ASSAY_INVALID);
  CHECK(error_of([&] { f.device->fill(nullptr, *buffer, 0, 16, bytes, 3); }).status() ==
        ASSAY_INVALID);
}

TEST_CASE("memory that is not there is out of memory, with what there is (CUDA)") {
  const CudaLaunch f({.memory_bytes = 10000});
  const auto error = error_of([&] { f.device->create_buffer(10000); });
  CHECK(error.status() == ASSAY_OUT_OF_MEMORY);
  CHECK_THAT(error.what(), contains("10000 bytes"));
  CHECK_THAT(error.what(), contains("4242"));
  CHECK(error_of([&] { f.device->create_buffer(~std::size_t{0}); }).status() ==
        ASSAY_OUT_OF_MEMORY);
  CHECK(error_of([&] { f.device->create_host_memory(20000); }).status() == ASSAY_OUT_OF_MEMORY);
  CHECK(f.world.memory.empty());
  const int of_buffers = f.world.live_host_memory;
  CHECK(f.device->create_host_memory(0)->data() != nullptr);
  CHECK(f.world.live_host_memory == of_buffers);
}

TEST_CASE("buffers come from the driver's pool, which keeps some of what is given back") {
  const CudaLaunch f({.memory_bytes = 800000});
  const auto buffer = f.device->create_buffer(100);
  CHECK(f.world.kept_bytes == 100000);
  CHECK_FALSE(f.device->guard_damage(*buffer).any());
  CHECK(f.world.trims == 0);
  // The pool gives back the pieces that it keeps before the device reports that memory is out.
  CHECK(error_of([&] { f.device->create_buffer(800000); }).status() == ASSAY_OUT_OF_MEMORY);
  CHECK(f.world.trims == 1);
  CHECK(f.world.memory.size() == 1);
}

TEST_CASE("a device without pools has buffers as well") {
  const CudaLaunch f({.memory_bytes = 800000, .has_pools = 0});
  {
    const auto buffer = f.device->create_buffer(100);
    CHECK_FALSE(f.device->guard_damage(*buffer).any());
    CHECK(error_of([&] { f.device->create_buffer(800000); }).status() == ASSAY_OUT_OF_MEMORY);
  }
  CHECK(f.world.memory.empty());
  CHECK(f.world.trims == 0);
}

TEST_CASE("host memory of others is page-locked once, and as long as its lock lives (CUDA)") {
  const CudaLaunch f({.memory_bytes = 10000});
  std::vector<unsigned char> bytes(20000);
  {
    const auto lock = f.device->lock_host_memory(bytes.data(), 100);
    CHECK(lock->data() == bytes.data());
    CHECK(f.world.locked_host_memory.contains(bytes.data()));
    f.device->lock_host_memory(bytes.data(), 100);  // locked already: stays locked
    CHECK(f.world.locked_host_memory.contains(bytes.data()));
  }
  CHECK(f.world.locked_host_memory.empty());
  const auto error = error_of([&] { f.device->lock_host_memory(bytes.data(), 20000); });
  CHECK(error.status() == ASSAY_OUT_OF_MEMORY);
  CHECK_THAT(error.what(), contains("20000 bytes"));
  CHECK(f.device->lock_host_memory(nullptr, 0)->data() == nullptr);
  CHECK(f.world.locked_host_memory.empty());
}

TEST_CASE("bytes are copied from buffer to buffer (CUDA)") {
  const CudaLaunch f({.kernels = {{"k", {}}}});
  std::vector<unsigned char> bytes(1000);
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<unsigned char>(k * 7);
  const auto from = f.device->create_buffer(bytes.size());
  const auto to = f.device->create_buffer(500);
  f.device->write(nullptr, *from, 0, bytes.data(), bytes.size());
  f.device->copy(nullptr, *from, 13, *to, 101, 399);
  std::vector<unsigned char> copied(399);
  f.device->read(nullptr, *to, 101, copied.data(), copied.size());
  CHECK(std::equal(copied.begin(), copied.end(), bytes.begin() + 13));
  CHECK_THAT(error_of([&] { f.device->copy(nullptr, *from, 0, *from, 499, 500); }).what(),
             contains("overlap"));
  CHECK_THAT(error_of([&] { f.device->copy(nullptr, *from, 0, *to, 1, 500); }).what(),
             contains("1 to 501 of a buffer of 500"));
}

TEST_CASE("device time is counted per label, copies and fills included (CUDA)") {
  const CudaLaunch f({.kernels = {{"k", {}}}});
  const auto kernel = f.kernel("k");
  const auto buffer = f.device->create_buffer(64);
  CHECK(f.device->collect_device_seconds().empty());  // creating buffers does not count
  std::vector<unsigned char> bytes(64);
  f.device->set_label(1);
  f.device->write(nullptr, *buffer, 0, bytes.data(), 64);
  f.device->set_label(3);
  for (int k = 0; k < 5; ++k) f.device->launch(nullptr, *kernel, {{32}}, {{32}}, {});
  f.device->set_label(0);
  const auto queue = f.device->create_queue(false);
  f.device->read_async(queue.get(), *buffer, 0, bytes.data(), 64);
  const auto seconds = f.device->collect_device_seconds();
  REQUIRE(seconds.size() == 4);
  CHECK(seconds[0] == Approx(1e-3));
  CHECK(seconds[1] == Approx(1e-3));
  CHECK(seconds[2] == 0);
  CHECK(seconds[3] == Approx(5e-3));
  CHECK(f.device->collect_device_seconds().empty());
}

TEST_CASE("events are used again, however much work there is") {
  const CudaLaunch f({.kernels = {{"k", {}}}});
  const auto kernel = f.kernel("k");
  for (int k = 0; k < 40000; ++k) f.device->launch(nullptr, *kernel, {{32}}, {{32}}, {});
  CHECK(f.world.live_events < 40000);
  f.world.launches.clear();
  CHECK(f.device->collect_device_seconds().at(0) == Approx(40));
}

TEST_CASE("queues wait for each other, and everything goes with the device") {
  FakeWorld& world = fake_world({.kernels = {{"k", {}}}});
  {
    const auto device = fake_device();
    const auto first = device->create_queue(false);
    const auto second = device->create_queue(true);
    CHECK(world.priorities[reinterpret_cast<CUstream>(1)] == 0);
    CHECK(world.priorities[reinterpret_cast<CUstream>(2)] == -5);
    device->wait(second.get(), first.get());
    device->wait(nullptr, second.get());
    CHECK(world.waits ==
          std::vector<std::string>{"stream 2 waits for stream 1", "stream 3 waits for stream 2"});
    const auto program = build_text(*device, "");
    const auto kernel = device->create_kernel(*program, "k");
    const auto buffer = device->create_buffer(8);
    device->launch(first.get(), *kernel, {{32}}, {{32}}, {});
    CHECK(world.launches.at(0).stream == reinterpret_cast<CUstream>(1));
    CHECK(world.retained == 1);
    CHECK(world.live_modules == 1);
  }
  CHECK(world.retained == 0);
  CHECK(world.live_streams == 0);
  CHECK(world.live_events == 0);
  CHECK(world.live_modules == 0);
  CHECK(world.live_host_memory == 0);
  CHECK(world.memory.empty());
}

TEST_CASE("a process that only compiles takes nothing of the device") {
  const CudaLaunch f({});
  CHECK(f.world.compilations == 1);
  CHECK(f.world.retained == 0);
  f.device->finish(nullptr);
  CHECK(f.device->collect_device_seconds().empty());
  CHECK(f.world.retained == 0);
}

TEST_CASE("a kernel's fault is told with its name and ends the device's use") {
  const CudaLaunch f({.kernels = {{"wild", {}}}});
  const auto kernel = f.kernel("wild");
  const auto buffer = f.device->create_buffer(8);
  CHECK(f.device->fault().empty());
  f.device->launch(nullptr, *kernel, {{32}}, {{32}}, {});
  f.world.work_code = CUDA_ERROR_ILLEGAL_ADDRESS;
  const auto error = error_of([&] { f.device->finish(nullptr); });
  CHECK(error.status() == ASSAY_DEVICE_ERROR);
  for (const char* part : {"CUDA_ERROR_ILLEGAL_ADDRESS", "what it means", "'wild'"}) {
    CHECK_THAT(error.what(), contains(part));
  }
  CHECK(f.device->fault() == error.what());
  CHECK(error_of([&] { static_cast<void>(f.device->guard_damage(*buffer)); }).status() ==
        ASSAY_DEVICE_ERROR);
  CHECK(f.device->fault() == error.what());  // the first error is the reported reason
}

TEST_CASE("an error that passes is no fault") {
  const CudaLaunch f({});
  static_cast<void>(f.device->create_buffer(8));
  f.world.work_code = CUDA_ERROR_INVALID_VALUE;
  CHECK(error_of([&] { f.device->finish(nullptr); }).status() == ASSAY_DEVICE_ERROR);
  CHECK(f.device->fault().empty());
}

TEST_CASE("native handles are there for those who call CUDA themselves") {
  const CudaLaunch f({});
  CHECK(f.device->native_handle(ASSAY_NATIVE_PLATFORM) == nullptr);
  CHECK(*static_cast<CUdevice*>(f.device->native_handle(ASSAY_NATIVE_DEVICE)) == 0);
  CHECK(f.device->native_handle(ASSAY_NATIVE_CONTEXT) == reinterpret_cast<void*>(1));
  CHECK(f.device->native_handle(ASSAY_NATIVE_QUEUE) != nullptr);
}

TEST_CASE("flushing writes twice the second-level cache, untimed, and touches nothing else") {
  auto& world = fake_world();
  const auto device = fake_device();
  const auto l2_bytes = static_cast<std::size_t>(device->description().facts.at("l2_bytes"));
  const auto buffer = device->create_buffer(64);
  const auto contents_before = contents<unsigned char>(*device, *buffer);
  static_cast<void>(device->collect_device_seconds());
  for (int repetition = 0; repetition < 3; ++repetition) {
    const double before = world.clock_ms;
    device->flush_caches();
    CHECK(world.clock_ms > before);
    REQUIRE(world.memory.size() == 2);  // all flushes share one buffer
    std::size_t written = 0;
    for (const auto& [_, block] : world.memory) {
      written =
          std::max(written, static_cast<std::size_t>(std::count(block.begin(), block.end(), 0)));
    }
    CHECK(written >= 2 * l2_bytes);
  }
  CHECK(device->collect_device_seconds().empty());
  CHECK(contents<unsigned char>(*device, *buffer) == contents_before);
  CHECK_FALSE(device->guard_damage(*buffer).any());
}

}  // namespace assay::device::cuda
