#include "framework/worker/host/context.hpp"

#include <cstddef>
#include <cstring>
#include <functional>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "framework/device/machine.hpp"
#include "tests/catch.hpp"

namespace {

using assay::sdk::Error;
using assay::sdk::Host;
using assay::sdk::HostArray;
using assay::sdk::PageLock;

assay_status status_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.status();
  }
  return ASSAY_OK;
}

TEST_CASE("host memory is a context's own and goes with it, or before") {
  const auto device = assay::device::open("cpu", {});
  const assay::HostResources resources;
  assay_context context(*device, resources);
  const Host host(&assay::host_table(), &context);
  {
    HostArray<double> numbers(host, 100);
    std::memset(numbers.data(), 0, 800);
    numbers[99] = 7;
    HostArray<double> others(std::move(numbers));
    CHECK(others.size() == 100);
    CHECK(others.end()[-1] == 7);
  }
  void* memory = nullptr;
  REQUIRE(host.table().host_memory_create(&context, 16, &memory) == ASSAY_OK);
  host.table().host_memory_destroy(&context, memory);
  host.table().host_memory_destroy(&context, memory);  // twice does nothing
  host.table().host_memory_destroy(&context, nullptr);
  REQUIRE(host.table().host_memory_create(&context, 16, &memory) == ASSAY_OK);  // left behind
  CHECK(host.table().host_memory_create(&context, 16, nullptr) == ASSAY_INVALID);
}

TEST_CASE("memory of others is locked where devices lock, and nothing happens where they do not") {
  const auto device = assay::device::open("cpu", {});
  const assay::HostResources resources;
  assay_context context(*device, resources);
  const Host host(&assay::host_table(), &context);
  std::vector<double> numbers(100, 7);
  {
    const PageLock lock(host, std::as_bytes(std::span(numbers)));
    const PageLock empty(host, {});
  }
  CHECK(numbers == std::vector<double>(100, 7));
  CHECK(host.table().host_memory_lock(&context, nullptr, 16) == ASSAY_INVALID);
  CHECK_THAT(context.take_message(), contains("memory to lock"));
  CHECK(host.table().host_memory_lock(&context, numbers.data(), 16) == ASSAY_OK);  // left behind
}

TEST_CASE("a plugin that was built for a newer host is refused, not crashed") {
  const auto device = assay::device::open("cpu", {});
  const assay::HostResources resources;
  assay_context context(*device, resources);
  assay_host table = assay::host_table();
  CHECK(status_of([&] { HostArray<float>(Host(&table, &context), 1); }) == ASSAY_OK);
  --table.size;
  CHECK(status_of([&] { HostArray<float>(Host(&table, &context), 1); }) == ASSAY_UNSUPPORTED);
}

TEST_CASE("a processor has no queues to wait for each other") {
  const auto device = assay::device::open("cpu", {});
  const assay::HostResources resources;
  assay_context context(*device, resources);
  const assay_host table = assay::host_table();
  const Host host(&table, &context);
  CHECK(status_of([&] { host.wait(nullptr, nullptr); }) == ASSAY_UNSUPPORTED);
  CHECK_THAT(context.take_message(), contains("queues"));
}

TEST_CASE("where there are no graphs the work is enqueued each time") {
  const auto device = assay::device::open("cpu", {});
  const assay::HostResources resources;
  assay_context context(*device, resources);
  assay_host table = assay::host_table();
  const Host host(&table, &context);
  int calls = 0;
  const assay::sdk::Graph graph(host, [&] { ++calls; });
  CHECK_FALSE(graph.is_recorded());
  CHECK(calls == 0);
  for (int launch = 0; launch < 3; ++launch) graph.launch();
  CHECK(calls == 3);
  CHECK(table.graph_end(&context, nullptr) == ASSAY_INVALID);
  CHECK(table.graph_launch(&context, nullptr, nullptr) == ASSAY_INVALID);
}

TEST_CASE("work is recorded at once, when it has run once, or not at all") {
  static std::string events;
  const auto device = assay::device::open("cpu", {});
  const assay::HostResources resources;
  assay_context context(*device, resources);
  assay_host table = assay::host_table();
  table.queue_finish = [](assay_context*, assay_queue*) { return events += "finish ", ASSAY_OK; };
  table.graph_begin = [](assay_context*) { return events += "begin ", ASSAY_OK; };
  table.graph_end = [](assay_context*, assay_graph** graph) {
    *graph = reinterpret_cast<assay_graph*>(&events);
    return events += "end ", ASSAY_OK;
  };
  table.graph_launch = [](assay_context*, assay_queue*, assay_graph*) {
    return events += "launch ", ASSAY_OK;
  };
  table.graph_destroy = [](assay_context*, assay_graph*) {};
  const Host host(&table, &context);
  const auto launched = [&](assay::sdk::Replay replay) {
    events = "";
    const assay::sdk::Graph graph(
        host, [] { events += "work "; }, replay);
    graph.launch();
    return events;
  };
  using assay::sdk::Replay;
  CHECK(launched(Replay::recorded) == "begin work end launch ");
  CHECK(launched(Replay::recorded_when_loaded) == "work finish begin work end launch ");
  CHECK(launched(Replay::called) == "work ");
}

TEST_CASE("only kernels have facts of what was compiled") {
  const auto device = assay::device::open("cpu", {});
  const assay::HostResources resources;
  assay_context context(*device, resources);
  double value = 0;
  CHECK(assay::host_table().kernel_fact(&context, nullptr, "registers", &value) == ASSAY_INVALID);
  CHECK_THAT(context.take_message(), contains("kernel"));
}

TEST_CASE("units and facts of programs are refused where a pointer or a unit is missing") {
  const auto device = assay::device::open("cpu", {});
  const assay::HostResources resources;
  assay_context context(*device, resources);
  const assay_host& table = assay::host_table();
  double value = 0;
  CHECK(table.program_fact(&context, nullptr, "k", "registers", &value) == ASSAY_INVALID);
  assay_program* program = nullptr;
  const assay_source sources[] = {{"a.cl", ""}, {"b.cl", ""}};
  for (const std::size_t units : {0, 3}) {
    CHECK(table.program_link(&context, sources, 2, units, "", nullptr, 0, &program) ==
          ASSAY_INVALID);
    CHECK_THAT(context.take_message(), contains("translation units"));
  }
  CHECK(table.program_link(&context, sources, 2, 2, "", nullptr, 0, &program) == ASSAY_UNSUPPORTED);
  CHECK_THAT(context.take_message(), contains("compiler"));
  CHECK(Host(&table, &context).find_device_fact("hardware_threads").value_or(0) >= 1);
  CHECK_FALSE(Host(&table, &context).find_device_fact("registers_per_block").has_value());
}

TEST_CASE("where no handles are handed out, no library's work is enqueued") {
  const auto device = assay::device::open("cpu", {});
  const assay::HostResources resources;
  assay_context context(*device, resources);
  assay_host table = assay::host_table();
  const Host host(&table, &context);
  bool called = false;
  const auto work = [&] { assay::sdk::native_work(host, nullptr, [&](void*) { called = true; }); };
  CHECK(status_of(work) == ASSAY_UNSUPPORTED);
  CHECK_THAT(context.take_message(), contains("has no native handles"));
  CHECK(table.native_work(&context, nullptr, nullptr, nullptr) == ASSAY_INVALID);
  void* handle = nullptr;
  CHECK(table.buffer_handle(&context, nullptr, &handle) == ASSAY_INVALID);
  CHECK_FALSE(called);
}

}  // namespace
