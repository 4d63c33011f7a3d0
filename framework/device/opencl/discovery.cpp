#include "framework/device/opencl/discovery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <tuple>

#include "framework/device/siblings.hpp"

namespace assay::device::opencl {
namespace {

// Typed access to the properties that a device reports.
class DeviceQuery {
 public:
  DeviceQuery(const Api& api, cl_device_id device) : api_(api), device_(device) {}

  template <class T>
  [[nodiscard]] std::vector<T> numbers(cl_device_info key) const {
    return vector_info<T>(
        [&](std::size_t size, void* value, std::size_t* needed) {
          return api_.clGetDeviceInfo(device_, key, size, value, needed);
        },
        "asking an OpenCL device");
  }
  template <class T>
  [[nodiscard]] double number(cl_device_info key) const {
    return static_cast<double>(numbers<T>(key).at(0));
  }
  [[nodiscard]] std::string text(cl_device_info key) const { return text_of(numbers<char>(key)); }
  [[nodiscard]] bool flag(cl_device_info key) const { return number<cl_bool>(key) != 0; }

 private:
  const Api& api_;
  cl_device_id device_;
};

std::string platform_text(const Api& api, cl_platform_id platform, cl_platform_info key) {
  return text_info(
      [&](std::size_t size, void* value, std::size_t* needed) {
        return api.clGetPlatformInfo(platform, key, size, value, needed);
      },
      "asking an OpenCL platform");
}

bool usable(const DeviceQuery& device) {
  int major = 0;
  int minor = 0;
  const std::string version = device.text(CL_DEVICE_VERSION);  // "OpenCL 1.2 vendor's words"
  if (std::sscanf(version.c_str(), "OpenCL %d.%d", &major, &minor) != 2) return false;
  return std::pair(major, minor) >= std::pair(1, 2) && device.flag(CL_DEVICE_AVAILABLE) &&
         device.flag(CL_DEVICE_COMPILER_AVAILABLE);
}

bool has_word(const std::string& words, const std::string& word) {
  return (" " + words + " ").find(" " + word + " ") != std::string::npos;
}

// The OpenCL rows of the table in device.hpp.
std::map<std::string, double> facts_of(const DeviceQuery& device) {
  const std::string extensions = device.text(CL_DEVICE_EXTENSIONS);
  const bool has_double = has_word(extensions, "cl_khr_fp64");
  const double group = device.number<std::size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  std::map<std::string, double> facts = {
      {"max_threads", group},
      {"max_work_group_size", group},
      {"local_memory_bytes", device.number<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE)},
      {"global_memory_bytes", device.number<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE)},
      {"max_allocation_bytes", device.number<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE)},
      {"memory_alignment_bytes", device.number<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8},
      {"compute_units", device.number<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS)},
      {"global_cache_bytes", device.number<cl_ulong>(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE)},
      {"clock_mhz", device.number<cl_uint>(CL_DEVICE_MAX_CLOCK_FREQUENCY)},
      {"cache_line_bytes", device.number<cl_uint>(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE)},
      {"preferred_vector_float", device.number<cl_uint>(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT)},
      {"preferred_vector_double",
       has_double ? device.number<cl_uint>(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE) : 0},
      {"has_double", has_double ? 1 : 0},
      {"has_int64_atomics", has_word(extensions, "cl_khr_int64_base_atomics") ? 1 : 0},
  };
  const auto sizes = device.numbers<std::size_t>(CL_DEVICE_MAX_WORK_ITEM_SIZES);
  for (std::size_t k = 0; k < std::min<std::size_t>(sizes.size(), 3); ++k) {
    facts[fmt::format("max_work_item_{}", k)] = static_cast<double>(sizes[k]);
  }
  return facts;
}

DeviceDescription describe(const Api& api, cl_platform_id platform, const DeviceQuery& device) {
  const cl_device_type type = device.numbers<cl_device_type>(CL_DEVICE_TYPE).at(0);
  return {.id = "",
          .backend = "opencl",
          .name = device.text(CL_DEVICE_NAME),
          .driver = fmt::format("{}, {}, driver {}", platform_text(api, platform, CL_PLATFORM_NAME),
                                platform_text(api, platform, CL_PLATFORM_VERSION),
                                device.text(CL_DRIVER_VERSION)),
          .on_host_cores = (type & CL_DEVICE_TYPE_CPU) != 0,
          .facts = facts_of(device)};
}

std::vector<cl_platform_id> platforms_of(const Api& api) {
  cl_uint count = 0;
  // With no platform the loader returns an error of its own (CL_PLATFORM_NOT_FOUND_KHR).
  if (api.clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0) return {};
  std::vector<cl_platform_id> platforms(count);
  check(api.clGetPlatformIDs(count, platforms.data(), nullptr), "listing the OpenCL platforms");
  return platforms;
}

std::vector<cl_device_id> devices_of(const Api& api, cl_platform_id platform) {
  cl_uint count = 0;
  // A platform without a device (a driver without its card) returns CL_DEVICE_NOT_FOUND or worse;
  // that must not hide the other platforms.
  const auto all = CL_DEVICE_TYPE_ALL;
  if (api.clGetDeviceIDs(platform, all, 0, nullptr, &count) != CL_SUCCESS || count == 0) return {};
  std::vector<cl_device_id> devices(count);
  check(api.clGetDeviceIDs(platform, all, count, devices.data(), nullptr),
        "listing the devices of an OpenCL platform");
  return devices;
}

}  // namespace

std::vector<FoundDevice> find_devices(const Api& api) {
  std::vector<FoundDevice> found;
  for (cl_platform_id platform : platforms_of(api)) {
    for (cl_device_id device : devices_of(api, platform)) {
      const DeviceQuery query(api, device);
      if (usable(query)) found.push_back({platform, device, describe(api, platform, query)});
    }
  }
  // The loader lists platforms in the order in which it finds their files, which may change.
  const auto rank = [](const FoundDevice& f) {
    return std::tie(f.description.on_host_cores, f.description.driver);
  };
  std::stable_sort(found.begin(), found.end(),
                   [&](const FoundDevice& a, const FoundDevice& b) { return rank(a) < rank(b); });
  for (std::size_t k = 0; k < found.size(); ++k) {
    found[k].description.id = fmt::format("opencl:{}", k);
  }
  count_siblings(found);
  return found;
}

std::string unavailable_reason() {
  try {
    if (!find_devices(load_api()).empty()) return "";
    return "the OpenCL loader is there, but no platform offers a device of OpenCL 1.2 or newer; "
           "install a driver (for the CPU on Debian and Ubuntu: pocl-opencl-icd) and look at "
           "/etc/OpenCL/vendors for its .icd file";
  } catch (const DeviceError& error) {
    return error.what();
  }
}

}  // namespace assay::device::opencl
