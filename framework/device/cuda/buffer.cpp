#include "framework/device/cuda/buffer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "framework/device/guards.hpp"

namespace assay::device::cuda {
namespace {

[[noreturn]] void refuse_memory(Context& context, std::size_t bytes) {
  std::size_t free = 0;
  std::size_t total = 0;
  context.check(context.driver().cuMemGetInfo(&free, &total), "asking for free memory");
  throw DeviceError(ASSAY_OUT_OF_MEMORY,
                    fmt::format("creating a buffer of {} bytes: {} has {} of {} bytes free", bytes,
                                context.description().name, free, total));
}

}  // namespace

CudaBuffer::CudaBuffer(Context& context, CUstream stream, std::size_t bytes)
    : context_(context), size_(bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() - front - guard_zone_bytes) {
    throw DeviceError(ASSAY_OUT_OF_MEMORY, fmt::format("a buffer of {} bytes", bytes));
  }
  const CUresult code =
      context_.driver().cuMemAlloc(&allocation_, front + bytes + guard_zone_bytes);
  if (code == CUDA_ERROR_OUT_OF_MEMORY) refuse_memory(context_, bytes);
  context_.check(code, fmt::format("creating a buffer of {} bytes", bytes));
  try {
    poison(stream);
  } catch (...) {
    context_.driver().cuMemFree(allocation_);
    throw;
  }
}

CudaBuffer::~CudaBuffer() {
  context_.activate_if_open();
  context_.driver().cuMemFree(allocation_);
}

void CudaBuffer::poison(CUstream stream) {
  const Driver& driver = context_.driver();
  const std::size_t whole = front + size_ + guard_zone_bytes;
  context_.check(driver.cuMemsetD8Async(allocation_, poison_byte, whole, stream),
                 "poisoning a buffer");
  for (const auto& [offset, size] : zones()) {
    const auto pattern = guard_pattern(offset, size);
    // Pageable memory, which is copied before the call returns.
    context_.check(driver.cuMemcpyHtoDAsync(allocation_ + offset, pattern.data(), size, stream),
                   "writing guard words");
  }
  context_.check(driver.cuStreamSynchronize(stream), "writing guard words");
}

std::array<CudaBuffer::Zone, 2> CudaBuffer::zones() const {
  return {{{0, front}, {front + size_, guard_zone_bytes}}};
}

bool CudaBuffer::guards_intact(CUstream stream) {
  const Driver& driver = context_.driver();
  return std::ranges::all_of(zones(), [&](const Zone& zone) {
    std::vector<unsigned char> found(zone.size);
    context_.check(
        driver.cuMemcpyDtoHAsync(found.data(), allocation_ + zone.offset, zone.size, stream),
        "reading guard words");
    context_.check(driver.cuStreamSynchronize(stream), "reading guard words");
    return found == guard_pattern(zone.offset, zone.size);
  });
}

void CudaBuffer::fill(CUstream stream, std::size_t offset, std::size_t bytes, const void* pattern,
                      std::size_t pattern_size) {
  const Driver& driver = context_.driver();
  const CUdeviceptr target = data() + offset;
  const auto fill_words = [&](auto word, auto set) {
    std::memcpy(&word, pattern, sizeof word);
    context_.check(set(target, word, bytes / sizeof word, stream), "filling a buffer");
  };
  if (pattern_size == 1) return fill_words(std::uint8_t{}, driver.cuMemsetD8Async);
  if (pattern_size == 2) return fill_words(std::uint16_t{}, driver.cuMemsetD16Async);
  const auto* words = static_cast<const unsigned char*>(pattern);
  const bool uniform = std::equal(words + 4, words + pattern_size, words);
  if (uniform) return fill_words(std::uint32_t{}, driver.cuMemsetD32Async);
  // The driver has no wider patterns: the first piece comes from the host (pageable memory, which
  // is copied before the call returns), then what is there is doubled.
  std::vector<unsigned char> piece(std::min<std::size_t>(bytes, 4096));
  for (std::size_t at = 0; at < piece.size(); ++at) piece[at] = words[at % pattern_size];
  context_.check(driver.cuMemcpyHtoDAsync(target, piece.data(), piece.size(), stream),
                 "filling a buffer");
  for (std::size_t done = piece.size(); done < bytes;) {
    const std::size_t more = std::min(done, bytes - done);
    context_.check(driver.cuMemcpyDtoDAsync(target + done, target, more, stream),
                   "filling a buffer");
    done += more;
  }
}

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
