// What each kind of device can do, and what it answers where more is asked of it.
#include "framework/device/cuda/compile_only.hpp"
#include "framework/device/graph.hpp"
#include "framework/device/sensors.hpp"
#include "tests/framework/device/fake_cuda.hpp"
#include "tests/framework/device/support.hpp"

namespace assay::device {
namespace {

template <class Capability>
bool has(Device& device) {
  return device.find<Capability>() != nullptr;
}

template <class Capability>
std::string refusal(Device& device) {
  const auto error = test::error_of([&] { static_cast<void>(device.require<Capability>()); });
  CHECK(error.status() == ASSAY_UNSUPPORTED);
  return error.what();
}

}  // namespace

TEST_CASE("the host runs variants, and leaves what accelerators do to them") {
  const auto cpu = open("cpu", {});
  CHECK(has<HostMemorySource>(*cpu));
  CHECK(has<Measurable>(*cpu));
  CHECK_FALSE(has<Accelerator>(*cpu));
  CHECK_FALSE(has<WorkTimer>(*cpu));
  for (const std::string& text : {refusal<DeviceMemory>(*cpu), refusal<KernelLauncher>(*cpu),
                                  refusal<Queues>(*cpu), refusal<ProgramBuilder>(*cpu)}) {
    CHECK_THAT(text, contains("the device cpu has no") && contains("OpenCL or CUDA device"));
  }
}

TEST_CASE("a CUDA device can do everything") {
  cuda::test::fake_world();
  const auto gpu = cuda::test::fake_device();
  CHECK(has<Graphs>(*gpu));
  CHECK(has<NativeWork>(*gpu));
  CHECK(has<Sensors>(*gpu));
  CHECK(&gpu->require<Queues>() == static_cast<Queues*>(gpu.get()));
}

TEST_CASE("an OpenCL device has neither graphs nor handles for libraries, and says so") {
  const auto device = test::first_opencl_device();
  CHECK_FALSE(has<Sensors>(*device));
  CHECK_THAT(refusal<Graphs>(*device),
             contains("opencl:0 has no graphs") && contains("enqueue the work each time"));
  CHECK_THAT(refusal<NativeWork>(*device), contains("opencl:0 has no native handles"));
}

TEST_CASE("a stand-in for a GPU compiles, and names the cure where it is asked for more") {
  std::unique_ptr<Device> stand_in;
  try {
    stand_in = cuda::open_compile_only("cuda:sm_90", {});
  } catch (const DeviceError& error) {
    assay::test::skip_without_nvrtc(error.what());
  }
  CHECK(has<ProgramBuilder>(*stand_in));
  CHECK_FALSE(has<Accelerator>(*stand_in));
  for (const std::string& text :
       {refusal<DeviceMemory>(*stand_in), refusal<KernelLauncher>(*stand_in),
        refusal<HostMemorySource>(*stand_in), refusal<Measurable>(*stand_in)}) {
    CHECK_THAT(text, contains("cuda:sm_90 can only compile") && contains("cuda:0"));
  }
}

}  // namespace assay::device
