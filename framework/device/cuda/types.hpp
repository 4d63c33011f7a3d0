// The handful of types and constants of the CUDA driver API, NVRTC and NVML that are used here, as
// NVIDIA's documentation gives them, so that building needs no CUDA toolkit. The names are
// NVIDIA's.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::device::cuda {

// ---- driver API --------------------------------------------------------------------------------

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
using CUstream = struct CUstream_st*;
using CUevent = struct CUevent_st*;
using CUgraph = struct CUgraph_st*;
using CUgraphExec = struct CUgraphExec_st*;
using CUmemoryPool = struct CUmemPoolHandle_st*;
using CUarray = struct CUarray_st*;
using CUtexObject = unsigned long long;
using CUsurfObject = unsigned long long;

enum : CUresult {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_STUB_LIBRARY = 34,
  CUDA_ERROR_DEVICE_UNAVAILABLE = 46,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_ECC_UNCORRECTABLE = 214,
  CUDA_ERROR_NVLINK_UNCORRECTABLE = 220,
  CUDA_ERROR_CONTAINED = 226,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  CUDA_ERROR_LAUNCH_TIMEOUT = 702,
  CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
  CUDA_ERROR_ASSERT = 710,
  CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
  CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
  CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
  CUDA_ERROR_ILLEGAL_INSTRUCTION = 715,
  CUDA_ERROR_MISALIGNED_ADDRESS = 716,
  CUDA_ERROR_INVALID_ADDRESS_SPACE = 717,
  CUDA_ERROR_INVALID_PC = 718,
  CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_TENSOR_MEMORY_LEAK = 721,
  CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
  CUDA_ERROR_UNKNOWN = 999,
};

enum CUdevice_attribute : int {
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,  // _Y is 3, _Z is 4
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,   // _Y is 6, _Z is 7
  CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
  CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
  CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,  // kHz
  CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH = 21,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH = 22,          // _HEIGHT is 23
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH = 24,          // _HEIGHT is 25, _DEPTH is 26
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH = 27,  // _HEIGHT is 28, _LAYERS is 29
  CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
  CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH = 42,  // _LAYERS is 43
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH = 55,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH = 56,          // _HEIGHT is 57
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH = 58,          // _HEIGHT is 59, _DEPTH is 60
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH = 61,  // _LAYERS is 62
  CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH = 63,  // _HEIGHT is 64, _LAYERS is 65
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
  CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
};

enum CUfunction_attribute : int {
  CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
  CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
};

// The number of bytes given back that a pool keeps, as a 64-bit value.
enum CUmemPool_attribute : int { CU_MEMPOOL_ATTR_RELEASE_THRESHOLD = 4 };
enum : int { CU_COMPUTEMODE_PROHIBITED = 2, CU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3 };
// The mode of a capture that other threads of the process do not disturb.
enum CUstreamCaptureMode : int { CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1 };
enum : unsigned {
  CU_STREAM_NON_BLOCKING = 1,
  CU_EVENT_DEFAULT = 0,
  CU_EVENT_DISABLE_TIMING = 2,
  CU_MEMHOSTALLOC_PORTABLE = 1,
  CU_MEMHOSTREGISTER_PORTABLE = 1,
};

// ---- driver API: textures and surfaces ---------------------------------------------------------

