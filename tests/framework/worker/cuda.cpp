#include "framework/supervisor/client.hpp"
#include "tests/catch.hpp"
#include "tests/test_plugins/trials.hpp"

namespace {

using namespace assay;

TrialRequest cuda_trial(const std::string& misdeed, std::int64_t shared_bytes = 256) {
  TrialRequest request = quick_trial(
      "misbehaving.cuda", {{"misdeed", Value(misdeed)}, {"shared_bytes", Value(shared_bytes)}});
  request.instance.arguments = {{"precision", Value(std::string("float"))}};
  return request;
}

WorkerOptions cuda_worker() {
  WorkerOptions options = test_worker();
  options.memory_gib = 0;
  return options;
}

void require_cuda(WorkerClient& client) {
  for (const auto& device : client.catalog().devices) {
    if (device.backend == "cuda") return;
  }
  assay::test::skip("no CUDA device");
}

// Needs no GPU: the devices are named by their targets, for which code is only compiled.
TEST_CASE("CUDA code is compiled for GPUs that are not there") {
  WorkerClient client(cuda_worker());
  for (const char* device : {"cuda:sm_80", "cuda:sm_90", "cuda:sm_100"}) {
    TrialRequest request = cuda_trial("none");
    request.device = device;
    const TrialResult result = client.compile(request);
    if (result.message.find("no NVRTC") != std::string::npos) {
      assay::test::skip_without_nvrtc(result.message);
    }
    CAPTURE(device, result.message);
    CHECK(result.ok());
    CHECK(result.compile_seconds > 0);
    request = cuda_trial("compile-error");
    request.device = device;
    CHECK(client.compile(request).status == TrialStatus::compile_error);
    CHECK(client.run_trial(request).status == TrialStatus::compile_error);
    request = cuda_trial("none");
    request.device = device;
    CHECK(client.run_trial(request).status == TrialStatus::unsupported);
  }
}

TEST_CASE("a CUDA variant is timed by phases, verified, and its kernels are described") {
  WorkerClient client(cuda_worker());
  require_cuda(client);
  const TrialResult result = client.run_trial(cuda_trial("none"));
  CAPTURE(result.message);
  REQUIRE(result.ok());
  for (const auto& sample : result.samples) {
    REQUIRE(sample.phases.size() == 3);
    for (const auto& phase : sample.phases) CHECK(phase.device_seconds > 0);
  }
  CHECK(fact(result, "registers.scale") > 0);
  CHECK(fact(result, "shared_bytes.scale") == 256);
  CHECK(fact(result, "spill_bytes.scale") >= 0);
  const TrialResult large = client.run_trial(cuda_trial("none", 1000000));
  CHECK(large.status == TrialStatus::unsupported);
  CHECK_THAT(large.message, contains("shared memory"));
}

TEST_CASE("a CUDA kernel that writes out of bounds costs one trial") {
  WorkerClient client(cuda_worker());
  require_cuda(client);
  const TrialResult near = client.run_trial(cuda_trial("write-after"));
  CAPTURE(near.message);
  CHECK(near.status == TrialStatus::out_of_bounds);
  CHECK(client.run_trial(cuda_trial("none")).ok());
  const TrialResult far = client.run_trial(cuda_trial("write-far"));
  CAPTURE(far.message);
  CHECK(far.status == TrialStatus::device_error);
  CHECK_THAT(far.message, contains("CUDA_ERROR_ILLEGAL_ADDRESS"));
  CHECK(client.run_trial(cuda_trial("none")).ok());
}

TEST_CASE("a CUDA kernel that changes an input, or is wrong at times, is found out") {
  WorkerClient client(cuda_worker());
  require_cuda(client);
  const TrialResult changed = client.run_trial(cuda_trial("write-input"));
  CAPTURE(changed.message);
  CHECK(changed.status == TrialStatus::input_changed);
  CHECK_THAT(changed.message, contains("input 'x' was written to"));
  CHECK(client.run_trial(cuda_trial("wrong-fifth")).status == TrialStatus::wrong_output);
  CHECK_FALSE(client.run_trial(cuda_trial("idle-later")).ok());
  const TrialResult honest = client.run_trial(cuda_trial("none"));
  CHECK(honest.verified.by_digest > 0);
  CHECK(honest.verified.unverified == 0);
}

TEST_CASE("a CUDA kernel that never ends costs one trial") {
  WorkerClient client(cuda_worker());
  require_cuda(client);
  TrialRequest request = cuda_trial("never-end");
  request.run_limit_seconds = 2;
  const TrialResult result = client.run_trial(request);
  CAPTURE(result.message);
  CHECK(result.status == TrialStatus::timeout);
  CHECK(client.run_trial(cuda_trial("none")).ok());
}

}  // namespace
