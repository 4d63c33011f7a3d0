#include "framework/device/opencl/api.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <utility>

namespace assay::device::opencl {
namespace {

template <class Function>
void find_function(void* library, const char* name, const char* path, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function != nullptr) return;
  throw DeviceError(
      ASSAY_UNSUPPORTED,
      fmt::format("{} has no function {}: OpenCL 1.2 or newer is needed", path, name));
}

}  // namespace

Api load_api() {
  const char* variable = std::getenv("ASSAY_OPENCL_LIBRARY");
  const char* path = variable != nullptr && *variable != '\0' ? variable : "libOpenCL.so.1";
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw DeviceError(ASSAY_UNSUPPORTED,
                      fmt::format("no OpenCL: {}; install an OpenCL loader (Debian, Ubuntu: "
                                  "ocl-icd-libopencl1), or name one in ASSAY_OPENCL_LIBRARY",
                                  dlerror()));
  }
  Api api;
#define ASSAY_OPENCL_FIND(name) find_function(library, #name, path, api.name);
  ASSAY_OPENCL_FUNCTIONS(ASSAY_OPENCL_FIND)
#undef ASSAY_OPENCL_FIND
  return api;
}

std::string error_name(cl_int code) {
#define ASSAY_OPENCL_ERROR(name) \
  std::pair<cl_int, const char*> { name, #name }
  static constexpr std::array names = {
      ASSAY_OPENCL_ERROR(CL_DEVICE_NOT_FOUND),
      ASSAY_OPENCL_ERROR(CL_DEVICE_NOT_AVAILABLE),
      ASSAY_OPENCL_ERROR(CL_COMPILER_NOT_AVAILABLE),
      ASSAY_OPENCL_ERROR(CL_MEM_OBJECT_ALLOCATION_FAILURE),
      ASSAY_OPENCL_ERROR(CL_OUT_OF_RESOURCES),
      ASSAY_OPENCL_ERROR(CL_OUT_OF_HOST_MEMORY),
      ASSAY_OPENCL_ERROR(CL_PROFILING_INFO_NOT_AVAILABLE),
      ASSAY_OPENCL_ERROR(CL_MEM_COPY_OVERLAP),
      ASSAY_OPENCL_ERROR(CL_BUILD_PROGRAM_FAILURE),
      ASSAY_OPENCL_ERROR(CL_MAP_FAILURE),
      ASSAY_OPENCL_ERROR(CL_MISALIGNED_SUB_BUFFER_OFFSET),
      ASSAY_OPENCL_ERROR(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
      ASSAY_OPENCL_ERROR(CL_COMPILE_PROGRAM_FAILURE),
      ASSAY_OPENCL_ERROR(CL_LINKER_NOT_AVAILABLE),
      ASSAY_OPENCL_ERROR(CL_LINK_PROGRAM_FAILURE),
      ASSAY_OPENCL_ERROR(CL_KERNEL_ARG_INFO_NOT_AVAILABLE),
      ASSAY_OPENCL_ERROR(CL_INVALID_VALUE),
      ASSAY_OPENCL_ERROR(CL_INVALID_DEVICE_TYPE),
      ASSAY_OPENCL_ERROR(CL_INVALID_PLATFORM),
      ASSAY_OPENCL_ERROR(CL_INVALID_DEVICE),
      ASSAY_OPENCL_ERROR(CL_INVALID_CONTEXT),
      ASSAY_OPENCL_ERROR(CL_INVALID_QUEUE_PROPERTIES),
      ASSAY_OPENCL_ERROR(CL_INVALID_COMMAND_QUEUE),
      ASSAY_OPENCL_ERROR(CL_INVALID_HOST_PTR),
      ASSAY_OPENCL_ERROR(CL_INVALID_MEM_OBJECT),
      ASSAY_OPENCL_ERROR(CL_INVALID_BINARY),
      ASSAY_OPENCL_ERROR(CL_INVALID_BUILD_OPTIONS),
      ASSAY_OPENCL_ERROR(CL_INVALID_PROGRAM),
      ASSAY_OPENCL_ERROR(CL_INVALID_PROGRAM_EXECUTABLE),
      ASSAY_OPENCL_ERROR(CL_INVALID_KERNEL_NAME),
      ASSAY_OPENCL_ERROR(CL_INVALID_KERNEL_DEFINITION),
      ASSAY_OPENCL_ERROR(CL_INVALID_KERNEL),
      ASSAY_OPENCL_ERROR(CL_INVALID_ARG_INDEX),
      ASSAY_OPENCL_ERROR(CL_INVALID_ARG_VALUE),
      ASSAY_OPENCL_ERROR(CL_INVALID_ARG_SIZE),
      ASSAY_OPENCL_ERROR(CL_INVALID_KERNEL_ARGS),
      ASSAY_OPENCL_ERROR(CL_INVALID_WORK_DIMENSION),
      ASSAY_OPENCL_ERROR(CL_INVALID_WORK_GROUP_SIZE),
      ASSAY_OPENCL_ERROR(CL_INVALID_WORK_ITEM_SIZE),
      ASSAY_OPENCL_ERROR(CL_INVALID_GLOBAL_OFFSET),
      ASSAY_OPENCL_ERROR(CL_INVALID_EVENT_WAIT_LIST),
      ASSAY_OPENCL_ERROR(CL_INVALID_EVENT),
      ASSAY_OPENCL_ERROR(CL_INVALID_OPERATION),
      ASSAY_OPENCL_ERROR(CL_INVALID_BUFFER_SIZE),
      ASSAY_OPENCL_ERROR(CL_INVALID_GLOBAL_WORK_SIZE),
      ASSAY_OPENCL_ERROR(CL_INVALID_PROPERTY),
      ASSAY_OPENCL_ERROR(CL_INVALID_COMPILER_OPTIONS),
      ASSAY_OPENCL_ERROR(CL_INVALID_LINKER_OPTIONS),
  };
#undef ASSAY_OPENCL_ERROR
  for (const auto& [value, name] : names) {
    if (value == code) return name;
  }
  return fmt::format("OpenCL error {}", code);
}

void check(cl_int code, std::string_view what) {
  if (code == CL_SUCCESS) return;
  // CL_OUT_OF_RESOURCES does not count as lack of memory: drivers report a faulting kernel that
  // way.
  const bool memory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY;
  throw DeviceError(memory ? ASSAY_OUT_OF_MEMORY : ASSAY_DEVICE_ERROR,
                    fmt::format("{}: {}", what, error_name(code)));
}

std::string text_of(const std::vector<char>& characters) {
  std::string text(characters.begin(), characters.end());
  text.resize(text.find_last_not_of(std::string_view("\0 \n", 3)) + 1);
  return text;
}

}  // namespace assay::device::opencl
