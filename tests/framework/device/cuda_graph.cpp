#include "framework/device/cuda/discovery.hpp"
#include "framework/device/graph.hpp"
#include "tests/framework/device/fake_cuda_graphs.hpp"
#include "tests/framework/device/support.hpp"

namespace assay::device::cuda {
namespace {

using assay::device::test::argument;
using assay::device::test::build_text;
using assay::device::test::contents;
using assay::device::test::error_of;
using assay::device::test::value_argument;
using test::FakeGraphs;
using test::FakeWorld;

// A kernel that adds a value to the first element of a buffer.
void add(void** values) {
  const auto address = *static_cast<CUdeviceptr*>(values[0]);
  *reinterpret_cast<int*>(address) += *static_cast<int*>(values[1]);
}

struct GraphFixture {
  GraphFixture() {
    libraries.driver = test::fake_driver();
    graphs = &test::add_fake_graphs(libraries.driver);
    device = open(libraries, find_devices(libraries.driver, "").at(0), DeviceOptions{});
    buffer = device->create_buffer(sizeof(int));
    device->write(nullptr, *buffer, 0, &zero, sizeof zero);
    program = build_text(*device, "");
    kernel = device->create_kernel(*program, "add");
    static_cast<void>(device->collect_device_seconds());
  }
  void enqueue(int value) const {
    const KernelArgument arguments[] = {argument(*buffer), value_argument(value)};
    device->launch(nullptr, *kernel, {{1}}, {{1}}, arguments);
  }
  [[nodiscard]] Graphs& recorder() const { return device->require<Graphs>(); }
  [[nodiscard]] int first() const { return contents<int>(*device, *buffer).front(); }

  static constexpr int zero = 0;
  FakeWorld& world =
      test::fake_world({.kernels = {{"add", {.parameters = {8, 4}, .action = add}}}});
  Libraries libraries = test::fake_libraries();
  FakeGraphs* graphs = nullptr;
  std::unique_ptr<Accelerator> device;
  std::unique_ptr<Buffer> buffer;
  std::unique_ptr<Program> program;
  std::unique_ptr<Kernel> kernel;
};

}  // namespace

TEST_CASE("recorded work runs when the graph is launched, each time, and is timed as one piece") {
  GraphFixture f;
  int source = 100;
  f.recorder().begin_graph();
  for (const int value : {1, 2, 3}) f.enqueue(value);
  const auto graph = f.recorder().end_graph();
  CHECK(f.world.launches.empty());
  CHECK(f.first() == 0);

  f.recorder().begin_graph();
  f.device->write_async(nullptr, *f.buffer, 0, &source, sizeof source);
  f.enqueue(7);
  const auto other = f.recorder().end_graph();

  static_cast<void>(f.device->collect_device_seconds());
  f.device->set_label(2);
  f.recorder().launch_graph(nullptr, *graph);
  f.recorder().launch_graph(nullptr, *graph);
  const auto seconds = f.device->collect_device_seconds();
  REQUIRE(seconds.size() == 3);
  CHECK(seconds[2] == Approx(6e-3));  // three kernels each, of a millisecond
  CHECK(f.first() == 12);

  source = 200;  // the write reads the source when the graph is launched
  f.recorder().launch_graph(nullptr, *other);
  CHECK(f.first() == 207);
  f.enqueue(1);  // work that is enqueued after the capture runs at once
  CHECK(f.first() == 208);
}

TEST_CASE("what would wait is refused while a graph is recorded, and recording goes on") {
  GraphFixture f;
  int value = 0;
  f.recorder().begin_graph();
  f.enqueue(5);
  CHECK(error_of([&] { f.device->create_buffer(8); }).status() == ASSAY_INVALID);
  CHECK(error_of([&] { f.device->read(nullptr, *f.buffer, 0, &value, 4); }).status() ==
        ASSAY_INVALID);
  CHECK(error_of([&] { f.device->write(nullptr, *f.buffer, 0, &value, 4); }).status() ==
        ASSAY_INVALID);
  CHECK_THAT(error_of([&] { f.recorder().begin_graph(); }).what(), contains("first graph"));
  const auto graph = f.recorder().end_graph();
  CHECK(error_of([&] { f.recorder().end_graph(); }).status() == ASSAY_INVALID);
  f.recorder().launch_graph(nullptr, *graph);
  CHECK(f.first() == 5);
}

TEST_CASE("waiting for the device gives a recording up, and the device serves on") {
  GraphFixture f;
  f.recorder().begin_graph();
  f.enqueue(5);
  CHECK_THAT(error_of([&] { f.device->finish(nullptr); }).what(), contains("given up"));
  CHECK_FALSE(f.graphs->capturing);
  CHECK(f.graphs->live == 0);
  f.enqueue(6);
  CHECK(f.first() == 6);
  CHECK(f.device->fault().empty());
}

TEST_CASE("graphs go with their owners, and only devices that have them record") {
  {
    GraphFixture f;
    f.recorder().begin_graph();
    f.enqueue(5);
    const auto graph = f.recorder().end_graph();
    CHECK(f.graphs->live == 1);  // the executable graph
    const auto cpu = device::open("cpu", {});
    const auto error = error_of([&] { static_cast<void>(cpu->require<Graphs>()); });
    CHECK(error.status() == ASSAY_UNSUPPORTED);
    CHECK_THAT(error.what(), contains("cpu has no graphs"));
  }
  GraphFixture f;
  CHECK(f.graphs->live == 0);
}

}  // namespace assay::device::cuda
