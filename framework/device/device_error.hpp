#pragma once

#include <stdexcept>
#include <string>

#include "assay/plugin.h"

namespace assay::device {

// An error with the status that crosses the plugin boundary.
class DeviceError : public std::runtime_error {
 public:
  DeviceError(assay_status status, const std::string& message)
      : std::runtime_error(message), status_(status) {}
  [[nodiscard]] assay_status status() const noexcept { return status_; }

 private:
  assay_status status_;
};

}  // namespace assay::device
