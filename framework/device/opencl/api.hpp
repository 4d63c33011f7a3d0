// OpenCL 1.2, opened at run time: one build serves machines with and without it.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "assay/plugin.h"
#include "framework/device/device_error.hpp"

namespace assay::device::opencl {

#define ASSAY_OPENCL_FUNCTIONS(X) \
  X(clGetPlatformIDs)             \
  X(clGetPlatformInfo)            \
  X(clGetDeviceIDs)               \
  X(clGetDeviceInfo)              \
  X(clCreateContext)              \
  X(clReleaseContext)             \
  X(clRetainContext)              \
  X(clGetContextInfo)             \
  X(clCreateCommandQueue)         \
  X(clReleaseCommandQueue)        \
  X(clRetainCommandQueue)         \
  X(clGetCommandQueueInfo)        \
  X(clGetMemObjectInfo)           \
  X(clCreateBuffer)               \
  X(clCreateSubBuffer)            \
  X(clReleaseMemObject)           \
  X(clCreateImage)                \
  X(clGetSupportedImageFormats)   \
  X(clEnqueueCopyBufferToImage)   \
  X(clEnqueueCopyImageToBuffer)   \
  X(clCreateSampler)              \
  X(clReleaseSampler)             \
  X(clEnqueueReadBuffer)          \
  X(clEnqueueWriteBuffer)         \
  X(clEnqueueFillBuffer)          \
  X(clEnqueueCopyBuffer)          \
  X(clEnqueueMapBuffer)           \
  X(clEnqueueUnmapMemObject)      \
  X(clEnqueueMarkerWithWaitList)  \
  X(clEnqueueBarrierWithWaitList) \
  X(clEnqueueNDRangeKernel)       \
  X(clCreateProgramWithSource)    \
  X(clCreateProgramWithBinary)    \
  X(clBuildProgram)               \
  X(clCompileProgram)             \
  X(clLinkProgram)                \
  X(clGetProgramInfo)             \
  X(clGetProgramBuildInfo)        \
  X(clReleaseProgram)             \
  X(clCreateKernel)               \
  X(clGetKernelInfo)              \
  X(clGetKernelArgInfo)           \
  X(clGetKernelWorkGroupInfo)     \
  X(clSetKernelArg)               \
  X(clReleaseKernel)              \
  X(clFlush)                      \
  X(clFinish)                     \
  X(clWaitForEvents)              \
  X(clGetEventProfilingInfo)      \
  X(clReleaseEvent)

// The functions used, by their own names; each is non-null once loaded.
struct Api {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a member cannot be declared in parentheses
#define ASSAY_OPENCL_MEMBER(name) decltype(&::name) name = nullptr;
  ASSAY_OPENCL_FUNCTIONS(ASSAY_OPENCL_MEMBER)
#undef ASSAY_OPENCL_MEMBER
};

// Opens the library that ASSAY_OPENCL_LIBRARY names, by default libOpenCL.so.1; it stays loaded
// until the process ends, because OpenCL drivers do not survive unloading. Throws DeviceError
// ASSAY_UNSUPPORTED with the reason and the cure.
[[nodiscard]] Api load_api();

// "CL_OUT_OF_RESOURCES", or "OpenCL error -1234".
[[nodiscard]] std::string error_name(cl_int code);

// Throws DeviceError naming `what` was attempted unless `code` is CL_SUCCESS. The status is
// ASSAY_OUT_OF_MEMORY where the code says so, else ASSAY_DEVICE_ERROR.
void check(cl_int code, std::string_view what);

// The deleter of an owned OpenCL object.
template <class T>
class Release {
 public:
  using Function = cl_int (*)(T);
  Release() = default;
  explicit Release(Function function) : function_(function) {}
  void operator()(T object) const { function_(object); }

 private:
  Function function_ = nullptr;
};
template <class T>
using Handle = std::unique_ptr<std::remove_pointer_t<T>, Release<T>>;

// Reads a value by the clGet...Info pattern: `query(size, value, size_needed)` returns an error
// code.
template <class T, class Query>
[[nodiscard]] T scalar_info(Query&& query, std::string_view what) {
  T value{};
  check(query(sizeof value, &value, nullptr), what);
  return value;
}
template <class T, class Query>
[[nodiscard]] std::vector<T> vector_info(Query&& query, std::string_view what) {
  std::size_t bytes = 0;
  check(query(0, nullptr, &bytes), what);
  std::vector<T> values(bytes / sizeof(T));
  if (bytes > 0) check(query(bytes, values.data(), nullptr), what);
  return values;
}
// The text without the terminating zero and trailing blanks.
[[nodiscard]] std::string text_of(const std::vector<char>& characters);
template <class Query>
[[nodiscard]] std::string text_info(Query&& query, std::string_view what) {
  return text_of(vector_info<char>(query, what));
}

}  // namespace assay::device::opencl
