#include "framework/device/cuda/buffer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "framework/device/guards.hpp"

namespace assay::device::cuda {

CudaBuffer::CudaBuffer(Heap& heap, std::size_t bytes)
    : heap_(&heap), size_(bytes), zone_bytes_(guard_zone_bytes(bytes)), seeds_(draw_guard_seeds()) {
  if (bytes > std::numeric_limits<std::size_t>::max() - 2 * zone_bytes_) {
    throw DeviceError(ASSAY_OUT_OF_MEMORY, fmt::format("a buffer of {} bytes", bytes));
  }
  allocation_ =
      heap_->take(bytes + 2 * zone_bytes_, fmt::format("creating a buffer of {} bytes", bytes));
  try {
    poison();
  } catch (...) {
    heap_->give_back(allocation_);
    throw;
  }
}

CudaBuffer::CudaBuffer(CUdeviceptr borrowed)
    : heap_(nullptr), size_(0), zone_bytes_(0), seeds_{}, allocation_(borrowed) {
  if (borrowed == 0) throw DeviceError(ASSAY_INVALID, "the buffer is a null pointer");
}

CudaBuffer::~CudaBuffer() {
  if (heap_ != nullptr) heap_->give_back(allocation_);
}

void CudaBuffer::poison() {
  const Driver& driver = heap_->context().driver();
  const std::size_t whole = size_ + 2 * zone_bytes_;
  heap_->context().check(driver.cuMemsetD8Async(allocation_, poison_byte, whole, heap_->stream()),
                         "poisoning a buffer");
  write_guards();
}

void CudaBuffer::write_guards() {
  const char* what = "writing a guard zone";
  const Driver& driver = heap_->context().driver();
  if (const CUdeviceptr block = heap_->guard_block(); block != 0) return copy_guards(block);
  const std::span<unsigned char> words = heap_->words(2 * zone_bytes_);
  const auto write = [&](const Zone& zone, std::span<unsigned char> contents) {
    write_guard_pattern(contents, zone.seed);
    heap_->context().check(
        driver.cuMemcpyHtoDAsync(zone.memory, contents.data(), contents.size(), heap_->stream()),
        what);
  };
  write(zone_before(), words.first(zone_bytes_));
  write(zone_after(), words.last(zone_bytes_));
  heap_->wait(what);
}

void CudaBuffer::copy_guards(CUdeviceptr block) {
  const char* what = "copying a guard zone";
  const Driver& driver = heap_->context().driver();
  for (const Zone& zone : {zone_before(), zone_after()}) {
    for_guard_pieces(
        zone_bytes_, zone.seed, [&](std::size_t from, std::size_t at, std::size_t bytes) {
          heap_->context().check(
              driver.cuMemcpyDtoDAsync(zone.memory + at, block + from, bytes, heap_->stream()),
              what);
        });
  }
  heap_->wait(what);
}

void CudaBuffer::renew_guards() {
  if (heap_ == nullptr) return;
  seeds_ = draw_guard_seeds();
  write_guards();
}

GuardDamage CudaBuffer::guard_damage() {
  if (heap_ == nullptr) return {};
  const Driver& driver = heap_->context().driver();
  const std::span<unsigned char> words = heap_->words(2 * zone_bytes_);
  const auto read = [&](const Zone& zone, std::span<unsigned char> contents) {
    heap_->context().check(
        driver.cuMemcpyDtoHAsync(contents.data(), zone.memory, contents.size(), heap_->stream()),
        "reading a guard zone");
  };
  read(zone_before(), words.first(zone_bytes_));
  read(zone_after(), words.last(zone_bytes_));
  heap_->wait("reading a guard zone");
  return device::guard_damage(words.first(zone_bytes_), words.last(zone_bytes_), seeds_);
}

void CudaBuffer::fill(CUstream stream, std::size_t offset, std::size_t bytes, const void* pattern,
                      std::size_t pattern_size) {
  const Driver& driver = heap_->context().driver();
  const CUdeviceptr target = data() + offset;
  const auto fill_words = [&](auto word, auto set) {
    std::memcpy(&word, pattern, sizeof word);
    heap_->context().check(set(target, word, bytes / sizeof word, stream), "filling a buffer");
  };
  if (pattern_size == 1) return fill_words(std::uint8_t{}, driver.cuMemsetD8Async);
  if (pattern_size == 2) return fill_words(std::uint16_t{}, driver.cuMemsetD16Async);
  const auto* words = static_cast<const unsigned char*>(pattern);
  const bool uniform = std::equal(words + 4, words + pattern_size, words);
  if (uniform) return fill_words(std::uint32_t{}, driver.cuMemsetD32Async);
  // The driver has no wider patterns: the first piece comes from the host (pageable memory, which
  // is copied before the call returns), then the filled part is doubled until it covers the range.
  std::vector<unsigned char> piece(std::min<std::size_t>(bytes, 4096));
  for (std::size_t at = 0; at < piece.size(); ++at) piece[at] = words[at % pattern_size];
  heap_->context().check(driver.cuMemcpyHtoDAsync(target, piece.data(), piece.size(), stream),
                         "filling a buffer");
  for (std::size_t done = piece.size(); done < bytes;) {
    const std::size_t more = std::min(done, bytes - done);
    heap_->context().check(driver.cuMemcpyDtoDAsync(target + done, target, more, stream),
                           "filling a buffer");
    done += more;
  }
}

}  // namespace assay::device::cuda
