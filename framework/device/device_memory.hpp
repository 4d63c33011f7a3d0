#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "framework/device/comparison.hpp"
#include "framework/device/guards.hpp"
#include "framework/device/queue.hpp"

namespace assay::device {

// Memory of a device.
class Buffer {
 public:
  virtual ~Buffer() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;  // bytes, without the guard zones
  // Whether kernels take it as an image (image.hpp), which is filled as a whole in no more time
  // than in part.
  [[nodiscard]] virtual bool is_image() const { return false; }
};

// The capability of having memory of its own, which the host copies to and from.
class DeviceMemory {
 public:
  // Creates a poisoned buffer: every byte is 0xFF, which is NaN as float and as double. Guard zones
  // lie directly before and after it (guards.hpp), whose contents differ from buffer to buffer.
  // `bytes` may be 0. ASSAY_OUT_OF_MEMORY if the device cannot hold it.
  virtual std::unique_ptr<Buffer> create_buffer(std::size_t bytes) = 0;
  // Offsets and sizes are in bytes; ASSAY_INVALID if the range leaves the buffer. The host memory
  // of write() and read() is free to use when they return. A null `queue` is the device's default
  // queue.
  virtual void write(Queue* queue, Buffer& buffer, std::size_t offset, const void* source,
                     std::size_t bytes) = 0;
  virtual void read(Queue* queue, Buffer& buffer, std::size_t offset, void* target,
                    std::size_t bytes) = 0;
  // `pattern_size` is a power of two up to 16, `offset` and `bytes` are multiples of it.
  virtual void fill(Queue* queue, Buffer& buffer, std::size_t offset, std::size_t bytes,
                    const void* pattern, std::size_t pattern_size) = 0;
  // Copies within the device; returns when the copy is enqueued. ASSAY_INVALID for ranges of one
  // buffer that overlap.
  virtual void copy(Queue* queue, Buffer& from, std::size_t from_offset, Buffer& to,
                    std::size_t to_offset, std::size_t bytes) = 0;
  // Like write() and read(), but these may return when the copy is enqueued: the host memory must
  // stay as it is until the queue is finished.
  virtual void write_async(Queue* queue, Buffer& buffer, std::size_t offset, const void* source,
                           std::size_t bytes) = 0;
  virtual void read_async(Queue* queue, Buffer& buffer, std::size_t offset, void* target,
                          std::size_t bytes) = 0;
  // Waits for all queues, then returns how far outside the buffer something was written, according
  // to its guard zones.
  [[nodiscard]] virtual GuardDamage guard_damage(Buffer& buffer) = 0;
  // Waits for all queues, then gives the guard zones new contents: a result that depends on them
  // changes from then on.
  virtual void renew_guards(Buffer& buffer) = 0;
  // Waits for all queues, then returns the digest (core/digest.hpp) of a range of the buffer's
  // bytes. It is computed on the device where the device can compile, and is `untimed`.
  // ASSAY_INVALID if the range leaves the buffer.
  [[nodiscard]] virtual std::uint64_t digest(Buffer& buffer, std::size_t offset, std::size_t bytes,
                                             std::uint64_t seed) = 0;
  // Waits for all queues, then compares elements with what is expected of them, on the device and
  // `untimed`. Absent where the device cannot: without a compiler, without double precision, in an
  // image, where elements do not begin at a multiple of their size, or where memory is short.
  // ASSAY_INVALID if a range leaves its buffer.
  [[nodiscard]] virtual std::optional<Differences> compare(const Comparison& comparison) = 0;

  [[nodiscard]] static std::string missing_on(const Device& device);

 protected:
  ~DeviceMemory() = default;
};

}  // namespace assay::device
