// Limits of a device that end with the process that asked for them, however it ends. A process that
// dies cannot tidy up, so another one, the guardian, limits the device for it: a command of this
// program that calls guard_limits(). It has one end of a socket, whose other end only the asking
// process has, and takes the limits away once that end is closed.
#pragma once

#include <sys/types.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/device/limits.hpp"

namespace assay::device::cuda {

class LimitGuardian {
 public:
  // Starts a guardian of the device ("0000:04:00.0"), by this command. Throws DeviceError
  // ASSAY_UNSUPPORTED if the command is empty, ASSAY_INTERNAL if it cannot be started.
  LimitGuardian(const std::vector<std::string>& command, const std::string& pci_bus_id);
  // Returns once the limits are taken away.
  ~LimitGuardian();
  LimitGuardian(const LimitGuardian&) = delete;
  LimitGuardian& operator=(const LimitGuardian&) = delete;

  // Throws DeviceError as Limits::limit does, also if another value is asked for than before.
  void limit(assay_limit what, double value);
  // Whether that is limited.
  [[nodiscard]] bool limits(assay_limit what) const {
    return values_.at(static_cast<std::size_t>(what)).has_value();
  }

 private:
  [[nodiscard]] std::string answer_to(const std::string& request) const;

  int socket_ = -1;
  pid_t process_ = -1;
  std::array<std::optional<double>, limit_names.size()> values_;
};

// The guardian's side, which serves standard input and output. Waits while another guardian still
// has the device. Returns the exit code.
int guard_limits(const std::string& pci_bus_id);

}  // namespace assay::device::cuda
