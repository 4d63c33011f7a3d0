// The exception that a plugin throws; it never crosses the plugin boundary.
#pragma once

#include <stdexcept>
#include <string>

#include "assay/plugin.h"

namespace assay::sdk {

class Error : public std::runtime_error {
 public:
  Error(assay_status status, const std::string& message)
      : std::runtime_error(message), status_(status) {}
  [[nodiscard]] assay_status status() const noexcept { return status_; }

 private:
  assay_status status_;
};

}  // namespace assay::sdk
