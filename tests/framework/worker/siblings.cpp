// Tests of contexts with several devices.
#include <algorithm>
#include <cstring>
#include <map>

#include "assay/plugin.hpp"
#include "framework/supervisor/client.hpp"
#include "framework/worker/host/context.hpp"
#include "tests/catch.hpp"
#include "tests/framework/device/fake_cuda.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/test_plugins/trials.hpp"

namespace {

using namespace assay;
using device::cuda::test::fake_device;
using device::cuda::test::fake_world;
using device::cuda::test::FakeKernel;
using sdk::Host;

// Two devices, and a context of the first.
struct TwoDevices {
  TwoDevices()
      : world(fake_world({.devices = 2, .names = {"H", "H"}, .kernels = {{"k", {}}}})),
        device(fake_device()),
        context(*device, resources),
        first(&host_table(), &context),
        second(first.sibling(1)) {}

  sdk::Kernel kernel(const Host& host) const {
    const assay_source source{"k.cu", ""};
    const sdk::Program program(host, {&source, 1}, {});
    return program.kernel("k");
  }

  device::cuda::test::FakeWorld& world;
  HostResources resources;
  std::unique_ptr<device::Device> device;
  assay_context context;
  Host first;
  Host second;
};

}  // namespace

TEST_CASE("a context has siblings, and whose it is matters for devices only") {
  TwoDevices f;
  CHECK(f.first.sibling(0).context() == f.first.context());
  CHECK(f.second.context() != f.first.context());
  CHECK(f.second.sibling(0).context() == f.first.context());
  CHECK(f.second.sibling(1).context() == f.second.context());
  CHECK(f.second.device_fact("same_devices") == 2);
  CHECK_THROWS_AS(f.first.sibling(2), sdk::Error);
  CHECK_THAT(f.context.take_message(), contains("2 of its kind"));
  f.second.table().fail(f.second.context(), ASSAY_INVALID, "what the second one says");
  CHECK(f.context.take_message() == "what the second one says");
}

TEST_CASE("phases cover all devices and take as long as the one that works longest") {
  TwoDevices f;
  const sdk::Kernel kernels[] = {f.kernel(f.first), f.kernel(f.second)};
  for (int repetition = 0; repetition < 2; ++repetition) {
    f.context.begin_sample();
    {
      const sdk::Phase phase(f.second, "kernel");
      for (int k = 0; k < 2; ++k) kernels[0].launch<1>({32}, {32});
      for (int k = 0; k < 3; ++k) kernels[1].launch<1>({32}, {32});
    }
    kernels[1].launch<1>({32}, {32});
    const Sample sample = f.context.end_sample();
    REQUIRE(sample.phases.size() == 1);
    CHECK(sample.phases[0].name == "kernel");
    CHECK(sample.phases[0].device_seconds == Approx(3e-3));
    CHECK(sample.device_seconds == Approx(4e-3));
  }
}

TEST_CASE("a device that joins within a phase counts towards it") {
  TwoDevices f;
  assay_context context(*f.device, f.resources);
  const Host first(&host_table(), &context);
  context.begin_sample();
  {
    const sdk::Phase phase(first, "kernel");
    f.kernel(first.sibling(1)).launch<1>({32}, {32});
  }
  CHECK(context.end_sample().phases.at(0).device_seconds == Approx(1e-3));
}

TEST_CASE("facts of all devices' kernels and damage around all devices' buffers are told") {
  TwoDevices f;
  f.kernel(f.second).launch<1>({32}, {32});
  f.second.trial_fact("launches", 1);
  std::map<std::string, double> facts;
  for (const auto& fact : f.context.facts()) facts[fact.name] = fact.value;
  CHECK(facts.at("registers.k") == 32);
  CHECK(facts.at("launches") == 1);

  const sdk::Buffer<float> kept(f.second, 16);
  CHECK(f.context.buffer_damage().empty());
  for (auto& [_, block] : f.world.memory) block.front() ^= 1;
  CHECK_THAT(f.context.buffer_damage(), contains("64 bytes"));
}

// PoCL offers one device for each name in this variable, all alike.
TEST_CASE("work is split among OpenCL devices of one kind") {
  const test::ScopedVariable devices("POCL_DEVICES", "pthread pthread");
  WorkerOptions options = test_worker();
  options.memory_gib = 0;
  WorkerClient client(options);
  const auto& all = client.catalog().devices;
  const auto found = std::ranges::find_if(
      all, [](const auto& d) { return d.backend == "opencl" && d.facts.at("same_devices") == 2; });
  if (found == all.end()) {
    assay::test::skip("no two OpenCL devices of one kind here");
  }
  TrialRequest request = quick_trial("misbehaving.opencl", {{"misdeed", Value("two-devices")}});
  request.instance.arguments = {{"precision", Value(std::string("float"))}};
  request.device = found->id;
  const TrialResult result = client.run_trial(request);
  CAPTURE(result.message);
  CHECK(result.ok());
  for (const auto& sample : result.samples) CHECK(sample.phases.at(0).device_seconds > 0);
}
