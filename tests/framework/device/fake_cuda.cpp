#include "tests/framework/device/fake_cuda.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "framework/device/cuda/discovery.hpp"

namespace assay::device::cuda::test {
namespace {

FakeWorld world;

constexpr CUresult invalid_handle = 400;  // CUDA_ERROR_INVALID_HANDLE

struct FakeEvent {
  double time_ms;
  CUstream stream;
};

template <class Handle>
Handle handle_of(std::uintptr_t number) {
  return reinterpret_cast<Handle>(number);
}

std::uintptr_t number_of(const void* handle) { return reinterpret_cast<std::uintptr_t>(handle); }

bool is_current(CUstream stream) {
  const auto known = world.stream_contexts.find(stream);
  return known != world.stream_contexts.end() && known->second == world.current;
}

// Enqueues work; any work takes a millisecond.
CUresult work(CUstream stream) {
  if (!is_current(stream)) return invalid_handle;
  world.clock_ms += 1;
  return CUDA_SUCCESS;
}

void* host_pointer(CUdeviceptr address) { return reinterpret_cast<void*>(address); }

CUresult copy_text(char* target, int size, const std::string& text) {
  std::snprintf(target, static_cast<std::size_t>(size), "%s", text.c_str());
  return CUDA_SUCCESS;
}

void describe(Driver& d) {
  d.cuInit = [](unsigned) { return world.init_code; };
  d.cuDriverGetVersion = [](int* version) {
    *version = 13000;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuGetErrorName = [](CUresult code, const char** name) {
    *name = code == CUDA_ERROR_ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS"
            : code == CUDA_ERROR_NO_DEVICE     ? "CUDA_ERROR_NO_DEVICE"
                                               : "CUDA_ERROR_FAKE";
    return CUresult{CUDA_SUCCESS};
  };
  d.cuGetErrorString = [](CUresult, const char** text) {
    *text = "what it means";
    return CUresult{CUDA_SUCCESS};
  };
  d.cuDeviceGetCount = [](int* count) {
    *count = world.devices;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuDeviceGet = [](CUdevice* device, int ordinal) {
    *device = ordinal;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuDeviceGetName = [](char* name, int size, CUdevice device) {
    const auto number = static_cast<std::size_t>(device);
    return copy_text(
        name, size,
        number < world.names.size() ? world.names[number] : fmt::format("Fake {}", device));
  };
  d.cuDeviceGetPCIBusId = [](char* text, int size, CUdevice device) {
    return copy_text(text, size, fmt::format("0000:0{}:00.0", device));
  };
  d.cuDeviceTotalMem = [](std::size_t* bytes, CUdevice) {
    *bytes = world.memory_bytes;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuDeviceGetAttribute = [](int* value, CUdevice_attribute attribute, CUdevice) {
    // Every attribute has a value of its own, so that none can be mistaken for another.
    switch (static_cast<int>(attribute)) {
      case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
      case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + 1:
        *value = 1024;
        break;
      case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + 2:
        *value = 64;
        break;
      case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
        *value = 2147483647;
        break;
      case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + 1:
      case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + 2:
        *value = 65535;
        break;
      case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
        *value = 232448;
        break;
      case CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT:
        *value = 16;  // of memory of the host
        break;
      case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED:
        *value = world.has_pools;
        break;
      case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
        *value = 9;
        break;
      case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
        *value = 0;
        break;
      default:
        *value = 1000 * static_cast<int>(attribute);
    }
    return CUresult{CUDA_SUCCESS};
  };
}

void manage_contexts(Driver& d) {
  d.cuDevicePrimaryCtxRetain = [](CUcontext* context, CUdevice device) {
    if (world.retain_code != CUDA_SUCCESS) return world.retain_code;
    ++world.retained;
    *context = handle_of<CUcontext>(static_cast<std::uintptr_t>(device) + 1);
    return CUresult{CUDA_SUCCESS};
  };
  d.cuDevicePrimaryCtxRelease = [](CUdevice) {
    --world.retained;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuCtxSetCurrent = [](CUcontext context) {
    ++world.contexts_made_current;
    world.current = context;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuCtxSynchronize = [] {
    ++world.waits_for_contexts;
    return world.work_code;
  };
  d.cuCtxGetCurrent = [](CUcontext* context) {
    *context = world.current;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuCtxGetDevice = [](CUdevice* device) {
    *device = static_cast<CUdevice>(number_of(world.current)) - 1;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuStreamGetCtx = [](CUstream stream, CUcontext* context) {
    const auto known = world.stream_contexts.find(stream);
    if (known == world.stream_contexts.end()) return invalid_handle;
    *context = known->second;
    return CUresult{CUDA_SUCCESS};
  };
}

CUresult take_memory(CUdeviceptr* address, std::size_t bytes) {
  std::size_t used = bytes;
  for (const auto& [_, block] : world.memory) used += block.size();
  if (used > world.memory_bytes) return CUDA_ERROR_OUT_OF_MEMORY;
  std::vector<unsigned char> block(bytes);
  *address = number_of(block.data());
  world.memory.emplace(*address, std::move(block));
  return CUDA_SUCCESS;
}

CUresult free_memory(CUdeviceptr address) {
  return world.memory.erase(address) == 1 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

void manage_pools(Driver& d) {
  d.cuDeviceGetDefaultMemPool = [](CUmemoryPool* pool, CUdevice device) {
    if (world.has_pools == 0) return CUresult{CUDA_ERROR_INVALID_VALUE};
    *pool = handle_of<CUmemoryPool>(static_cast<std::uintptr_t>(device) + 1);
    return CUresult{CUDA_SUCCESS};
  };
  d.cuMemPoolSetAttribute = [](CUmemoryPool, CUmemPool_attribute, void* value) {
    world.kept_bytes = *static_cast<std::uint64_t*>(value);
    return CUresult{CUDA_SUCCESS};
  };
  d.cuMemPoolTrimTo = [](CUmemoryPool, std::size_t) {
    ++world.trims;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuMemAllocAsync = [](CUdeviceptr* address, std::size_t bytes, CUstream stream) {
    if (world.has_pools == 0) return CUresult{CUDA_ERROR_INVALID_VALUE};
    const CUresult code = take_memory(address, bytes);
    return code == CUDA_SUCCESS ? work(stream) : code;
  };
  d.cuMemFreeAsync = [](CUdeviceptr address, CUstream stream) {
    if (!is_current(stream)) return invalid_handle;
    return free_memory(address);
  };
}

void manage_memory(Driver& d) {
  d.cuMemAlloc = take_memory;
  d.cuMemFree = free_memory;
  d.cuMemGetInfo = [](std::size_t* free, std::size_t* total) {
    *free = 4242;
    *total = world.memory_bytes;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuMemHostAlloc = [](void** memory, std::size_t bytes, unsigned) {
    if (bytes > world.memory_bytes) return CUresult{CUDA_ERROR_OUT_OF_MEMORY};
    ++world.live_host_memory;
    *memory = operator new(bytes);
    return CUresult{CUDA_SUCCESS};
  };
  d.cuMemFreeHost = [](void* memory) {
    --world.live_host_memory;
    operator delete(memory);
    return CUresult{CUDA_SUCCESS};
  };
  d.cuMemHostRegister = [](void* memory, std::size_t bytes, unsigned) {
    if (bytes > world.memory_bytes) return CUresult{CUDA_ERROR_OUT_OF_MEMORY};
    return world.locked_host_memory.insert(memory).second
               ? CUresult{CUDA_SUCCESS}
               : CUresult{CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED};
  };
  d.cuMemHostUnregister = [](void* memory) {
    return world.locked_host_memory.erase(memory) == 1
               ? CUresult{CUDA_SUCCESS}
               : CUresult{CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED};
  };
  d.cuMemcpyHtoDAsync = [](CUdeviceptr target, const void* source, std::size_t bytes,
                           CUstream stream) {
    std::memcpy(host_pointer(target), source, bytes);
    return work(stream);
  };
  d.cuMemcpyDtoHAsync = [](void* target, CUdeviceptr source, std::size_t bytes, CUstream stream) {
    std::memcpy(target, host_pointer(source), bytes);
    return work(stream);
  };
  d.cuMemcpyDtoDAsync = [](CUdeviceptr target, CUdeviceptr source, std::size_t bytes,
                           CUstream stream) {
    std::memcpy(host_pointer(target), host_pointer(source), bytes);
    return work(stream);
  };
  d.cuMemsetD8Async = [](CUdeviceptr target, unsigned char value, std::size_t count,
                         CUstream stream) {
    std::memset(host_pointer(target), value, count);
    return work(stream);
  };
  d.cuMemsetD16Async = [](CUdeviceptr target, unsigned short value, std::size_t count,
                          CUstream stream) {
    std::fill_n(static_cast<unsigned short*>(host_pointer(target)), count, value);
    return work(stream);
  };
  d.cuMemsetD32Async = [](CUdeviceptr target, unsigned value, std::size_t count, CUstream stream) {
    std::fill_n(static_cast<unsigned*>(host_pointer(target)), count, value);
    return work(stream);
  };
}

void manage_streams(Driver& d) {
  d.cuCtxGetStreamPriorityRange = [](int* least, int* greatest) {
    *least = 0;
    *greatest = -5;  // numerically lower is more urgent
    return CUresult{CUDA_SUCCESS};
  };
  d.cuStreamCreateWithPriority = [](CUstream* stream, unsigned, int priority) {
    *stream = handle_of<CUstream>(static_cast<std::uintptr_t>(++world.live_streams));
    world.priorities[*stream] = priority;
    world.stream_contexts[*stream] = world.current;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuStreamDestroy = [](CUstream) {
    --world.live_streams;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuStreamSynchronize = [](CUstream stream) {
    return is_current(stream) ? world.work_code : CUresult{invalid_handle};
  };
  d.cuStreamWaitEvent = [](CUstream stream, CUevent event, unsigned) {
    world.waits.push_back(
        fmt::format("stream {} waits for stream {}", number_of(stream),
                    number_of(reinterpret_cast<const FakeEvent*>(event)->stream)));
    return CUresult{CUDA_SUCCESS};
  };
  d.cuEventCreate = [](CUevent* event, unsigned) {
    ++world.live_events;
    *event = reinterpret_cast<CUevent>(new FakeEvent{});
    return CUresult{CUDA_SUCCESS};
  };
  d.cuEventDestroy = [](CUevent event) {
    --world.live_events;
    delete reinterpret_cast<FakeEvent*>(event);
    return CUresult{CUDA_SUCCESS};
  };
  d.cuEventRecord = [](CUevent event, CUstream stream) {
    if (!is_current(stream)) return CUresult{invalid_handle};
    *reinterpret_cast<FakeEvent*>(event) = {world.clock_ms, stream};
    return CUresult{CUDA_SUCCESS};
  };
  d.cuEventSynchronize = [](CUevent) { return world.work_code; };
  d.cuEventElapsedTime = [](float* milliseconds, CUevent start, CUevent end) {
    *milliseconds = static_cast<float>(reinterpret_cast<const FakeEvent*>(end)->time_ms -
                                       reinterpret_cast<const FakeEvent*>(start)->time_ms);
    return CUresult{CUDA_SUCCESS};
  };
}

// Where byte `x` of a row at one end of a copy lies.
unsigned char* row_of(const CUDA_MEMCPY3D_END& end, std::size_t y, std::size_t z) {
  if (end.MemoryType == CU_MEMORYTYPE_DEVICE) {
    return static_cast<unsigned char*>(host_pointer(end.Device)) + (z * end.Height + y) * end.Pitch;
  }
  FakeArray& array = world.arrays.at(end.Array);
  const std::size_t rows = std::max<std::size_t>(array.description.Height, 1);
  const std::size_t depth = std::max<std::size_t>(array.description.Depth, 1);
  const std::size_t pitch = array.bytes.size() / (rows * depth);
  return array.bytes.data() + (z * rows + y) * pitch;
}

void manage_images(Driver& d) {
  d.cuArray3DCreate = [](CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* description) {
    const int format = description->Format;
    const std::size_t channel = format == 0x20 ? 4 : format == 0x10 ? 2 : 1U << ((format & 3) - 1);
    const auto [width, height, depth, _, channels, flags] = *description;
    *array = handle_of<CUarray>(world.arrays.size() + 1);
    world.arrays[*array] = {
        *description,
        std::vector<unsigned char>(channel * channels * width * std::max<std::size_t>(height, 1) *
                                   std::max<std::size_t>(depth, 1))};
    return CUresult{CUDA_SUCCESS};
  };
  d.cuArrayDestroy = [](CUarray array) {
    return world.arrays.erase(array) == 1 ? CUresult{CUDA_SUCCESS} : invalid_handle;
  };
  d.cuMemcpy3DAsync = [](const CUDA_MEMCPY3D* copy, CUstream stream) {
    for (std::size_t z = 0; z < copy->Depth; ++z) {
      for (std::size_t y = 0; y < copy->Height; ++y) {
        std::memcpy(row_of(copy->dst, y, z), row_of(copy->src, y, z), copy->WidthInBytes);
      }
    }
    return work(stream);
  };
  d.cuTexObjectCreate = [](CUtexObject* texture, const CUDA_RESOURCE_DESC* resource,
                           const CUDA_TEXTURE_DESC* description, const void*) {
    *texture = world.textures.size() + 1;
    world.textures[*texture] = {*resource, *description};
    return CUresult{CUDA_SUCCESS};
  };
  d.cuTexObjectDestroy = [](CUtexObject texture) {
    return world.textures.erase(texture) == 1 ? CUresult{CUDA_SUCCESS} : invalid_handle;
  };
  d.cuSurfObjectCreate = [](CUsurfObject* surface, const CUDA_RESOURCE_DESC* resource) {
    *surface = 100 + world.surfaces.size();
    world.surfaces[*surface] = resource->res.array;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuSurfObjectDestroy = [](CUsurfObject surface) {
    return world.surfaces.erase(surface) == 1 ? CUresult{CUDA_SUCCESS} : invalid_handle;
  };
  d.cuDeviceGetTexture1DLinearMaxWidth = [](std::size_t* most, CUarray_format, unsigned, CUdevice) {
    *most = 1000;
    return CUresult{CUDA_SUCCESS};
  };
}

using NamedKernel = std::map<std::string, FakeKernel>::value_type;
NamedKernel& kernel_of(CUfunction function) { return *reinterpret_cast<NamedKernel*>(function); }

void manage_kernels(Driver& d) {
  d.cuModuleLoadData = [](CUmodule* module, const void*) {
    ++world.live_modules;
    ++world.loaded_modules;
    *module = reinterpret_cast<CUmodule>(world.current);
    return CUresult{CUDA_SUCCESS};
  };
  d.cuModuleUnload = [](CUmodule) {
    --world.live_modules;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuModuleGetFunction = [](CUfunction* function, CUmodule module, const char* name) {
    if (reinterpret_cast<CUcontext>(module) != world.current) {
      return CUresult{invalid_handle};
    }
    const auto found = world.kernels.find(name);
    if (found == world.kernels.end()) return CUresult{CUDA_ERROR_NOT_FOUND};
    *function = reinterpret_cast<CUfunction>(&*found);
    return CUresult{CUDA_SUCCESS};
  };
  d.cuModuleGetGlobal = [](CUdeviceptr* address, std::size_t* size, CUmodule, const char* name) {
    const auto found = world.variables.find(name);
    if (found == world.variables.end()) return CUresult{CUDA_ERROR_NOT_FOUND};
    *address = number_of(found->second.data());
    *size = found->second.size();
    return CUresult{CUDA_SUCCESS};
  };
  d.cuModuleGetFunctionCount = [](unsigned* count, CUmodule) {
    *count = static_cast<unsigned>(world.kernels.size());
    return CUresult{CUDA_SUCCESS};
  };
  d.cuModuleEnumerateFunctions = [](CUfunction* functions, unsigned, CUmodule) {
    for (auto& kernel : world.kernels) *functions++ = reinterpret_cast<CUfunction>(&kernel);
    return CUresult{CUDA_SUCCESS};
  };
  d.cuFuncGetName = [](const char** name, CUfunction function) {
    *name = kernel_of(function).first.c_str();
    return CUresult{CUDA_SUCCESS};
  };
  d.cuFuncGetAttribute = [](int* value, CUfunction_attribute attribute, CUfunction function) {
    const FakeKernel& kernel = kernel_of(function).second;
    *value = attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? kernel.max_threads
             : attribute == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES   ? kernel.shared_bytes
             : attribute == CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES    ? kernel.local_bytes
             : attribute == CU_FUNC_ATTRIBUTE_NUM_REGS            ? kernel.registers
                                                                  : -1;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuFuncSetAttribute = [](CUfunction function, CUfunction_attribute, int value) {
    kernel_of(function).second.allowed_dynamic_shared = value;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuFuncGetParamInfo = [](CUfunction function, std::size_t index, std::size_t* offset,
                            std::size_t* size) {
    const auto& sizes = kernel_of(function).second.parameters;
    if (index >= sizes.size()) return CUresult{CUDA_ERROR_INVALID_VALUE};
    *offset = 0;
    *size = sizes[index];
    return CUresult{CUDA_SUCCESS};
  };
  d.cuLaunchKernel = [](CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                        unsigned by, unsigned bz, unsigned shared, CUstream stream, void** values,
                        void**) {
    auto& [name, kernel] = kernel_of(function);
    world.launches.push_back({name,
                              {gx, gy, gz},
                              {bx, by, bz},
                              shared,
                              stream,
                              static_cast<CUdevice>(number_of(world.current)) - 1});
    if (kernel.action) kernel.action(values);
    return work(stream);
  };
}

}  // namespace

FakeWorld& fake_world(FakeWorld start) {
  world = std::move(start);
  return world;
}

Driver fake_driver() {
  Driver driver;
  manage_images(driver);
  describe(driver);
  manage_contexts(driver);
  manage_memory(driver);
  manage_pools(driver);
  manage_streams(driver);
  manage_kernels(driver);
  return driver;
}

Nvrtc fake_nvrtc() {
  Nvrtc nvrtc;
  nvrtc.nvrtcVersion = [](int* major, int* minor) {
    *major = 13;
    *minor = 0;
    return nvrtcResult{NVRTC_SUCCESS};
  };
  nvrtc.nvrtcGetNumSupportedArchs = [](int* count) {
    *count = 4;
    return nvrtcResult{NVRTC_SUCCESS};
  };
  nvrtc.nvrtcGetSupportedArchs = [](int* architectures) {
    for (const int each : {100, 75, 80, 90}) *architectures++ = each;
    return nvrtcResult{NVRTC_SUCCESS};
  };
  nvrtc.nvrtcCreateProgram = [](nvrtcProgram* program, const char*, const char*, int,
                                const char* const*, const char* const*) {
    *program = handle_of<nvrtcProgram>(1);
    return nvrtcResult{NVRTC_SUCCESS};
  };
  nvrtc.nvrtcDestroyProgram = [](nvrtcProgram*) { return nvrtcResult{NVRTC_SUCCESS}; };
  nvrtc.nvrtcCompileProgram = [](nvrtcProgram, int count, const char* const* options) {
    ++world.compilations;
    world.options.insert(world.options.end(), options, options + count);
    return world.compile_code;
  };
  nvrtc.nvrtcGetProgramLogSize = [](nvrtcProgram, std::size_t* size) {
    *size = world.compile_log.size() + 1;
    return nvrtcResult{NVRTC_SUCCESS};
  };
  nvrtc.nvrtcGetProgramLog = [](nvrtcProgram, char* log) {
    std::memcpy(log, world.compile_log.c_str(), world.compile_log.size() + 1);
    return nvrtcResult{NVRTC_SUCCESS};
  };
  nvrtc.nvrtcAddNameExpression = [](nvrtcProgram, const char* name) {
    world.lowered.push_back(std::string("_") + name);
    return nvrtcResult{NVRTC_SUCCESS};
  };
  nvrtc.nvrtcGetLoweredName = [](nvrtcProgram, const char* name, const char** lowered) {
    const auto found = std::ranges::find(world.lowered, std::string("_") + name);
    if (found == world.lowered.end()) return nvrtcResult{10};
    *lowered = found->c_str();
    return nvrtcResult{NVRTC_SUCCESS};
  };
  nvrtc.nvrtcGetCUBINSize = [](nvrtcProgram, std::size_t* size) {
    *size = 8;
    return nvrtcResult{NVRTC_SUCCESS};
  };
  nvrtc.nvrtcGetCUBIN = [](nvrtcProgram, char* image) {
    std::memcpy(image,
                "\x7f"
                "ELF....",
                8);
    return nvrtcResult{NVRTC_SUCCESS};
  };
  nvrtc.nvrtcGetPTXSize = nvrtc.nvrtcGetCUBINSize;
  nvrtc.nvrtcGetPTX = nvrtc.nvrtcGetCUBIN;
  nvrtc.nvrtcGetErrorString = [](nvrtcResult) { return "NVRTC_ERROR_FAKE"; };
  nvrtc.linker = fake_linker();
  ask_nvrtc(nvrtc);
  return nvrtc;
}

JitLink fake_linker() {
  JitLink linker;
  linker.nvJitLinkCreate = [](nvJitLinkHandle* handle, std::uint32_t count, const char** options) {
    world.linked.insert(world.linked.end(), options, options + count);
    *handle = handle_of<nvJitLinkHandle>(1);
    return nvJitLinkResult{NVJITLINK_SUCCESS};
  };
  linker.nvJitLinkDestroy = [](nvJitLinkHandle*) { return nvJitLinkResult{NVJITLINK_SUCCESS}; };
  linker.nvJitLinkAddData = [](nvJitLinkHandle, nvJitLinkInputType, const void*, std::size_t,
                               const char* name) {
    world.linked.emplace_back(name);
    return nvJitLinkResult{NVJITLINK_SUCCESS};
  };
  linker.nvJitLinkComplete = [](nvJitLinkHandle) {
    return nvJitLinkResult{world.link_log.empty() ? NVJITLINK_SUCCESS : 6};
  };
  linker.nvJitLinkGetErrorLogSize = [](nvJitLinkHandle, std::size_t* size) {
    *size = world.link_log.size();
    return nvJitLinkResult{NVJITLINK_SUCCESS};
  };
  linker.nvJitLinkGetErrorLog = [](nvJitLinkHandle, char* log) {
    std::memcpy(log, world.link_log.data(), world.link_log.size());
    return nvJitLinkResult{NVJITLINK_SUCCESS};
  };
  linker.nvJitLinkGetLinkedCubinSize = [](nvJitLinkHandle, std::size_t* size) {
    *size = 8;
    return nvJitLinkResult{NVJITLINK_SUCCESS};
  };
  linker.nvJitLinkGetLinkedCubin = [](nvJitLinkHandle, void* image) {
    std::memcpy(image,
                "\x7f"
                "ELF....",
                8);
    return nvJitLinkResult{NVJITLINK_SUCCESS};
  };
  return linker;
}

Nvml fake_nvml() {
  Nvml nvml;
  nvml.nvmlErrorString = [](nvmlReturn_t) { return "fake"; };
  nvml.nvmlSystemGetDriverVersion = [](char* text, unsigned size) {
    return copy_text(text, static_cast<int>(size), "580.1");
  };
  nvml.nvmlDeviceGetHandleByPciBusId = [](const char* id, nvmlDevice_t* device) {
    *device = handle_of<nvmlDevice_t>(7);
    return std::strcmp(id, "0000:00:00.0") == 0 ? nvmlReturn_t{NVML_SUCCESS} : nvmlReturn_t{6};
  };
  nvml.nvmlDeviceGetClockInfo = [](nvmlDevice_t, int which, unsigned* mhz) {
    *mhz = which == NVML_CLOCK_SM ? 1980 : 3201;
    return nvmlReturn_t{NVML_SUCCESS};
  };
  nvml.nvmlDeviceGetPowerUsage = [](nvmlDevice_t, unsigned* milliwatts) {
    *milliwatts = 123456;
    return nvmlReturn_t{NVML_SUCCESS};
  };
  nvml.nvmlDeviceGetTemperature = [](nvmlDevice_t, int, unsigned*) {
    return nvmlReturn_t{NVML_ERROR_NOT_SUPPORTED};
  };
  nvml.nvmlDeviceGetCurrentClocksThrottleReasons = [](nvmlDevice_t, unsigned long long* reasons) {
    *reasons = world.throttle_reasons;
    return nvmlReturn_t{NVML_SUCCESS};
  };
  nvml.nvmlDeviceGetTotalEnergyConsumption = [](nvmlDevice_t, unsigned long long* millijoules) {
    *millijoules = static_cast<unsigned long long>(world.clock_ms * 1000);
    return world.energy_code;
  };
  return nvml;
}

Libraries fake_libraries() {
  Libraries libraries;
  libraries.driver = fake_driver();
  libraries.nvrtc = fake_nvrtc();
  libraries.nvml = fake_nvml();
  return libraries;
}

std::unique_ptr<Accelerator> fake_device(const DeviceOptions& options) {
  const Libraries libraries = fake_libraries();
  auto found = find_devices(libraries.driver, libraries.versions());
  return open(libraries, std::move(found.at(0)), options);
}

}  // namespace assay::device::cuda::test
