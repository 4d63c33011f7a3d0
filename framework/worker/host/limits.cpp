// Limits of a device's clocks and power.
#include <fmt/format.h>

#include "framework/device/limits.hpp"
#include "framework/worker/host/functions.hpp"
#include "framework/worker/host/guarded.hpp"

namespace assay::host {

assay_status device_limit(assay_context* context, assay_limit limit, double value,
                          const char* place) {
  return guarded(context, [&] {
    if (limit < 0 || static_cast<std::size_t>(limit) >= device::limit_names.size()) {
      throw device::DeviceError(ASSAY_INVALID, fmt::format("there is no limit with the number {}",
                                                           static_cast<int>(limit)));
    }
    try {
      context->limit(limit, value);
    } catch (const device::DeviceError& error) {
      if (place == nullptr || *place == '\0') throw;
      throw device::DeviceError(error.status(), fmt::format("{}: {}", place, error.what()));
    }
  });
}

}  // namespace assay::host
