// Support for tests that need a device for kernels.
#pragma once

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"

namespace assay::test {

// Skips the test case where this machine has no OpenCL device.
inline void require_opencl() {
  static const bool found = [] {  // once: finding devices takes longer than many a trial
    const auto catalog = CommandLine().run("list --json").json();
    return std::ranges::any_of(catalog.at("devices"),
                               [](const auto& device) { return device.at("backend") == "opencl"; });
  }();
  if (!found) skip_without_opencl();
}

}  // namespace assay::test
