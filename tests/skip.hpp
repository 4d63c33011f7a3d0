// Ends a test case that this machine cannot run: it is reported and counted as skipped, not as
// passed.
#pragma once

#include <string>

namespace assay::test {

// Skips the test case that is running.
[[noreturn]] void skip(const std::string& reason);

// Skips it for want of an OpenCL device, or of NVRTC. Where ASSAY_REQUIRE_OPENCL, or
// ASSAY_REQUIRE_NVRTC, is set, as in CI, it fails instead.
[[noreturn]] void skip_without_opencl(
    const std::string& reason = "this machine has no OpenCL device");
[[noreturn]] void skip_without_nvrtc(const std::string& reason);

}  // namespace assay::test
