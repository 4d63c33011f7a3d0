// Checks of a launch that all backends share.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "framework/core/catalog.hpp"
#include "framework/device/device_error.hpp"

namespace assay::device {

// Throws DeviceError with the message "kernel 'name': " followed by the formatted text.
template <class... Args>
[[noreturn]] void refuse_launch(const std::string& kernel, assay_status status,
                                fmt::format_string<Args...> format, Args&&... args) {
  throw DeviceError(status, fmt::format("kernel '{}': {}", kernel,
                                        fmt::format(format, std::forward<Args>(args)...)));
}

// The facts of a device that all its launches are checked against. A kernel keeps them, since
// looking them up by name takes longer than the checks.
struct LaunchLimits {
  explicit LaunchLimits(const DeviceDescription& device);

  std::array<double, 3> work_items;  // of a group, in each dimension
  std::size_t local_memory_bytes;    // of a group
};

// Checks that there are one to three sizes of each kind, that global sizes are positive multiples
// of local ones, and that local ones are within the limits (else ASSAY_UNSUPPORTED). Returns the
// number of work items in a group.
[[nodiscard]] std::size_t check_launch_sizes(const std::string& kernel, const LaunchLimits& limits,
                                             std::span<const std::size_t> global,
                                             std::span<const std::size_t> local);

}  // namespace assay::device
