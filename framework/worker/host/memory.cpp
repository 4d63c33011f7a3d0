// Memory of the device, and of the host for copies.

#include "framework/worker/host/functions.hpp"
#include "framework/worker/host/guarded.hpp"

namespace assay::host {

assay_status buffer_create(assay_context* context, size_t bytes, assay_buffer** buffer) {
  return guarded(context, [&] {
    require(buffer != nullptr, "the target of a new buffer");
    *buffer = context->add(context->capability<device::DeviceMemory>().create_buffer(bytes));
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
    require(buffer != nullptr && (target != nullptr || bytes == 0), "buffer or target of a read");
    context->capability<device::DeviceMemory>().read(queue_object(queue), *buffer->object, offset,
                                                     target, bytes);
    context->note_read(*buffer, offset, target, bytes);
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
    require(buffer != nullptr && (target != nullptr || bytes == 0), "buffer or target of a read");
    context->capability<device::DeviceMemory>().read_async(queue_object(queue), *buffer->object,
                                                           offset, target, bytes);
    context->note_read(*buffer, offset, target, bytes);
  });
}

assay_status image_create(assay_context* context, const assay_image* image, assay_buffer** buffer) {
  return guarded(context, [&] {
    require(image != nullptr && buffer != nullptr, "the description or target of a new image");
    if (image->size < sizeof(assay_image)) {
      throw device::DeviceError(ASSAY_INVALID, "the size of an assay_image is not set");
    }
    *buffer = context->add(context->capability<device::Images>().create_image(*image));
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

}  // namespace assay::host
