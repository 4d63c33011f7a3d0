// Memory of the device, and of the host for copies.

#include <utility>

#include "framework/device/guards.hpp"
#include "framework/worker/host/functions.hpp"
#include "framework/worker/host/guarded.hpp"

namespace assay::host {
namespace {

// Makes a buffer or an image. Where the device has no room for it, what is kept of inputs gives
// way.
template <class Make>
auto with_room(assay_context& context, const Make& make) {
  try {
    return make();
  } catch (const device::DeviceError& error) {
    if (error.status() != ASSAY_OUT_OF_MEMORY || !context.free_kept_inputs()) throw;
  }
  return make();
}

// Where downloads are only noted, the host looks at what lies on the device instead.
template <class Copy>
void read(assay_context& context, const assay_buffer& buffer, size_t offset, void* target,
          size_t bytes, const Copy& copy) {
  require(target != nullptr || bytes == 0, "the target of a read");
  if (context.copies().are_noted()) {
    device::check_buffer_range(buffer.object->size(), offset, bytes, "reading");
  } else {
    copy();
  }
  context.note_read(buffer, offset, target, bytes);
}

}  // namespace

assay_status buffer_create(assay_context* context, size_t bytes, assay_buffer** buffer) {
  return guarded(context, [&] {
    require(buffer != nullptr, "the target of a new buffer");
    auto& memory = context->capability<device::DeviceMemory>();
    *buffer = context->add(with_room(*context, [&] { return memory.create_buffer(bytes); }));
  });
}

assay_status input_buffer_create(assay_context* context, const void* input, size_t bytes,
                                 assay_buffer** buffer) {
  return guarded(context, [&] {
    require(buffer != nullptr && (input != nullptr || bytes == 0),
            "the input or target of a new buffer");
    if ((*buffer = context->take_kept_input(input, bytes)) != nullptr) return;
    auto& memory = context->capability<device::DeviceMemory>();
    auto made = with_room(*context, [&] { return memory.create_buffer(bytes); });
    memory.write(nullptr, *made, 0, input, bytes);
    *buffer = context->add(std::move(made));
    (*buffer)->copy = {input, std::nullopt};
    context->note_write(**buffer, 0, input, bytes);
  });
}

void buffer_destroy(assay_context* context, assay_buffer* buffer) {
  guarded(context, [&] { context->remove(buffer); });
}

assay_status buffer_write(assay_context* context, assay_queue* queue, assay_buffer* buffer,
                          size_t offset, const void* source, size_t bytes) {
  return guarded(context, [&] {
    require(buffer != nullptr && (source != nullptr || bytes == 0), "buffer or source of a write");
    context->capability<device::DeviceMemory>().write(queue_object(queue), *buffer->object, offset,
                                                      source, bytes);
    context->note_write(*buffer, offset, source, bytes);
  });
}

assay_status buffer_read(assay_context* context, assay_queue* queue, assay_buffer* buffer,
                         size_t offset, void* target, size_t bytes) {
  return guarded(context, [&] {
    require(buffer != nullptr, "the buffer of a read");
    read(*context, *buffer, offset, target, bytes, [&] {
      context->capability<device::DeviceMemory>().read(queue_object(queue), *buffer->object, offset,
                                                       target, bytes);
    });
  });
}

assay_status buffer_write_async(assay_context* context, assay_queue* queue, assay_buffer* buffer,
                                size_t offset, const void* source, size_t bytes) {
  return guarded(context, [&] {
    require(buffer != nullptr && (source != nullptr || bytes == 0), "buffer or source of a write");
    context->capability<device::DeviceMemory>().write_async(queue_object(queue), *buffer->object,
                                                            offset, source, bytes);
    context->note_write(*buffer, offset, source, bytes);
  });
}

assay_status buffer_read_async(assay_context* context, assay_queue* queue, assay_buffer* buffer,
                               size_t offset, void* target, size_t bytes) {
  return guarded(context, [&] {
    require(buffer != nullptr, "the buffer of a read");
    read(*context, *buffer, offset, target, bytes, [&] {
      context->capability<device::DeviceMemory>().read_async(queue_object(queue), *buffer->object,
                                                             offset, target, bytes);
    });
  });
}

assay_status image_create(assay_context* context, const assay_image* image, assay_buffer** buffer) {
  return guarded(context, [&] {
    require(image != nullptr && buffer != nullptr, "the description or target of a new image");
    if (image->size < sizeof(assay_image)) {
      throw device::DeviceError(ASSAY_INVALID, "the size of an assay_image is not set");
    }
    auto& images = context->capability<device::Images>();
    *buffer = context->add(with_room(*context, [&] { return images.create_image(*image); }));
  });
}

assay_status host_memory_create(assay_context* context, size_t bytes, void** memory) {
  return guarded(context, [&] {
    require(memory != nullptr, "the target of new host memory");
    *memory =
        context->add(context->capability<device::HostMemorySource>().create_host_memory(bytes));
  });
}

assay_status host_memory_lock(assay_context* context, void* memory, size_t bytes) {
  return guarded(context, [&] {
    require(memory != nullptr || bytes == 0, "the memory to lock");
    context->add(context->capability<device::HostMemorySource>().lock_host_memory(memory, bytes));
  });
}

void host_memory_destroy(assay_context* context, void* memory) {
  guarded(context, [&] { context->remove_host_memory(memory); });
}

assay_status buffer_fill(assay_context* context, assay_queue* queue, assay_buffer* buffer,
                         size_t offset, size_t bytes, const void* pattern, size_t pattern_size) {
  return guarded(context, [&] {
    require(buffer != nullptr && pattern != nullptr, "buffer or pattern of a fill");
    context->capability<device::DeviceMemory>().fill(queue_object(queue), *buffer->object, offset,
                                                     bytes, pattern, pattern_size);
    context->note_write(*buffer, offset, nullptr, bytes);
  });
}

assay_status buffer_copy(assay_context* context, assay_queue* queue, assay_buffer* from,
                         size_t from_offset, assay_buffer* to, size_t to_offset, size_t bytes) {
  return guarded(context, [&] {
    require(from != nullptr && to != nullptr, "a buffer of a copy");
    context->capability<device::DeviceMemory>().copy(queue_object(queue), *from->object,
                                                     from_offset, *to->object, to_offset, bytes);
    context->note_write(*to, to_offset, nullptr, bytes);
  });
}

}  // namespace assay::host
