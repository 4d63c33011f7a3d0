#include "framework/device/cuda/heap.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "framework/device/guards.hpp"

namespace assay::device::cuda {
namespace {

constexpr std::size_t kept_share = 8;  // the pool keeps the device's memory divided by this

}  // namespace

Heap::Heap(Context& context) : context_(context) {
  const Driver& driver = context_.driver();
  int has_pools = 0;
  context_.check(driver.cuDeviceGetAttribute(&has_pools, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED,
                                             context_.device()),
                 "asking for memory pools");
  // The pool's settings are the application's where the context is.
  if (has_pools != 0 && !context_.is_adopted()) {
    context_.check(driver.cuDeviceGetDefaultMemPool(&pool_, context_.device()),
                   "asking for the memory pool");
    std::uint64_t kept = context_.fact("global_memory_bytes") / kept_share;
    context_.check(driver.cuMemPoolSetAttribute(pool_, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &kept),
                   "setting the memory pool up");
  }
  context_.check(driver.cuStreamCreateWithPriority(&stream_, CU_STREAM_NON_BLOCKING, 0),
                 "creating a stream");
}

Heap::~Heap() {
  if (guard_block_.value_or(0) != 0) give_back(*guard_block_);
  context_.activate_if_open();
  context_.driver().cuStreamSynchronize(stream_);
  context_.driver().cuStreamDestroy(stream_);
  if (pool_ != nullptr) context_.driver().cuMemPoolTrimTo(pool_, 0);
}

CUresult Heap::allocate(CUdeviceptr& memory, std::size_t bytes) const {
  const Driver& driver = context_.driver();
  if (pool_ == nullptr) return driver.cuMemAlloc(&memory, bytes);
  return driver.cuMemAllocAsync(&memory, bytes, stream_);
}

CUdeviceptr Heap::take(std::size_t bytes, const std::string& purpose) {
  const Driver& driver = context_.driver();
  CUdeviceptr memory = 0;
  CUresult code = allocate(memory, bytes);
  if (code == CUDA_ERROR_OUT_OF_MEMORY && pool_ != nullptr) {
    // The memory that the pool keeps may be in pieces that are each too small.
    driver.cuMemPoolTrimTo(pool_, 0);
    code = allocate(memory, bytes);
  }
  if (code == CUDA_ERROR_OUT_OF_MEMORY) {
    std::size_t free = 0;
    std::size_t total = 0;
    context_.check(driver.cuMemGetInfo(&free, &total), "asking for free memory");
    throw DeviceError(ASSAY_OUT_OF_MEMORY, fmt::format("{}: {} has {} of {} bytes free", purpose,
                                                       context_.description().name, free, total));
  }
  context_.check(code, purpose);
  return memory;
}

void Heap::give_back(CUdeviceptr memory) noexcept {
  const Driver& driver = context_.driver();
  context_.activate_if_open();
  if (pool_ == nullptr) {
    driver.cuMemFree(memory);  // waits for all work
    return;
  }
  driver.cuCtxSynchronize();
  driver.cuMemFreeAsync(memory, stream_);
}

CUdeviceptr Heap::guard_block() {
  if (guard_block_) return *guard_block_;
  CUdeviceptr memory = 0;
  const bool taken = allocate(memory, device::guard_block().size()) == CUDA_SUCCESS;
  guard_block_ = taken ? memory : 0;
  if (taken) restore_guard_block();
  return *guard_block_;
}

void Heap::restore_guard_block() {
  if (guard_block_.value_or(0) == 0) return;
  const auto block = device::guard_block();
  context_.check(
      context_.driver().cuMemcpyHtoDAsync(*guard_block_, block.data(), block.size(), stream_),
      "writing the contents of guard zones");
  wait("writing the contents of guard zones");
}

std::span<unsigned char> Heap::words(std::size_t bytes) {
  if (bytes > word_bytes_) {
    words_.reset();
    words_.emplace(context_, bytes);
    word_bytes_ = bytes;
  }
  return {static_cast<unsigned char*>(words_->data()), bytes};
}

}  // namespace assay::device::cuda
