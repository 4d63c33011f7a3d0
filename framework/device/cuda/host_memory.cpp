#include "framework/device/cuda/host_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace assay::device::cuda {

CudaHostMemory::CudaHostMemory(Context& context, std::size_t bytes) : context_(context) {
  context_.check(context_.driver().cuMemHostAlloc(&data_, std::max<std::size_t>(bytes, 1),
                                                  CU_MEMHOSTALLOC_PORTABLE),
                 fmt::format("creating page-locked host memory of {} bytes", bytes));
}

CudaHostMemory::~CudaHostMemory() {
  context_.activate_if_open();
  context_.driver().cuMemFreeHost(data_);
}

CudaMemoryLock::CudaMemoryLock(Context& context, void* memory, std::size_t bytes)
    : context_(context), data_(memory) {
  if (bytes == 0) return;
  const CUresult result =
      context_.driver().cuMemHostRegister(memory, bytes, CU_MEMHOSTREGISTER_PORTABLE);
  if (result == CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED) return;
  context_.check(result, fmt::format("page-locking {} bytes of host memory", bytes));
  is_mine_ = true;
}

CudaMemoryLock::~CudaMemoryLock() {
  if (!is_mine_) return;
  context_.activate_if_open();
  context_.driver().cuMemHostUnregister(data_);
}

}  // namespace assay::device::cuda
