// NVIDIA's driver, NVRTC and NVML as tables of functions that need no GPU: device memory is host
// memory, all work is done when it is enqueued, and each piece of work advances a clock by a
// millisecond. As with the real driver, streams and modules belong to the context that was current
// when they were made, and using them in another context is refused.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "framework/device/cuda/cuda_device.hpp"

namespace assay::device::cuda::test {

struct FakeKernel {
  int registers = 32;
  int shared_bytes = 0;  // declared in the kernel
  int local_bytes = 0;
  int max_threads = 1024;
  std::vector<std::size_t> parameters = {};
  std::function<void(void** values)> action = {};
  int allowed_dynamic_shared = 0;
};

struct FakeLaunch {
  std::string kernel;
  unsigned grid[3];
  unsigned block[3];
  unsigned shared;
  CUstream stream;
  CUdevice device;
};

// A CUDA array, whose rows lie one after another.
struct FakeArray {
  CUDA_ARRAY3D_DESCRIPTOR description;
  std::vector<unsigned char> bytes;
};

struct FakeTexture {
  CUDA_RESOURCE_DESC resource;
  CUDA_TEXTURE_DESC description;
};

// The state that the tables of functions work on. There is one at a time: creating the next one
// replaces it. The compiler gives a kernel NAME the name _NAME.
struct FakeWorld {
  int devices = 1;
  std::vector<std::string> names = {};  // of the devices; unnamed ones all differ
  CUresult init_code = CUDA_SUCCESS;
  CUresult retain_code = CUDA_SUCCESS;
  std::map<std::string, FakeKernel> kernels = {};
  std::map<std::string, std::vector<unsigned char>> variables = {};  // of every module
  std::size_t memory_bytes = 1 << 20;
  int has_pools = 1;
  CUresult work_code = CUDA_SUCCESS;  // returned by waiting for work, where a fault shows

  nvrtcResult compile_code = NVRTC_SUCCESS;
  std::string compile_log = {};
  std::string link_log = {};  // unless empty, linking fails
  unsigned long long throttle_reasons = 0;
  nvmlReturn_t energy_code = NVML_SUCCESS;

  // Records of what happened follow.
  int retained = 0;
  int contexts_made_current = 0;
  int waits_for_contexts = 0;
  int compilations = 0;
  int live_streams = 0;
  int live_events = 0;
  int live_modules = 0;
  int loaded_modules = 0;  // since the start, unloaded ones included
  int live_host_memory = 0;
  std::uint64_t kept_bytes = 0;  // kept by the pool
  int trims = 0;                 // of the pool, by the driver's calls
  std::set<const void*> locked_host_memory = {};
  double clock_ms = 0;
  CUcontext current = nullptr;
  std::map<CUstream, CUcontext> stream_contexts = {};
  std::map<CUstream, int> priorities = {};
  std::map<CUdeviceptr, std::vector<unsigned char>> memory = {};
  std::map<CUarray, FakeArray> arrays = {};
  std::map<CUtexObject, FakeTexture> textures = {};
  std::map<CUsurfObject, CUarray> surfaces = {};
  std::vector<FakeLaunch> launches = {};
  std::vector<std::string> options = {};  // of all compilations
  std::vector<std::string> linked = {};   // options of the linker and names of units, in order
  std::vector<std::string> lowered = {};  // names of kernels that were asked for
  std::vector<std::string> waits = {};    // "stream 2 waits for stream 1"
};

// Resets the world to `start` and returns it; valid until the next call.
FakeWorld& fake_world(FakeWorld start = {});
// Tables of functions that work on the world of the last call of fake_world.
[[nodiscard]] Driver fake_driver();
[[nodiscard]] Nvrtc fake_nvrtc();
[[nodiscard]] JitLink fake_linker();
[[nodiscard]] Nvml fake_nvml();
[[nodiscard]] Libraries fake_libraries();
// The first device of the world.
[[nodiscard]] std::unique_ptr<Accelerator> fake_device(const DeviceOptions& options = {});

}  // namespace assay::device::cuda::test
