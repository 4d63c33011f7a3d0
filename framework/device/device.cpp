#include "framework/device/device.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "framework/core/error.hpp"
#include "framework/device/cpu/cpu_device.hpp"
#include "framework/device/cuda/compile_only.hpp"
#include "framework/device/cuda/cuda_device.hpp"
#include "framework/device/opencl/discovery.hpp"
#include "framework/device/opencl/opencl_device.hpp"
#include "framework/device/siblings.hpp"

// A new backend needs a folder next to cpu/, cuda/ and opencl/, and its lines in this file.
namespace assay::device {

namespace {

// The caller's memory as it is, for a device that copies from any memory equally fast.
class NoLock : public HostMemory {
 public:
  explicit NoLock(void* memory) : memory_(memory) {}
  [[nodiscard]] void* data() const override { return memory_; }

 private:
  void* memory_;
};

[[noreturn]] void refuse_graphs(const Device& device) {
  throw DeviceError(ASSAY_UNSUPPORTED,
                    fmt::format("{} does not support graphs: enqueue the work each time",
                                device.description().id));
}

[[noreturn]] void refuse_handles(const Device& device) {
  throw DeviceError(ASSAY_UNSUPPORTED,
                    fmt::format("{} has no native handles of its buffers and queues, so vendors' "
                                "libraries cannot work on them",
                                device.description().id));
}

}  // namespace

std::unique_ptr<HostMemory> Device::lock_host_memory(void* memory, std::size_t /*bytes*/) {
  return std::make_unique<NoLock>(memory);
}

Device& Device::sibling(std::size_t number) {
  if (number == 0) return *this;
  const auto known = siblings_.find(number);
  if (known != siblings_.end()) return *known->second;
  return *siblings_.emplace(number, open_sibling(number)).first->second;
}

std::unique_ptr<Device> Device::open_sibling(std::size_t number) {
  throw no_sibling(description(), number);
}

std::string Device::fault() const {
  std::string fault = own_fault();
  for (const auto& [_, each] : siblings_) {
    if (fault.empty()) fault = each->fault();
  }
  return fault;
}

void Device::begin_graph() { refuse_graphs(*this); }
std::unique_ptr<Graph> Device::end_graph() { refuse_graphs(*this); }
void Device::launch_graph(Queue* /*queue*/, Graph& /*graph*/) { refuse_graphs(*this); }

void* Device::native_buffer(Buffer& /*buffer*/) { refuse_handles(*this); }
void Device::native_work(Queue* /*queue*/, const std::function<void(void*)>& /*enqueue*/) {
  refuse_handles(*this);
}

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

}  // namespace assay::device