enum CUarray_format : int {
  CU_AD_FORMAT_UNSIGNED_INT8 = 0x01,
  CU_AD_FORMAT_UNSIGNED_INT16 = 0x02,
  CU_AD_FORMAT_UNSIGNED_INT32 = 0x03,
  CU_AD_FORMAT_SIGNED_INT8 = 0x08,
  CU_AD_FORMAT_SIGNED_INT16 = 0x09,
  CU_AD_FORMAT_SIGNED_INT32 = 0x0a,
  CU_AD_FORMAT_HALF = 0x10,
  CU_AD_FORMAT_FLOAT = 0x20,
};
enum CUaddress_mode : int {
  CU_TR_ADDRESS_MODE_WRAP = 0,
  CU_TR_ADDRESS_MODE_CLAMP = 1,
  CU_TR_ADDRESS_MODE_MIRROR = 2,
  CU_TR_ADDRESS_MODE_BORDER = 3,
};
enum CUfilter_mode : int { CU_TR_FILTER_MODE_POINT = 0, CU_TR_FILTER_MODE_LINEAR = 1 };
enum CUmemorytype : int { CU_MEMORYTYPE_DEVICE = 2, CU_MEMORYTYPE_ARRAY = 3 };
enum CUresourcetype : int { CU_RESOURCE_TYPE_ARRAY = 0, CU_RESOURCE_TYPE_LINEAR = 2 };
enum : unsigned {
  CUDA_ARRAY3D_LAYERED = 1,
  CUDA_ARRAY3D_SURFACE_LDST = 2,
  CU_TRSF_READ_AS_INTEGER = 1,
  CU_TRSF_NORMALIZED_COORDINATES = 2,
};

struct CUDA_ARRAY3D_DESCRIPTOR {
  std::size_t Width;
  std::size_t Height;  // 0 in one dimension
  std::size_t Depth;   // 0 in two dimensions; the number of layers if there are any
  CUarray_format Format;
  unsigned NumChannels;
  unsigned Flags;
};

// One end of a copy. Pitch and height are of memory alone.
struct CUDA_MEMCPY3D_END {
  std::size_t XInBytes;
  std::size_t Y;
  std::size_t Z;
  std::size_t LOD;
  CUmemorytype MemoryType;
  const void* Host;
  CUdeviceptr Device;
  CUarray Array;
  void* reserved;
  std::size_t Pitch;
  std::size_t Height;
};
struct CUDA_MEMCPY3D {
  CUDA_MEMCPY3D_END src;
  CUDA_MEMCPY3D_END dst;
  std::size_t WidthInBytes;
  std::size_t Height;
  std::size_t Depth;
};

struct CUDA_RESOURCE_DESC {
  CUresourcetype resType;
  union {
    CUarray array;
    struct {
      CUdeviceptr devPtr;
      CUarray_format format;
      unsigned numChannels;
      std::size_t sizeInBytes;
    } linear;
    int reserved[32];
  } res;
  unsigned flags;
};

struct CUDA_TEXTURE_DESC {
  CUaddress_mode addressMode[3];
  CUfilter_mode filterMode;
  unsigned flags;
  unsigned maxAnisotropy;
  CUfilter_mode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  float borderColor[4];
  int reserved[12];
};

// ---- NVRTC -------------------------------------------------------------------------------------

using nvrtcResult = int;
using nvrtcProgram = struct nvrtcProgram_st*;

enum : nvrtcResult { NVRTC_SUCCESS = 0, NVRTC_ERROR_OUT_OF_MEMORY = 1 };

// ---- nvJitLink ---------------------------------------------------------------------------------

using nvJitLinkResult = int;
using nvJitLinkHandle = struct nvJitLink_st*;

enum : nvJitLinkResult { NVJITLINK_SUCCESS = 0 };
enum nvJitLinkInputType : int { NVJITLINK_INPUT_CUBIN = 1, NVJITLINK_INPUT_PTX = 2 };

// ---- NVML --------------------------------------------------------------------------------------

using nvmlReturn_t = int;
using nvmlDevice_t = struct nvmlDevice_st*;

enum : nvmlReturn_t {
  NVML_SUCCESS = 0,
  NVML_ERROR_INVALID_ARGUMENT = 2,
  NVML_ERROR_NOT_SUPPORTED = 3,
  NVML_ERROR_NO_PERMISSION = 4,
  NVML_ERROR_INSUFFICIENT_SIZE = 7,
};
enum : int { NVML_CLOCK_SM = 1, NVML_CLOCK_MEM = 2, NVML_TEMPERATURE_GPU = 0 };

}  // namespace assay::device::cuda
