#include "framework/device/launch_sizes.hpp"

namespace assay::device {

LaunchLimits::LaunchLimits(const DeviceDescription& device)
    : work_items{device.facts.at("max_work_item_0"), device.facts.at("max_work_item_1"),
                 device.facts.at("max_work_item_2")},
      local_memory_bytes(static_cast<std::size_t>(device.facts.at("local_memory_bytes"))) {}

std::size_t check_launch_sizes(const std::string& kernel, const LaunchLimits& limits,
                               std::span<const std::size_t> global,
                               std::span<const std::size_t> local) {
  if (global.empty() || global.size() > 3 || global.size() != local.size()) {
    refuse_launch(kernel, ASSAY_INVALID,
                  "launched with {} global and {} local sizes; give as many of each, one to three",
                  global.size(), local.size());
  }
  std::size_t group = 1;
  for (std::size_t k = 0; k < global.size(); ++k) {
    if (local[k] == 0 || global[k] == 0 || global[k] % local[k] != 0) {
      refuse_launch(kernel, ASSAY_INVALID,
                    "global size {} is not a positive multiple of local size {} in dimension {}",
                    global[k], local[k], k);
    }
    const double limit = limits.work_items.at(k);
    if (static_cast<double>(local[k]) > limit) {
      refuse_launch(kernel, ASSAY_UNSUPPORTED,
                    "local size {} in dimension {}; the device allows {}", local[k], k, limit);
    }
    group *= local[k];
  }
  return group;
}

}  // namespace assay::device
