#include "framework/device/machine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/usable_cpus.hpp"
#include "framework/device/adopted.hpp"
#include "framework/device/cpu/cpu_device.hpp"
#include "framework/device/cpu/cpu_facts.hpp"
#include "framework/device/cuda/compile_only.hpp"
#include "framework/device/cuda/cuda_device.hpp"
#include "framework/device/cuda/limit_guardian.hpp"
#include "framework/device/opencl/discovery.hpp"
#include "framework/device/opencl/opencl_device.hpp"

// A new backend needs a folder next to cpu/, cuda/ and opencl/, and its lines in this file.
namespace assay::device {
namespace {

// "Debian GNU/Linux 12 (bookworm)"; empty if the system does not say.
std::string distribution() {
  std::ifstream file("/etc/os-release");
  const std::string key = "PRETTY_NAME=";
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    std::string name = line.substr(key.size());
    std::erase(name, '"');
    return name;
  }
  return "";
}

}  // namespace

void expect_queues(std::size_t queues) {
  constexpr const char* variable = "CUDA_DEVICE_MAX_CONNECTIONS";  // read when the driver starts
  constexpr std::size_t fewest = 8;
  constexpr std::size_t most = 32;
  static const bool given = std::getenv(variable) != nullptr;
  static std::size_t expected = 0;
  if (given || queues <= expected) return;
  expected = queues;
  setenv(variable, std::to_string(std::clamp(queues, fewest, most)).c_str(), /*overwrite=*/1);
}

std::vector<DeviceDescription> discover() {
  std::vector<DeviceDescription> all = {describe_cpu()};
  for (auto& found : cuda::discover()) all.push_back(std::move(found));
  for (auto& found : opencl::discover()) all.push_back(std::move(found));
  return all;
}

std::string opencl_unavailable_reason() { return opencl::unavailable_reason(); }

std::vector<Missing> missing_for_cuda() { return cuda::missing(); }

std::vector<DeviceLimits> cuda_limits() { return cuda::limits(); }

int guard_limits(const std::string& device) { return cuda::guard_limits(device); }

std::unique_ptr<Device> open(const std::string& id, const DeviceOptions& options) {
  std::string reason = "there is no such device";
  try {
    if (id == "cpu") return open_cpu();
    if (cuda::is_compile_only(id)) return cuda::open_compile_only(id, options);
    if (id.starts_with("cuda:")) {
      if (auto device = cuda::open(id, options)) return device;
    }
    if (id.starts_with("opencl:")) {
      if (auto device = opencl::open(id, options)) return device;
    }
  } catch (const DeviceError& error) {
    reason = error.what();
  }
  std::vector<std::string> known;
  for (const auto& device : discover()) {
    known.push_back(fmt::format("{} ({})", device.id, device.name));
  }
  throw environment_error("cannot open the device '{}': {}; this machine has: {}", id, reason,
                          fmt::join(known, ", "));
}

std::unique_ptr<Accelerator> adopt_opencl(void* queue, const DeviceOptions& options) {
  if (queue == nullptr) throw DeviceError(ASSAY_INVALID, "the OpenCL queue is a null pointer");
  return opencl::adopt(static_cast<cl_command_queue>(queue), options);
}

std::unique_ptr<Accelerator> adopt_cuda(void* stream, const DeviceOptions& options) {
  return cuda::adopt(static_cast<cuda::CUstream>(stream), options);
}

MachineRecord describe_machine() {
  utsname system{};
  uname(&system);
  MachineRecord machine;
  auto& attributes = machine.attributes;
  attributes["cpu"] = cpu_model();
  attributes["cores"] = fmt::format("{}", sysconf(_SC_NPROCESSORS_ONLN));
  // Fewer than cores where the process is pinned: results then differ, so it counts as identity.
  attributes["threads"] = fmt::format("{}", usable_cpus().size());
  // Firmware keeps a little that varies from boot to boot; whole GiB do not.
  attributes["memory-gib"] =
      fmt::format("{:.0f}", std::ceil(static_cast<double>(memory_bytes()) / (1 << 30)));
  attributes["kernel"] = fmt::format("{} {}", system.sysname, system.release);
  if (const std::string name = distribution(); !name.empty()) attributes["os"] = name;
  for (const auto& device : discover()) {
    if (device.backend == "cpu") continue;
    attributes[device.id] = fmt::format("{}; {}", device.name, device.driver);
  }
  return machine;
}

}  // namespace assay::device
