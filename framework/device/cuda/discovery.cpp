#include "framework/device/cuda/discovery.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "framework/device/siblings.hpp"

namespace assay::device::cuda {
namespace {

class DeviceQuery {
 public:
  DeviceQuery(const Driver& driver, CUdevice device) : driver_(driver), device_(device) {}

  [[nodiscard]] int integer(int attribute) const {
    int value = 0;
    check(driver_,
          driver_.cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(attribute), device_),
          "asking a CUDA device");
    return value;
  }
  [[nodiscard]] double number(int attribute) const { return integer(attribute); }
  [[nodiscard]] double memory_bytes() const {
    std::size_t bytes = 0;
    check(driver_, driver_.cuDeviceTotalMem(&bytes, device_), "asking a CUDA device");
    return static_cast<double>(bytes);
  }
  [[nodiscard]] std::string name() const {
    std::array<char, 256> text{};
    check(driver_, driver_.cuDeviceGetName(text.data(), static_cast<int>(text.size()) - 1, device_),
          "asking a CUDA device");
    return text.data();
  }

 private:
  const Driver& driver_;
  CUdevice device_;
};

// The CUDA rows of the table in device.hpp.
std::map<std::string, double> facts_of(const DeviceQuery& device) {
  const double threads = device.number(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  const double memory = device.memory_bytes();
  std::map<std::string, double> facts = {
      {"max_threads", threads},
      {"max_work_group_size", threads},
      {"local_memory_bytes", device.number(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)},
      {"global_memory_bytes", memory},
      {"max_allocation_bytes", memory},
      {"memory_alignment_bytes", 256},
      {"compute_units", device.number(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)},
      {"clock_mhz", device.number(CU_DEVICE_ATTRIBUTE_CLOCK_RATE) / 1000},
      {"preferred_vector_float", 1},
      {"preferred_vector_double", 1},
      {"has_double", 1},
      {"has_int64_atomics", 1},
      {"cache_line_bytes", 128},
      {"compute_capability", 10 * device.number(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
                                 device.number(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)},
      {"warp_size", device.number(CU_DEVICE_ATTRIBUTE_WARP_SIZE)},
      {"registers_per_block", device.number(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK)},
      {"max_threads_per_multiprocessor",
       device.number(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR)},
      {"shared_memory_per_multiprocessor",
       device.number(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)},
      {"l2_bytes", device.number(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)},
      {"copy_engines", device.number(CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT)},
  };
  for (int k = 0; k < 3; ++k) {
    facts[fmt::format("max_work_item_{}", k)] =
        device.number(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + k);
    facts[fmt::format("max_grid_{}", k)] = device.number(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + k);
  }
  return facts;
}

std::string cure_for(CUresult code) {
  switch (code) {
    case CUDA_ERROR_NO_DEVICE:
      return "the driver is installed, but sees no device: is the GPU visible (nvidia-smi -L, "
             "CUDA_VISIBLE_DEVICES, the container's devices)?";
    case CUDA_ERROR_STUB_LIBRARY:
      return "the loader finds the toolkit's stub before the driver: remove the stub's folder from "
             "LD_LIBRARY_PATH";
    case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
      return "the kernel module and libcuda have different versions: reboot, or install matching "
             "ones";
    default:
      return "does nvidia-smi work?";
  }
}

}  // namespace

std::vector<FoundDevice> find_devices(const Driver& driver, const std::string& versions) {
  int count = 0;
  CUresult code = driver.cuInit(0);
  if (code == CUDA_SUCCESS) code = driver.cuDeviceGetCount(&count);
  if (code == CUDA_SUCCESS && count == 0) code = CUDA_ERROR_NO_DEVICE;
  if (code != CUDA_SUCCESS) {
    throw DeviceError(ASSAY_UNSUPPORTED, fmt::format("no CUDA device: {}; {}",
                                                     error_text(driver, code), cure_for(code)));
  }
  std::vector<FoundDevice> found;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    CUdevice device = 0;
    check(driver, driver.cuDeviceGet(&device, ordinal), "listing the CUDA devices");
    const DeviceQuery query(driver, device);
    found.push_back({device,
                     {.id = fmt::format("cuda:{}", ordinal),
                      .backend = "cuda",
                      .name = query.name(),
                      .driver = versions,
                      .on_host_cores = false,
                      .facts = facts_of(query)}});
  }
  count_siblings(found);
  return found;
}

std::string cuda_version(const Driver& driver) {
  int version = 0;
  if (driver.cuDriverGetVersion(&version) != CUDA_SUCCESS) return "CUDA";
  return fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10);
}

int cuda_major(const Driver& driver) {
  int version = 0;
  return driver.cuDriverGetVersion(&version) == CUDA_SUCCESS ? version / 1000 : 0;
}

std::string pci_bus_id(const Driver& driver, CUdevice device) {
  std::array<char, 64> text{};
  const int size = static_cast<int>(text.size()) - 1;
  return driver.cuDeviceGetPCIBusId(text.data(), size, device) == CUDA_SUCCESS ? text.data() : "";
}

}  // namespace assay::device::cuda
