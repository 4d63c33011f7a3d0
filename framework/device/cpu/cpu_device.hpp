#pragma once

#include <memory>

#include "framework/device/device.hpp"

namespace assay::device {

[[nodiscard]] DeviceDescription describe_cpu();
// The host itself. Variants of the backend "cpu" work in host memory with threads of their own, so
// it compiles nothing, and has neither memory of its own nor queues.
[[nodiscard]] std::unique_ptr<Device> open_cpu();

}  // namespace assay::device
