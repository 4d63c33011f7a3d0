// A driver of CUDA, and NVRTC, that say what is asked of them and run no kernels, in C++. A program
// that includes no GPU can be linked with them.
#pragma once

namespace assay::test {

inline constexpr const char* fake_driver = R"cxx(
#include <cuda.h>
#include <nvrtc.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {
// Memory of CUDA arrays lies one row after another.
struct Pixels {
  std::size_t row, rows, planes;
  char* bytes;
};
Pixels& pixels_of(CUarray array) { return *reinterpret_cast<Pixels*>(array); }
std::size_t size_of(CUarray_format format) {
  switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8: case CU_AD_FORMAT_SIGNED_INT8: return 1;
    case CU_AD_FORMAT_FLOAT: case CU_AD_FORMAT_UNSIGNED_INT32: case CU_AD_FORMAT_SIGNED_INT32: return 4;
    default: return 2;
  }
}
unsigned long long handles = 1;
}  // namespace

extern "C" {
CUresult cuGetErrorString(CUresult, const char** text) { *text = "an error"; return CUDA_SUCCESS; }
CUresult cuInit(unsigned) { return CUDA_SUCCESS; }
CUresult cuDeviceGet(CUdevice* device, int) { *device = 0; return CUDA_SUCCESS; }
CUresult cuDeviceGetName(char* name, int, CUdevice) { std::strcpy(name, "a fake"); return CUDA_SUCCESS; }
CUresult cuDevicePrimaryCtxRetain(CUcontext*, CUdevice) { return CUDA_SUCCESS; }
CUresult cuCtxSetCurrent(CUcontext) { return CUDA_SUCCESS; }
CUresult cuCtxSynchronize() { return CUDA_SUCCESS; }
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute which, CUdevice) {
  *value = which == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR ? 9 : 0;
  return CUDA_SUCCESS;
}
CUresult cuModuleLoadData(CUmodule* module, const void*) {
  *module = reinterpret_cast<CUmodule>(handles++);
  return CUDA_SUCCESS;
}
CUresult cuModuleGetFunction(CUfunction* function, CUmodule, const char* symbol) {
  *function = reinterpret_cast<CUfunction>(strdup(symbol));
  return CUDA_SUCCESS;
}
CUresult cuModuleGetGlobal(CUdeviceptr* memory, std::size_t*, CUmodule module, const char* name) {
  std::printf("variable %s of module %llu\n", name, reinterpret_cast<unsigned long long>(module));
  return cuMemAlloc(memory, 1024);
}
CUresult cuMemAlloc(CUdeviceptr* memory, std::size_t bytes) {
  *memory = reinterpret_cast<CUdeviceptr>(std::malloc(bytes));
  return CUDA_SUCCESS;
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, std::size_t bytes) {
  std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  return CUDA_SUCCESS;
}
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, std::size_t bytes) {
  std::memcpy(to, reinterpret_cast<void*>(from), bytes);
  return CUDA_SUCCESS;
}
CUresult cuArray3DCreate(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* is) {
  std::printf("array of %zu x %zu x %zu pixels, format %d x %u, flags %u\n", is->Width, is->Height,
              is->Depth, static_cast<int>(is->Format), is->NumChannels, is->Flags);
  const std::size_t rows = is->Height == 0 ? 1 : is->Height;
  const std::size_t planes = is->Depth == 0 ? 1 : is->Depth;
  const std::size_t row = is->Width * is->NumChannels * size_of(is->Format);
  *array = reinterpret_cast<CUarray>(
      new Pixels{row, rows, planes, static_cast<char*>(std::malloc(row * rows * planes))});
  return CUDA_SUCCESS;
}
CUresult cuMemcpy3D(const CUDA_MEMCPY3D* copy) {
  const bool in = copy->dstMemoryType == CU_MEMORYTYPE_ARRAY;
  const Pixels& pixels = pixels_of(in ? copy->dstArray : copy->srcArray);
  if (copy->WidthInBytes != pixels.row || copy->Height != pixels.rows ||
      copy->Depth != pixels.planes || (in ? copy->srcPitch : copy->dstPitch) != pixels.row ||
      (in ? copy->srcHeight : copy->dstHeight) != pixels.rows) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  const std::size_t bytes = pixels.row * pixels.rows * pixels.planes;
  if (in) std::memcpy(pixels.bytes, copy->srcHost, bytes);
  else std::memcpy(copy->dstHost, pixels.bytes, bytes);
  return CUDA_SUCCESS;
}
CUresult cuTexObjectCreate(CUtexObject* texture, const CUDA_RESOURCE_DESC* from,
                           const CUDA_TEXTURE_DESC* how, const CUDA_RESOURCE_VIEW_DESC*) {
  *texture = handles++;
  std::printf("texture of %s, address %d, filter %d, flags %u\n",
              from->resType == CU_RESOURCE_TYPE_ARRAY
                  ? "an array"
                  : ("memory of " + std::to_string(from->res.linear.sizeInBytes) + " bytes").c_str(),
              static_cast<int>(how->addressMode[2]), static_cast<int>(how->filterMode), how->flags);
  return CUDA_SUCCESS;
}
CUresult cuSurfObjectCreate(CUsurfObject* surface, const CUDA_RESOURCE_DESC* from) {
  *surface = handles++;
  std::printf("surface of %s\n", from->resType == CU_RESOURCE_TYPE_ARRAY ? "an array" : "memory");
  return CUDA_SUCCESS;
}
CUresult cuFuncSetAttribute(CUfunction, CUfunction_attribute, int) { return CUDA_SUCCESS; }
CUresult cuLaunchKernel(CUfunction kernel, unsigned x, unsigned y, unsigned z, unsigned bx,
                        unsigned by, unsigned bz, unsigned shared, CUstream, void** values, void**) {
  int count = 0;
  while (values[count] != nullptr) ++count;
  std::printf("launch %s (%u,%u,%u) (%u,%u,%u) %u with %d\n", reinterpret_cast<const char*>(kernel),
              x, y, z, bx, by, bz, shared, count);
  return CUDA_SUCCESS;
}

const char* nvrtcGetErrorString(nvrtcResult) { return "an error"; }
nvrtcResult nvrtcCreateProgram(nvrtcProgram*, const char*, const char*, int, const char* const*,
                               const char* const*) {
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcAddNameExpression(nvrtcProgram, const char*) { return NVRTC_SUCCESS; }
nvrtcResult nvrtcCompileProgram(nvrtcProgram, int count, const char* const* options) {
  std::printf("compile");
  for (int k = 0; k < count; ++k) std::printf(" %s", options[k]);
  std::printf("\n");
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram, std::size_t* size) { *size = 1; return NVRTC_SUCCESS; }
nvrtcResult nvrtcGetProgramLog(nvrtcProgram, char*) { return NVRTC_SUCCESS; }
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram, std::size_t* size) { *size = 1; return NVRTC_SUCCESS; }
nvrtcResult nvrtcGetCUBIN(nvrtcProgram, char*) { return NVRTC_SUCCESS; }
nvrtcResult nvrtcGetLoweredName(nvrtcProgram, const char* name, const char** lowered) {
  *lowered = name;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcDestroyProgram(nvrtcProgram*) { return NVRTC_SUCCESS; }
}
)cxx";

}  // namespace assay::test
