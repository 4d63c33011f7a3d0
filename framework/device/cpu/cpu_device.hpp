#pragma once

#include <memory>

#include "framework/device/device.hpp"

namespace assay::device {

[[nodiscard]] DeviceDescription describe_cpu();
// The host itself. Variants of the backend "cpu" work in host memory, so its memory, program and
// queue services throw ASSAY_UNSUPPORTED; waiting and timing do nothing.
[[nodiscard]] std::unique_ptr<Device> open_cpu();

}  // namespace assay::device
