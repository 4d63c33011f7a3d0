#include "framework/device/cuda/limited_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <thread>
#include <utility>

namespace assay::device::cuda {
namespace {

// The clocks that `ask(&count, clocks)` writes, the lowest first; none if NVML does not tell.
template <class Ask>
std::vector<unsigned> clocks(const Ask& ask) {
  unsigned count = 0;
  if (const auto code = ask(&count, nullptr);
      code != NVML_ERROR_INSUFFICIENT_SIZE && code != NVML_SUCCESS) {
    return {};
  }
  std::vector<unsigned> found(count);
  if (count == 0 || ask(&count, found.data()) != NVML_SUCCESS) return {};
  found.resize(std::min<std::size_t>(count, found.size()));
  std::ranges::sort(found);
  return found;
}

// The watts that `ask(&milliwatts)` writes.
template <class Ask>
std::optional<double> watts(const Ask& ask) {
  unsigned milliwatts = 0;
  if (ask(&milliwatts) != NVML_SUCCESS) return std::nullopt;
  return milliwatts * 1e-3;
}

// Whether the process has CAP_SYS_ADMIN, which the driver asks for.
bool is_administrator() {
  constexpr unsigned system_administration = 21;
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    if (word != "CapEff:") continue;
    std::uint64_t capabilities = 0;
    status >> std::hex >> capabilities;
    return (capabilities >> system_administration & 1U) != 0;
  }
  return false;
}

[[noreturn]] void refuse(const std::string& message) {
  throw DeviceError(ASSAY_UNSUPPORTED, message);
}

// Fails unless the device has the clock, and says which ones it has next to it.
void require_clock(const char* kind, double mhz, const std::vector<unsigned>& supported) {
  if (!(mhz >= 1 && mhz < 1e6) || std::floor(mhz) != mhz) {
    refuse(fmt::format("a {} clock of {} MHz: it is a whole number of MHz", kind, mhz));
  }
  const auto wanted = static_cast<unsigned>(mhz);
  if (supported.empty() || std::ranges::binary_search(supported, wanted)) return;
  const auto above = std::ranges::upper_bound(supported, wanted);
  std::string near;
  if (above != supported.begin()) near = fmt::format("{}", *std::prev(above));
  if (above != supported.end()) near += fmt::format("{}{}", near.empty() ? "" : " and ", *above);
  refuse(
      fmt::format("the device has no {} clock of {} MHz: next to it is {}, of {} from {} to {} "
                  "(`assay doctor` shows them)",
                  kind, wanted, near, supported.size(), supported.front(), supported.back()));
}

}  // namespace

std::optional<LimitedDevice> LimitedDevice::open(const Nvml& nvml, const std::string& pci_bus_id) {
  nvmlDevice_t device = nullptr;
  if (nvml.nvmlDeviceGetHandleByPciBusId(pci_bus_id.c_str(), &device) != NVML_SUCCESS) {
    return std::nullopt;
  }
  return LimitedDevice(nvml, device);
}

LimitedDevice::LimitedDevice(LimitedDevice&& other) noexcept
    : nvml_(other.nvml_),
      device_(other.device_),
      graphics_locked_(std::exchange(other.graphics_locked_, false)),
      memory_locked_(std::exchange(other.memory_locked_, std::nullopt)),
      power_before_(std::exchange(other.power_before_, std::nullopt)) {}

std::vector<unsigned> LimitedDevice::memory_clocks() const {
  if (nvml_.nvmlDeviceGetSupportedMemoryClocks == nullptr) return {};
  return clocks([&](unsigned* count, unsigned* found) {
    return nvml_.nvmlDeviceGetSupportedMemoryClocks(device_, count, found);
  });
}

std::vector<unsigned> LimitedDevice::graphics_clocks(unsigned memory_clock) const {
  if (nvml_.nvmlDeviceGetSupportedGraphicsClocks == nullptr) return {};
  return clocks([&](unsigned* count, unsigned* found) {
    return nvml_.nvmlDeviceGetSupportedGraphicsClocks(device_, memory_clock, count, found);
  });
}

LimitRanges LimitedDevice::ranges() const {
  LimitRanges ranges;
  ranges.memory_clocks = memory_clocks();
  if (!ranges.memory_clocks.empty()) {
    ranges.graphics_clocks = graphics_clocks(ranges.memory_clocks.back());
  }
  unsigned least = 0;
  unsigned most = 0;
  const auto constraints = nvml_.nvmlDeviceGetPowerManagementLimitConstraints;
  if (constraints != nullptr && constraints(device_, &least, &most) == NVML_SUCCESS) {
    ranges.least_watts = least * 1e-3;
    ranges.most_watts = most * 1e-3;
  }
  const auto watts_by = [&](auto function) {
    return function == nullptr ? std::nullopt
                               : watts([&](unsigned* found) { return function(device_, found); });
  };
  ranges.watts = watts_by(nvml_.nvmlDeviceGetPowerManagementLimit);
  ranges.default_watts = watts_by(nvml_.nvmlDeviceGetPowerManagementDefaultLimit);
  ranges.may_be_set = is_administrator();
  return ranges;
}

