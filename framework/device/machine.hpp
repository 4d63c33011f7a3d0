// The devices of this machine.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/device/device.hpp"
#include "framework/device/limits.hpp"

namespace assay::device {

// Options for opening a device. `cache_folder` keeps compiled programs; if empty, none are kept.
// `limit_guardian` is the command that calls guard_limits() with the text that follows it; if
// empty, the device takes no limits.
struct DeviceOptions {
  std::string cache_folder;
  std::vector<std::string> limit_guardian = {};
};

// All devices of this machine: "cpu" first, then each backend's own, in an order that stays the
// same from call to call. Accelerators come before devices that run on the host's cores.
std::vector<DeviceDescription> discover();
// Why there is no OpenCL device, with the cure; empty if there is one.
std::string opencl_unavailable_reason();
// A missing library or device, without which CUDA or some report about a CUDA device is
// unavailable.
struct Missing {
  std::string what;  // "CUDA", "NVRTC", "NVML"
  std::string reason;
  std::string cure;
};
std::vector<Missing> missing_for_cuda();
// Makes CUDA devices that are opened from now on run `queues` queues concurrently: at least 8 (the
// driver's own default), at most 32, and no fewer than any earlier call asked for. Each queue has a
// connection of its own, which takes time to open and to close. CUDA_DEVICE_MAX_CONNECTIONS in the
// environment takes precedence.
void expect_queues(std::size_t queues);
// Opens a device by id. Throws environment Error listing what there is.
std::unique_ptr<Device> open(const std::string& id, const DeviceOptions& options);
// Identity of this machine, all drivers included.
MachineRecord describe_machine();

// The limits that a CUDA device takes, by the device's id.
struct DeviceLimits {
  std::string device;
  LimitRanges ranges;
};
// Those of all CUDA devices, as far as NVML tells.
std::vector<DeviceLimits> cuda_limits();
// Serves the process that started this one, over standard input and output: limits a device as that
// process asks, and takes the limits away when it ends, however it ends. `device` is what
// LimitGuardian hands over. Returns the exit code.
int guard_limits(const std::string& device);

}  // namespace assay::device
