#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "framework/core/error.hpp"
#include "framework/device/fact_names.hpp"
#include "tests/framework/device/support.hpp"

namespace assay::device {

using test::ScopedVariable;

TEST_CASE("every device that is discovered opens under its id, described alike") {
  std::set<std::string> ids;
  for (const auto& found : discover()) {
    CHECK(ids.insert(found.id).second);
    CHECK(found.id.starts_with(found.backend));
    const auto device = open(found.id, {});
    CHECK(device->description().id == found.id);
    CHECK(device->description().name == found.name);
    CHECK(device->description().driver == found.driver);
  }
}

TEST_CASE("devices have only facts of the list") {
  auto devices = discover();
  try {
    devices.push_back(open("cuda:sm_90", {})->description());
  } catch (const Error&) {  // without NVRTC there is no stand-in
  }
  for (const auto& device : devices) {
    for (const auto& [name, value] : device.facts) {
      CAPTURE(device.id, name);
      CHECK(std::ranges::find(fact_names, name) != fact_names.end());
    }
  }
}

TEST_CASE("CUDA is asked for as many connections as there are queues, 8 to 32") {
  // A value that was set outside this process is kept.
  if (std::getenv("CUDA_DEVICE_MAX_CONNECTIONS") != nullptr) return;
  const auto asked_for = [](std::size_t queues) {
    expect_queues(queues);
    return std::string(std::getenv("CUDA_DEVICE_MAX_CONNECTIONS"));
  };
  CHECK(asked_for(2) == "8");
  CHECK(asked_for(12) == "12");
  CHECK(asked_for(9) == "12");
  CHECK(asked_for(128) == "32");
}

TEST_CASE("an unknown device is an environment error that lists the known ones") {
  for (const char* id : {"opencl:99", "opencl:", "opencl:x", "cuda:99", "", "cpu "}) {
    try {
      open(id, {});
      FAIL("opened '" << id << "'");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::environment);
      CHECK_THAT(error.what(), contains(fmt::format("'{}'", id)));
      CHECK_THAT(error.what(), contains("cpu ("));
    }
  }
}

TEST_CASE("without an OpenCL library everything else works, and the reason is told") {
  const ScopedVariable library("ASSAY_OPENCL_LIBRARY", "/nonexistent/libOpenCL.so.1");
  const auto devices = discover();
  REQUIRE(devices.size() == 1);
  CHECK(devices[0].id == "cpu");
  CHECK_THAT(opencl_unavailable_reason(), contains("/nonexistent/libOpenCL.so.1"));
  CHECK_THAT(opencl_unavailable_reason(), contains("install"));
  try {
    open("opencl:0", {});
    FAIL("opened a device without a library");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::environment);
    CHECK_THAT(error.what(), contains("/nonexistent/libOpenCL.so.1"));
  }
  for (const auto& [name, value] : describe_machine().attributes) {
    CHECK_FALSE(name.starts_with("opencl"));
  }
}

TEST_CASE("a library that is no OpenCL is told apart") {
  const ScopedVariable library("ASSAY_OPENCL_LIBRARY", "libc.so.6");
  CHECK(discover().size() == 1);
  CHECK_THAT(opencl_unavailable_reason(), contains("libc.so.6 has no function cl"));
}

TEST_CASE("the machine describes itself the same way twice, drivers included") {
  const MachineRecord machine = describe_machine();
  CHECK(machine.attributes == describe_machine().attributes);
  for (const char* key : {"cpu", "cores", "threads", "memory-gib", "kernel"}) {
    REQUIRE(machine.attributes.contains(key));
    CHECK_FALSE(machine.attributes.at(key).empty());
  }
  for (const auto& device : discover()) {
    if (device.backend != "opencl") continue;
    REQUIRE(machine.attributes.contains(device.id));
    CHECK_THAT(machine.attributes.at(device.id), contains(device.name));
    CHECK_THAT(machine.attributes.at(device.id), contains(device.driver));
  }
}

}  // namespace assay::device
