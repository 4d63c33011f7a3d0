// Compiles the framework's own kernels for GPUs that are not here.
#include <memory>
#include <string>

#include "framework/device/comparison_kernel.hpp"
#include "framework/device/cuda/compile_only.hpp"
#include "framework/device/cuda/guard_check.hpp"
#include "framework/device/digest_kernel.hpp"
#include "tests/framework/device/support.hpp"

using namespace assay;
using namespace assay::device;

TEST_CASE("the framework's own kernels compile for every architecture") {
  for (const char* name : {"cuda:sm_80", "cuda:sm_90", "cuda:sm_100"}) {
    std::unique_ptr<Device> device;
    try {
      device = cuda::open_compile_only(name, {});
    } catch (const DeviceError& error) {
      assay::test::skip_without_nvrtc(error.what());
    }
    CAPTURE(name);
    auto& builder = device->require<ProgramBuilder>();
    CHECK_NOTHROW(DigestKernel::build(builder));
    CHECK_NOTHROW(cuda::GuardCheck::build(builder));
    for (const assay_element element : {ASSAY_F32, ASSAY_F64}) {
      for (const auto tolerances :
           {ComparisonKernel::Tolerances::of_all, ComparisonKernel::Tolerances::of_each}) {
        CHECK_NOTHROW(ComparisonKernel::build(builder, element, tolerances));
      }
    }
  }
}
