// What capabilities have in common on all devices: mostly the errors for those that lack one which
// their user cannot do without.
#include <fmt/format.h>

#include <string>

#include "framework/device/accelerator.hpp"
#include "framework/device/adopted.hpp"
#include "framework/device/graph.hpp"
#include "framework/device/limits.hpp"
#include "framework/device/sensors.hpp"

namespace assay::device {

std::string ProgramBuilder::missing_on(const Device& device) {
  return device.why_no("run-time compiler");
}

std::string Adopted::missing_on(const Device& device) {
  return fmt::format("{} was not adopted from an application", device.description().id);
}

std::string ProgramLoader::missing_on(const Device& device) {
  return fmt::format(
      "{} takes no programs that were compiled elsewhere, and programs have no variables to write "
      "there: that is for CUDA",
      device.description().id);
}

std::string DeviceMemory::missing_on(const Device& device) {
  return device.why_no("device memory");
}

std::string Images::missing_on(const Device& device) { return device.why_no("images"); }

std::string HostMemorySource::missing_on(const Device& device) {
  return device.why_no("host memory");
}

std::string KernelLauncher::missing_on(const Device& device) { return device.why_no("kernels"); }

std::string Queues::missing_on(const Device& device) { return device.why_no("queues"); }

std::string Measurable::missing_on(const Device& device) {
  return device.why_no("way to be measured");
}

std::string Limits::missing_on(const Device& device) {
  return fmt::format(
      "{} takes no limits of its clocks and its power: that is for CUDA, by way of NVML",
      device.description().id);
}

std::string Graphs::missing_on(const Device& device) {
  return fmt::format("{} has no graphs: enqueue the work each time", device.description().id);
}

std::string NativeWork::missing_on(const Device& device) {
  return fmt::format(
      "{} has no native handles of its buffers and queues, so vendors' libraries cannot work on "
      "them",
      device.description().id);
}

const DeviceState& Sensors::read_state() {
  last_ = state();
  read_ = Clock::now();
  return last_;
}

const DeviceState* Sensors::recent_state(double seconds) const {
  const bool is_recent =
      read_ && std::chrono::duration<double>(Clock::now() - *read_).count() < seconds;
  return is_recent ? &last_ : nullptr;
}

}  // namespace assay::device