namespace {

// Calls a function of NVML that limits something; `what` completes "limiting the ...".
template <class Function, class... Values>
void set(const Nvml& nvml, const char* what, Function function, Values... values) {
  const nvmlReturn_t code =
      function == nullptr ? nvmlReturn_t{NVML_ERROR_NOT_SUPPORTED} : function(values...);
  if (code == NVML_SUCCESS) return;
  if (code == NVML_ERROR_NO_PERMISSION) {
    refuse(
        fmt::format("limiting the {} takes rights that this process lacks: run assay as root, "
                    "in a container with the capability SYS_ADMIN, and repeat what failed "
                    "with --retry-failed",
                    what));
  }
  if (code == NVML_ERROR_NOT_SUPPORTED || function == nullptr) {
    refuse(fmt::format("the device or its driver cannot limit the {}: leave that limit out", what));
  }
  refuse(fmt::format("limiting the {} failed: {}", what, nvml.nvmlErrorString(code)));
}

}  // namespace

void LimitedDevice::limit(assay_limit what, double value) {
  switch (what) {
    case ASSAY_LIMIT_GRAPHICS_CLOCK:
      return limit_graphics_clock(value);
    case ASSAY_LIMIT_MEMORY_CLOCK:
      return limit_memory_clock(value);
    case ASSAY_LIMIT_POWER:
      return limit_power(value);
  }
}

void LimitedDevice::limit_graphics_clock(double mhz) {
  const auto memory = memory_clocks();
  const unsigned beside = memory_locked_.value_or(memory.empty() ? 0 : memory.back());
  require_clock("graphics", mhz, graphics_clocks(beside));
  const auto clock = static_cast<unsigned>(mhz);
  set(nvml_, "graphics clock", nvml_.nvmlDeviceSetGpuLockedClocks, device_, clock, clock);
  graphics_locked_ = true;
  await_clock(NVML_CLOCK_SM, clock);
}

void LimitedDevice::limit_memory_clock(double mhz) {
  require_clock("memory", mhz, memory_clocks());
  const auto clock = static_cast<unsigned>(mhz);
  set(nvml_, "memory clock", nvml_.nvmlDeviceSetMemoryLockedClocks, device_, clock, clock);
  memory_locked_ = clock;
  await_clock(NVML_CLOCK_MEM, clock);
}

void LimitedDevice::await_clock(int which, unsigned mhz) const {
  constexpr int looks = 50;
  for (int k = 0; k < looks; ++k) {
    unsigned now = 0;
    if (nvml_.nvmlDeviceGetClockInfo(device_, which, &now) != NVML_SUCCESS || now == mhz) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

void LimitedDevice::limit_power(double watts) {
  const LimitRanges known = ranges();
  if (!known.watts) refuse("the device does not tell the limit of its power: leave that limit out");
  const double least = known.least_watts.value_or(0);
  const double most = known.most_watts.value_or(1e6);
  if (!(watts >= least && watts <= most)) {
    refuse(fmt::format("a power of {} W: the device allows {} to {} W", watts, least, most));
  }
  const auto milliwatts = [](double value) {
    return static_cast<unsigned>(std::lround(value * 1e3));
  };
  set(nvml_, "power", nvml_.nvmlDeviceSetPowerManagementLimit, device_, milliwatts(watts));
  if (!power_before_) power_before_ = milliwatts(*known.watts);
}

void LimitedDevice::put_back() noexcept {
  const auto report = [&](nvmlReturn_t code, const char* what, const char* cure) {
    if (code == NVML_SUCCESS) return;
    std::fprintf(stderr, "warning: the %s is still limited (%s): `%s` takes the limit away\n", what,
                 nvml_.nvmlErrorString(code), cure);
  };
  if (power_before_) {
    report(nvml_.nvmlDeviceSetPowerManagementLimit(device_, *power_before_), "power",
           "nvidia-smi -pl WATTS");
    power_before_.reset();
  }
  if (std::exchange(graphics_locked_, false)) {
    report(nvml_.nvmlDeviceResetGpuLockedClocks(device_), "graphics clock", "nvidia-smi -rgc");
  }
  if (memory_locked_) {
    report(nvml_.nvmlDeviceResetMemoryLockedClocks(device_), "memory clock", "nvidia-smi -rmc");
    memory_locked_.reset();
  }
}

}  // namespace assay::device::cuda
