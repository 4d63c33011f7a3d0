#include "framework/device/opencl/discovery.hpp"

#include <algorithm>
#include <cstring>

#include "tests/framework/device/support.hpp"

namespace assay::device::opencl {
namespace {

struct FakeDevice {
  std::string name;
  std::string version = "OpenCL 1.2 fake";
  cl_device_type type = CL_DEVICE_TYPE_GPU;
  bool available = true;
  bool has_compiler = true;
  std::string extensions = "cl_khr_fp64_lookalike";
};
struct FakePlatform {
  std::string name;
  std::vector<FakeDevice> devices;
};

std::vector<FakePlatform> world;

cl_int give(const void* value, std::size_t bytes, std::size_t size, void* target,
            std::size_t* needed) {
  if (needed != nullptr) *needed = bytes;
  if (target == nullptr) return CL_SUCCESS;
  if (size < bytes) return CL_INVALID_VALUE;
  std::memcpy(target, value, bytes);
  return CL_SUCCESS;
}
cl_int give(const std::string& text, std::size_t size, void* target, std::size_t* needed) {
  return give(text.c_str(), text.size() + 1, size, target, needed);
}
template <class T>
cl_int give(T value, std::size_t size, void* target, std::size_t* needed) {
  return give(&value, sizeof value, size, target, needed);
}

cl_int platform_ids(cl_uint count, cl_platform_id* ids, cl_uint* found) {
  if (found != nullptr) *found = static_cast<cl_uint>(world.size());
  for (cl_uint k = 0; ids != nullptr && k < count; ++k) {
    ids[k] = reinterpret_cast<cl_platform_id>(&world[k]);
  }
  return world.empty() ? -1001 : CL_SUCCESS;
}

cl_int platform_info(cl_platform_id id, cl_platform_info key, std::size_t size, void* target,
                     std::size_t* needed) {
  const auto& platform = *reinterpret_cast<FakePlatform*>(id);
  return give(key == CL_PLATFORM_NAME ? platform.name : "OpenCL 1.2", size, target, needed);
}

cl_int device_ids(cl_platform_id id, cl_device_type, cl_uint count, cl_device_id* ids,
                  cl_uint* found) {
  auto& devices = reinterpret_cast<FakePlatform*>(id)->devices;
  if (found != nullptr) *found = static_cast<cl_uint>(devices.size());
  for (cl_uint k = 0; ids != nullptr && k < count; ++k) {
    ids[k] = reinterpret_cast<cl_device_id>(&devices[k]);
  }
  return devices.empty() ? CL_DEVICE_NOT_FOUND : CL_SUCCESS;
}

cl_int device_info(cl_device_id id, cl_device_info key, std::size_t size, void* target,
                   std::size_t* needed) {
  const auto& device = *reinterpret_cast<FakeDevice*>(id);
  const std::size_t work_items[] = {1024, 512, 64};
  switch (key) {
    case CL_DEVICE_NAME:
      return give(device.name + "  ", size, target, needed);
    case CL_DEVICE_VERSION:
      return give(device.version, size, target, needed);
    case CL_DRIVER_VERSION:
      return give(std::string("7.1"), size, target, needed);
    case CL_DEVICE_EXTENSIONS:
      return give(device.extensions, size, target, needed);
    case CL_DEVICE_TYPE:
      return give(device.type, size, target, needed);
    case CL_DEVICE_AVAILABLE:
      return give<cl_bool>(device.available, size, target, needed);
    case CL_DEVICE_COMPILER_AVAILABLE:
      return give<cl_bool>(device.has_compiler, size, target, needed);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
      return give<std::size_t>(1024, size, target, needed);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
      return give(work_items, sizeof work_items, size, target, needed);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
      return give<cl_uint>(4096, size, target, needed);
    case CL_DEVICE_LOCAL_MEM_SIZE:
    case CL_DEVICE_GLOBAL_MEM_SIZE:
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
      return give<cl_ulong>(65536, size, target, needed);
    default:
      return give<cl_uint>(8, size, target, needed);
  }
}

Api fake_api(std::vector<FakePlatform> platforms) {
  world = std::move(platforms);
  Api api;
  api.clGetPlatformIDs = platform_ids;
  api.clGetPlatformInfo = platform_info;
  api.clGetDeviceIDs = device_ids;
  api.clGetDeviceInfo = device_info;
  return api;
}

std::vector<std::string> names_of(const std::vector<FoundDevice>& found) {
  std::vector<std::string> names;
  for (const auto& device : found) names.push_back(device.description.name);
  return names;
}

}  // namespace

TEST_CASE("ids do not depend on the order in which platforms are listed") {
  std::vector<FakePlatform> platforms = {
      {"Portable", {{.name = "pthread", .type = CL_DEVICE_TYPE_CPU}}},
      {"Zeta", {{.name = "z0"}, {.name = "z1"}}},
      {"Empty", {}},
      {"Alpha", {{.name = "a0"}, {.name = "a1", .type = CL_DEVICE_TYPE_ACCELERATOR}}}};
  const std::vector<std::string> expected = {"a0", "a1", "z0", "z1", "pthread"};
  for (int rotation = 0; rotation < 4; ++rotation) {
    std::rotate(platforms.begin(), platforms.begin() + 1, platforms.end());
    const auto found = find_devices(fake_api(platforms));
    CHECK(names_of(found) == expected);
    for (std::size_t k = 0; k < found.size(); ++k) {
      CHECK(found[k].description.id == "opencl:" + std::to_string(k));
      CHECK(found[k].description.on_host_cores == (found[k].description.name == "pthread"));
    }
  }
}

TEST_CASE("devices of one name and driver are counted") {
  const auto found = find_devices(
      fake_api({{"P", {{.name = "x"}, {.name = "y"}, {.name = "x"}}}, {"Q", {{.name = "x"}}}}));
  std::vector<double> counts;
  for (const auto& device : found) counts.push_back(device.description.facts.at("same_devices"));
  CHECK(counts == std::vector<double>{2, 1, 2, 1});
}

TEST_CASE("devices that cannot serve are left out") {
  const auto found = find_devices(fake_api({{"P",
                                             {{.name = "1.1", .version = "OpenCL 1.1 old"},
                                              {.name = "1.2"},
                                              {.name = "3.0", .version = "OpenCL 3.0 new"},
                                              {.name = "1.10", .version = "OpenCL 1.10 odd"},
                                              {.name = "nonsense", .version = "CL2"},
                                              {.name = "away", .available = false},
                                              {.name = "mute", .has_compiler = false}}}}));
  CHECK(names_of(found) == std::vector<std::string>{"1.2", "3.0", "1.10"});
}

TEST_CASE("a loader without platforms has no devices") {
  CHECK(find_devices(fake_api({})).empty());
}

TEST_CASE("facts are in the units that the table promises") {
  const auto found = find_devices(
      fake_api({{"P", {{.name = "single"}, {.name = "double", .extensions = "a cl_khr_fp64 b"}}}}));
  REQUIRE(found.size() == 2);
  const auto& single = found[0].description.facts;
  const auto& both = found[1].description.facts;
  CHECK(single.at("has_double") == 0);
  CHECK(single.at("preferred_vector_double") == 0);
  CHECK(both.at("has_double") == 1);
  CHECK(both.at("preferred_vector_double") == 8);
  CHECK(single.at("memory_alignment_bytes") == 512);
  CHECK(single.at("max_threads") == single.at("max_work_group_size"));
  CHECK(single.at("max_work_item_2") == 64);
  CHECK_THAT(found[0].description.driver, contains("driver 7.1"));
}

TEST_CASE("error codes have names") {
  CHECK(error_name(CL_OUT_OF_RESOURCES) == "CL_OUT_OF_RESOURCES");
  CHECK(error_name(CL_BUILD_PROGRAM_FAILURE) == "CL_BUILD_PROGRAM_FAILURE");
  CHECK(error_name(-1234) == "OpenCL error -1234");
  CHECK(test::error_of([] { check(CL_MEM_OBJECT_ALLOCATION_FAILURE, "x"); }).status() ==
        ASSAY_OUT_OF_MEMORY);
  CHECK(test::error_of([] { check(CL_INVALID_VALUE, "x"); }).status() == ASSAY_DEVICE_ERROR);
  CHECK_NOTHROW(check(CL_SUCCESS, "x"));
}

}  // namespace assay::device::opencl
