// Tests of instances that exceed the memory, and of devices that do not exist.
#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/sanitized.hpp"
#include "tests/test_plugins/trials.hpp"

using namespace assay;

TEST_CASE("an instance too large for the host is refused with the cure, and the worker lives on") {
  if (test::sanitized()) return;  // sanitized workers limit no memory and would die
  WorkerClient client(test_worker());
  const auto& first = client.catalog().machine;
  // Sizes beyond the limit of a gibibyte, beyond any memory, and beyond what a container can count.
  for (const std::int64_t n : {1LL << 28, 1LL << 45, 1LL << 61}) {
    CAPTURE(n);
    try {
      static_cast<void>(client.open_instance({"test/scale", {{"n", n}}}));
      FAIL("created");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::environment);
      CHECK_THAT(error.what(), contains("out of host memory") && contains("memory_gib"));
    }
    TrialRequest request = quick_trial("loop.c99", {{"step", std::int64_t{1}}});
    CHECK(client.run_trial(request).ok());
    request.instance.arguments = {{"n", n}};
    const TrialResult result = client.run_trial(request);
    CHECK_FALSE(result.ok());
    CHECK_THAT(result.message, contains("out of host memory"));
  }
  CHECK(client.catalog().machine.attributes == first.attributes);
}

TEST_CASE("a device that is not there is refused by a list of those that are") {
  WorkerClient client(test_worker());
  for (const char* device : {"cuda:7", "opencl:7", "cuda:-1", "cuda:", "cpu:1"}) {
    TrialRequest request = quick_trial("loop.c99", {{"step", std::int64_t{1}}});
    request.device = device;
    const TrialResult result = client.run_trial(request);
    CAPTURE(device, result.message);
    CHECK_FALSE(result.ok());
    CHECK_THAT(result.message, contains(device));
    CHECK_THAT(result.message, contains("did you mean") || contains("choose from"));
  }
}
