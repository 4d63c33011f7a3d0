// The CUDA driver API, opened at run time: one build serves machines with and without it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "framework/device/cuda/types.hpp"
#include "framework/device/device_error.hpp"

namespace assay::device::cuda {

// Each function with the symbol that has the signature used here (the toolkit's header maps names
// to the newest such symbol).
#define ASSAY_CUDA_FUNCTIONS(X)                                                                   \
  X(cuInit, "cuInit", (unsigned))                                                                 \
  X(cuDriverGetVersion, "cuDriverGetVersion", (int*))                                             \
  X(cuGetErrorName, "cuGetErrorName", (CUresult, const char**))                                   \
  X(cuGetErrorString, "cuGetErrorString", (CUresult, const char**))                               \
  X(cuDeviceGetCount, "cuDeviceGetCount", (int*))                                                 \
  X(cuDeviceGet, "cuDeviceGet", (CUdevice*, int))                                                 \
  X(cuDeviceGetName, "cuDeviceGetName", (char*, int, CUdevice))                                   \
  X(cuDeviceGetAttribute, "cuDeviceGetAttribute", (int*, CUdevice_attribute, CUdevice))           \
  X(cuDeviceGetPCIBusId, "cuDeviceGetPCIBusId", (char*, int, CUdevice))                           \
  X(cuDeviceTotalMem, "cuDeviceTotalMem_v2", (std::size_t*, CUdevice))                            \
  X(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (CUcontext*, CUdevice))                 \
  X(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (CUdevice))                        \
  X(cuCtxSetCurrent, "cuCtxSetCurrent", (CUcontext))                                              \
  X(cuCtxSynchronize, "cuCtxSynchronize", ())                                                     \
  X(cuCtxGetCurrent, "cuCtxGetCurrent", (CUcontext*))                                             \
  X(cuCtxGetDevice, "cuCtxGetDevice", (CUdevice*))                                                \
  X(cuStreamGetCtx, "cuStreamGetCtx", (CUstream, CUcontext*))                                     \
  X(cuCtxGetStreamPriorityRange, "cuCtxGetStreamPriorityRange", (int*, int*))                     \
  X(cuMemAlloc, "cuMemAlloc_v2", (CUdeviceptr*, std::size_t))                                     \
  X(cuMemFree, "cuMemFree_v2", (CUdeviceptr))                                                     \
  X(cuDeviceGetDefaultMemPool, "cuDeviceGetDefaultMemPool", (CUmemoryPool*, CUdevice))            \
  X(cuMemPoolSetAttribute, "cuMemPoolSetAttribute", (CUmemoryPool, CUmemPool_attribute, void*))   \
  X(cuMemPoolTrimTo, "cuMemPoolTrimTo", (CUmemoryPool, std::size_t))                              \
  X(cuMemAllocAsync, "cuMemAllocAsync", (CUdeviceptr*, std::size_t, CUstream))                    \
  X(cuMemFreeAsync, "cuMemFreeAsync", (CUdeviceptr, CUstream))                                    \
  X(cuMemGetInfo, "cuMemGetInfo_v2", (std::size_t*, std::size_t*))                                \
  X(cuMemHostAlloc, "cuMemHostAlloc", (void**, std::size_t, unsigned))                            \
  X(cuMemFreeHost, "cuMemFreeHost", (void*))                                                      \
  X(cuMemHostRegister, "cuMemHostRegister_v2", (void*, std::size_t, unsigned))                    \
  X(cuMemHostUnregister, "cuMemHostUnregister", (void*))                                          \
  X(cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", (CUdeviceptr, const void*, std::size_t, CUstream)) \
  X(cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", (void*, CUdeviceptr, std::size_t, CUstream))       \
  X(cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2", (CUdeviceptr, CUdeviceptr, std::size_t, CUstream)) \
  X(cuMemsetD8Async, "cuMemsetD8Async", (CUdeviceptr, unsigned char, std::size_t, CUstream))      \
  X(cuMemsetD16Async, "cuMemsetD16Async", (CUdeviceptr, unsigned short, std::size_t, CUstream))   \
  X(cuMemsetD32Async, "cuMemsetD32Async", (CUdeviceptr, unsigned, std::size_t, CUstream))         \
  X(cuArray3DCreate, "cuArray3DCreate_v2", (CUarray*, const CUDA_ARRAY3D_DESCRIPTOR*))            \
  X(cuArrayDestroy, "cuArrayDestroy", (CUarray))                                                  \
  X(cuMemcpy3DAsync, "cuMemcpy3DAsync_v2", (const CUDA_MEMCPY3D*, CUstream))                      \
  X(cuTexObjectCreate, "cuTexObjectCreate",                                                       \
    (CUtexObject*, const CUDA_RESOURCE_DESC*, const CUDA_TEXTURE_DESC*, const void*))             \
  X(cuTexObjectDestroy, "cuTexObjectDestroy", (CUtexObject))                                      \
  X(cuSurfObjectCreate, "cuSurfObjectCreate", (CUsurfObject*, const CUDA_RESOURCE_DESC*))         \
  X(cuSurfObjectDestroy, "cuSurfObjectDestroy", (CUsurfObject))                                   \
  X(cuStreamCreateWithPriority, "cuStreamCreateWithPriority", (CUstream*, unsigned, int))         \
  X(cuStreamDestroy, "cuStreamDestroy_v2", (CUstream))                                            \
  X(cuStreamSynchronize, "cuStreamSynchronize", (CUstream))                                       \
  X(cuStreamWaitEvent, "cuStreamWaitEvent", (CUstream, CUevent, unsigned))                        \
  X(cuStreamBeginCapture, "cuStreamBeginCapture_v2", (CUstream, CUstreamCaptureMode))             \
  X(cuStreamEndCapture, "cuStreamEndCapture", (CUstream, CUgraph*))                               \
  X(cuGraphInstantiate, "cuGraphInstantiateWithFlags",                                            \
    (CUgraphExec*, CUgraph, unsigned long long))                                                  \
  X(cuGraphLaunch, "cuGraphLaunch", (CUgraphExec, CUstream))                                      \
  X(cuGraphExecDestroy, "cuGraphExecDestroy", (CUgraphExec))                                      \
  X(cuGraphDestroy, "cuGraphDestroy", (CUgraph))                                                  \
  X(cuEventCreate, "cuEventCreate", (CUevent*, unsigned))                                         \
  X(cuEventRecord, "cuEventRecord", (CUevent, CUstream))                                          \
  X(cuEventSynchronize, "cuEventSynchronize", (CUevent))                                          \
  X(cuEventElapsedTime, "cuEventElapsedTime", (float*, CUevent, CUevent))                         \
  X(cuEventDestroy, "cuEventDestroy_v2", (CUevent))                                               \
  X(cuModuleLoadData, "cuModuleLoadData", (CUmodule*, const void*))                               \
  X(cuModuleUnload, "cuModuleUnload", (CUmodule))                                                 \
  X(cuModuleGetFunction, "cuModuleGetFunction", (CUfunction*, CUmodule, const char*))             \
  X(cuModuleGetGlobal, "cuModuleGetGlobal_v2",                                                    \
    (CUdeviceptr*, std::size_t*, CUmodule, const char*))                                          \
  X(cuFuncGetAttribute, "cuFuncGetAttribute", (int*, CUfunction_attribute, CUfunction))           \
  X(cuFuncSetAttribute, "cuFuncSetAttribute", (CUfunction, CUfunction_attribute, int))            \
  X(cuLaunchKernel, "cuLaunchKernel",                                                             \
    (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream,  \
     void**, void**))

// Functions that the oldest driver served (CUDA 12.0) does not have: null where the driver lacks
// them.
#define ASSAY_CUDA_OPTIONAL_FUNCTIONS(X)                                                         \
  X(cuModuleGetFunctionCount, "cuModuleGetFunctionCount", (unsigned*, CUmodule))                 \
  X(cuModuleEnumerateFunctions, "cuModuleEnumerateFunctions", (CUfunction*, unsigned, CUmodule)) \
  X(cuFuncGetName, "cuFuncGetName", (const char**, CUfunction))                                  \
  X(cuFuncGetParamInfo, "cuFuncGetParamInfo",                                                    \
    (CUfunction, std::size_t, std::size_t*, std::size_t*))                                       \
  X(cuCtxResetPersistingL2Cache, "cuCtxResetPersistingL2Cache", ())                              \
  X(cuDeviceGetTexture1DLinearMaxWidth, "cuDeviceGetTexture1DLinearMaxWidth",                    \
    (std::size_t*, CUarray_format, unsigned, CUdevice))

struct Driver {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a member cannot be declared in parentheses
#define ASSAY_CUDA_MEMBER(name, symbol, parameters) CUresult(*name) parameters = nullptr;
  ASSAY_CUDA_FUNCTIONS(ASSAY_CUDA_MEMBER)
  ASSAY_CUDA_OPTIONAL_FUNCTIONS(ASSAY_CUDA_MEMBER)
#undef ASSAY_CUDA_MEMBER
};

// Opens the library that ASSAY_CUDA_LIBRARY names, by default libcuda.so.1, and keeps it loaded.
// Throws DeviceError ASSAY_UNSUPPORTED with the reason and the cure.
[[nodiscard]] Driver load_driver();

// "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)".
[[nodiscard]] std::string error_text(const Driver& driver, CUresult code);

// True if nothing works any more in a context after this error.
[[nodiscard]] bool is_sticky(CUresult code);

// Throws DeviceError naming `what` was attempted unless `code` is CUDA_SUCCESS. The status is
// ASSAY_OUT_OF_MEMORY where the code says so, else ASSAY_DEVICE_ERROR.
void check(const Driver& driver, CUresult code, std::string_view what);

}  // namespace assay::device::cuda
