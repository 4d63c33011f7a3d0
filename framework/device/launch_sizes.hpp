// Checks of a launch that all backends share.
#pragma once

#include <fmt/format.h>

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

// Checks that there are one to three sizes of each kind, that global sizes are positive multiples
// of local ones, and that local ones are no larger than the device's facts max_work_item_0 to _2
// (else ASSAY_UNSUPPORTED). Returns the number of work items in a group.
[[nodiscard]] std::size_t check_launch_sizes(const std::string& kernel,
                                             const DeviceDescription& device,
                                             std::span<const std::size_t> global,
                                             std::span<const std::size_t> local);

}  // namespace assay::device
