// An NVML library for tests, of one GPU that does not exist: memory clocks of 2619 and 3201 MHz,
// graphics clocks of 300 to 1980 MHz in steps of 15 (to 1500 MHz at the lower memory clock), 200 to
// 700 W, of which 650 are the limit. What is set goes to the file $FAKE_NVML_JOURNAL, a line each.
// With $FAKE_NVML_REFUSES, nobody has the rights to set anything.
#include <cstdio>
#include <cstdlib>

namespace {

enum : int { success = 0, invalid = 2, unsupported = 3, no_rights = 4, too_small = 7 };
using Device = void*;

unsigned power_limit = 650'000;

// Notes a change, with a single write, and says whether it may be made.
int change(const char* what, unsigned value) {
  if (std::getenv("FAKE_NVML_REFUSES") != nullptr) return no_rights;
  const char* name = std::getenv("FAKE_NVML_JOURNAL");
  std::FILE* journal = name == nullptr ? nullptr : std::fopen(name, "a");
  if (journal == nullptr) return invalid;
  std::fprintf(journal, value == 0 ? "%s\n" : "%s %u\n", what, value);
  std::fclose(journal);
  return success;
}

int list(unsigned first, unsigned last, unsigned step, unsigned* count, unsigned* clocks) {
  const unsigned size = (last - first) / step + 1;
  const bool room = clocks != nullptr && *count >= size;
  *count = size;
  for (unsigned k = 0; room && k < size; ++k) clocks[k] = last - k * step;
  return room ? success : too_small;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int nvmlInit_v2() { return success; }
const char* nvmlErrorString(int) { return "what the fake says"; }
int nvmlSystemGetDriverVersion(char* text, unsigned size) {
  std::snprintf(text, size, "580.1");
  return success;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* id, Device* device) {
  static int gpu = 0;
  *device = &gpu;
  return id[0] == '0' ? success : invalid;
}
int nvmlDeviceGetClockInfo(Device, int, unsigned*) { return unsupported; }
int nvmlDeviceGetPowerUsage(Device, unsigned*) { return unsupported; }
int nvmlDeviceGetTemperature(Device, int, unsigned*) { return unsupported; }
int nvmlDeviceGetCurrentClocksThrottleReasons(Device, unsigned long long*) { return unsupported; }
int nvmlDeviceGetTotalEnergyConsumption(Device, unsigned long long*) { return unsupported; }

int nvmlDeviceGetSupportedMemoryClocks(Device, unsigned* count, unsigned* clocks) {
  return list(2619, 3201, 582, count, clocks);
}
int nvmlDeviceGetSupportedGraphicsClocks(Device, unsigned memory, unsigned* count,
                                         unsigned* clocks) {
  return list(300, memory == 3201 ? 1980 : 1500, 15, count, clocks);
}
int nvmlDeviceGetPowerManagementLimitConstraints(Device, unsigned* least, unsigned* most) {
  *least = 200'000;
  *most = 700'000;
  return success;
}
int nvmlDeviceGetPowerManagementLimit(Device, unsigned* limit) {
  *limit = power_limit;
  return success;
}
int nvmlDeviceGetPowerManagementDefaultLimit(Device, unsigned* limit) {
  *limit = 700'000;
  return success;
}
int nvmlDeviceSetPowerManagementLimit(Device, unsigned milliwatts) {
  const int code = change("power", milliwatts);
  if (code == success) power_limit = milliwatts;
  return code;
}
int nvmlDeviceSetGpuLockedClocks(Device, unsigned least, unsigned most) {
  return least == most ? change("graphics", least) : invalid;
}
int nvmlDeviceResetGpuLockedClocks(Device) { return change("graphics reset", 0); }
int nvmlDeviceSetMemoryLockedClocks(Device, unsigned least, unsigned most) {
  return least == most ? change("memory", least) : invalid;
}
int nvmlDeviceResetMemoryLockedClocks(Device) { return change("memory reset", 0); }

}  // extern "C"
#pragma GCC visibility pop
