#include "framework/device/cuda/nvml.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>
#include <vector>

#include "framework/device/cuda/shared_library.hpp"

namespace assay::device::cuda {
namespace {

constexpr unsigned long long power_cap = 0x04;

// The number that `ask(&number)` writes, times `unit`; absent if `ask` returns an error code, since
// the device does not report it.
template <class Number, class Ask>
std::optional<double> number(Number value, double unit, Ask&& ask) {
  if (ask(&value) != NVML_SUCCESS) return std::nullopt;
  return static_cast<double>(value) * unit;
}

}  // namespace

Nvml load_nvml() {
  const auto library = SharedLibrary::open(variable_or("ASSAY_NVML_LIBRARY", "libnvidia-ml.so.1"));
  if (!library) {
    throw DeviceError(ASSAY_UNSUPPORTED,
                      fmt::format("no NVML: {}; it comes with NVIDIA's driver (containers need its "
                                  "\"utility\" capability), or name it in ASSAY_NVML_LIBRARY",
                                  library.error()));
  }
  Nvml nvml;
#define ASSAY_NVML_FIND(result, name, symbol, parameters)                                        \
  if (!library.find(symbol, nvml.name)) {                                                        \
    throw DeviceError(ASSAY_UNSUPPORTED, fmt::format("{} has no function {}: a newer driver is " \
                                                     "needed",                                   \
                                                     library.path(), symbol));                   \
  }
  ASSAY_NVML_FUNCTIONS(ASSAY_NVML_FIND)
#undef ASSAY_NVML_FIND
#define ASSAY_NVML_LOOK(result, name, symbol, parameters) library.find(symbol, nvml.name);
  ASSAY_NVML_LIMIT_FUNCTIONS(ASSAY_NVML_LOOK)
#undef ASSAY_NVML_LOOK
  if (const nvmlReturn_t code = nvml.nvmlInit(); code != NVML_SUCCESS) {
    throw DeviceError(ASSAY_UNSUPPORTED, fmt::format("NVML does not start: {}; is NVIDIA's kernel "
                                                     "module loaded, in the library's version?",
                                                     nvml.nvmlErrorString(code)));
  }
  return nvml;
}

std::string driver_version(const Nvml& nvml) {
  std::array<char, 96> text{};
  const auto size = static_cast<unsigned>(text.size() - 1);
  return nvml.nvmlSystemGetDriverVersion(text.data(), size) == NVML_SUCCESS ? text.data() : "";
}

std::optional<Monitor> Monitor::open(const Nvml& nvml, const std::string& pci_bus_id) {
  nvmlDevice_t device = nullptr;
  if (nvml.nvmlDeviceGetHandleByPciBusId(pci_bus_id.c_str(), &device) != NVML_SUCCESS) {
    return std::nullopt;
  }
  return Monitor(nvml, device);
}

DeviceState Monitor::read(bool capped) const {
  const auto clock = [&](int which) {
    return number(0U, 1,
                  [&](unsigned* mhz) { return nvml_.nvmlDeviceGetClockInfo(device_, which, mhz); });
  };
  unsigned long long reasons = 0;
  if (nvml_.nvmlDeviceGetCurrentClocksThrottleReasons(device_, &reasons) != NVML_SUCCESS) {
    reasons = 0;
  }
  if (capped) reasons &= ~power_cap;
  return {.clock_mhz = clock(NVML_CLOCK_SM),
          .memory_clock_mhz = clock(NVML_CLOCK_MEM),
          .power_watts = number(0U, 1e-3,
                                [&](unsigned* milliwatts) {
                                  return nvml_.nvmlDeviceGetPowerUsage(device_, milliwatts);
                                }),
          .temperature_celsius = number(0U, 1,
                                        [&](unsigned* degrees) {
                                          return nvml_.nvmlDeviceGetTemperature(
                                              device_, NVML_TEMPERATURE_GPU, degrees);
                                        }),
          .throttle_reasons = throttle_text(reasons)};
}

std::optional<double> Monitor::energy_joules() const {
  return number(0ULL, 1e-3, [&](unsigned long long* millijoules) {
    return nvml_.nvmlDeviceGetTotalEnergyConsumption(device_, millijoules);
  });
}

std::string throttle_text(unsigned long long reasons) {
  static constexpr std::array<std::pair<unsigned long long, const char*>, 6> harmful = {{
      {power_cap, "power cap"},
      {0x08, "hardware slowdown"},
      {0x10, "clocks kept equal with other GPUs"},
      {0x20, "heat (software)"},
      {0x40, "heat (hardware)"},
      {0x80, "power brake"},
  }};
  std::vector<const char*> texts;
  for (const auto& [bit, text] : harmful) {
    if ((reasons & bit) != 0) texts.push_back(text);
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace assay::device::cuda
