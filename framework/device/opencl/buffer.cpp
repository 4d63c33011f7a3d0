#include "framework/device/opencl/buffer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "assay/sizes.hpp"
#include "framework/device/guards.hpp"

namespace assay::device::opencl {
namespace {

Handle<cl_mem> allocate(const Context& context, std::size_t bytes, std::size_t requested) {
  const std::size_t limit = context.fact("max_allocation_bytes");
  cl_int code = CL_SUCCESS;
  Handle<cl_mem> memory(
      context.api.clCreateBuffer(context.handle.get(), CL_MEM_READ_WRITE, bytes, nullptr, &code),
      Release<cl_mem>(context.api.clReleaseMemObject));
  const bool too_large = bytes > limit || code == CL_OUT_OF_RESOURCES;
  if (code == CL_SUCCESS) return memory;
  if (!too_large) check(code, fmt::format("creating a buffer of {} bytes", requested));
  throw DeviceError(
      ASSAY_OUT_OF_MEMORY,
      fmt::format("creating a buffer of {} bytes: {}; {} takes at most {} in one piece", requested,
                  error_name(code), context.description.name, limit));
}

}  // namespace

OpenclBuffer::OpenclBuffer(const Context& context, cl_command_queue queue, std::size_t bytes)
    : api_(context.api),
      size_(bytes),
      front_(sdk::rounded_up(guard_zone_bytes(bytes),
                             std::max<std::size_t>(context.fact("memory_alignment_bytes"), 1))),
      back_(guard_zone_bytes(bytes)),
      seeds_(draw_guard_seeds()) {
  if (bytes > std::numeric_limits<std::size_t>::max() - front_ - back_) {
    throw DeviceError(ASSAY_OUT_OF_MEMORY, fmt::format("a buffer of {} bytes", bytes));
  }
  const std::size_t whole = front_ + bytes + back_;
  allocation_ = allocate(context, whole, bytes);

  // A sub-buffer cannot be empty; that of an empty buffer covers the first byte of the zone after
  // it.
  const cl_buffer_region region = {front_, std::max<std::size_t>(bytes, 1)};
  cl_int code = CL_SUCCESS;
  data_ = Handle<cl_mem>(api_.clCreateSubBuffer(allocation_.get(), CL_MEM_READ_WRITE,
                                                CL_BUFFER_CREATE_TYPE_REGION, &region, &code),
                         Release<cl_mem>(api_.clReleaseMemObject));
  check(code, "creating a sub-buffer");

  const unsigned char poison = poison_byte;
  check(
      api_.clEnqueueFillBuffer(queue, allocation_.get(), &poison, 1, 0, whole, 0, nullptr, nullptr),
      "poisoning a buffer");
  write_guards(queue);
}

OpenclBuffer::OpenclBuffer(const Context& context, cl_mem borrowed)
    : api_(context.api), size_(0), front_(0), back_(0), seeds_{} {
  const cl_int code = borrowed == nullptr ? CL_INVALID_MEM_OBJECT
                                          : api_.clGetMemObjectInfo(borrowed, CL_MEM_SIZE,
                                                                    sizeof size_, &size_, nullptr);
  if (code == CL_INVALID_MEM_OBJECT) {
    throw DeviceError(ASSAY_INVALID, borrowed == nullptr ? "the buffer is a null pointer"
                                                         : "the handle is not that of a buffer");
  }
  check(code, "asking for the size of a buffer");
  cl_context owner = nullptr;
  check(api_.clGetMemObjectInfo(borrowed, CL_MEM_CONTEXT, sizeof owner, &owner, nullptr),
        "asking for the context of a buffer");
  if (owner != context.handle.get()) {
    throw DeviceError(ASSAY_INVALID, "the buffer belongs to another context than the queue");
  }
  data_ = Handle<cl_mem>(borrowed, Release<cl_mem>([](cl_mem) -> cl_int { return CL_SUCCESS; }));
}

std::array<OpenclBuffer::Zone, 2> OpenclBuffer::zones() const {
  return {{{0, front_, seeds_.before}, {front_ + size_, back_, seeds_.after}}};
}

void OpenclBuffer::write_guards(cl_command_queue queue) {
  for (const Zone& zone : zones()) {
    std::vector<unsigned char> pattern(zone.size);
    write_guard_pattern(pattern, zone.seed);
    check(api_.clEnqueueWriteBuffer(queue, allocation_.get(), CL_TRUE, zone.offset, zone.size,
                                    pattern.data(), 0, nullptr, nullptr),
          "writing a guard zone");
  }
}

GuardDamage OpenclBuffer::guard_damage(cl_command_queue queue) const {
  if (allocation_ == nullptr) return {};  // borrowed
  const auto contents = [&](const Zone& zone) {
    std::vector<unsigned char> found(zone.size);
    check(api_.clEnqueueReadBuffer(queue, allocation_.get(), CL_TRUE, zone.offset, zone.size,
                                   found.data(), 0, nullptr, nullptr),
          "reading a guard zone");
    return found;
  };
  const auto [before, after] = zones();
  return device::guard_damage(contents(before), contents(after), seeds_);
}

void OpenclBuffer::renew_guards(cl_command_queue queue) {
  if (allocation_ == nullptr) return;  // borrowed
  seeds_ = draw_guard_seeds();
  write_guards(queue);
}

void OpenclBuffer::check_range(std::size_t offset, std::size_t bytes, const char* what) const {
  check_buffer_range(size_, offset, bytes, what);
}

}  // namespace assay::device::opencl
