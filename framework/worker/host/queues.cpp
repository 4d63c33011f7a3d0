// Queues, other devices, and the libraries of a vendor.
#include <functional>

#include "framework/worker/host/functions.hpp"
#include "framework/worker/host/guarded.hpp"

namespace assay::host {

assay_status queue_create(assay_context* context, assay_queue** queue) {
  return guarded(context, [&] {
    require(queue != nullptr, "the target of a new queue");
    *queue = context->add(context->capability<device::Queues>().create_queue(false));
  });
}

assay_status queue_create_urgent(assay_context* context, assay_queue** queue) {
  return guarded(context, [&] {
    require(queue != nullptr, "the target of a new queue");
    *queue = context->add(context->capability<device::Queues>().create_queue(true));
  });
}

void queue_destroy(assay_context* context, assay_queue* queue) {
  guarded(context, [&] { context->remove(queue); });
}

assay_status queue_finish(assay_context* context, assay_queue* queue) {
  return guarded(context, [&] {
    // On the host, work is done when the call that does it returns.
    if (auto* accelerator = context->accelerator()) accelerator->finish(queue_object(queue));
  });
}

assay_status queue_wait(assay_context* context, assay_queue* queue, assay_queue* other) {
  return guarded(context, [&] {
    context->capability<device::Queues>().wait(queue_object(queue), queue_object(other));
  });
}

assay_status sibling_context(assay_context* context, uint32_t number, assay_context** sibling) {
  return guarded(context, [&] {
    require(sibling != nullptr, "the target of a sibling context");
    *sibling = &context->sibling(number);
  });
}

assay_status backend_context(assay_context* context, assay_backend backend, assay_context** other) {
  return guarded(context, [&] {
    require(other != nullptr, "the target of another device's context");
    *other = &context->on(backend);
  });
}

assay_status buffer_handle(assay_context* context, assay_buffer* buffer, void** handle) {
  return guarded(context, [&] {
    require(buffer != nullptr && handle != nullptr, "buffer or target of a handle");
    *handle = context->capability<device::NativeWork>().native_buffer(*buffer->object);
  });
}

assay_status native_work(assay_context* context, assay_queue* queue,
                         assay_status (*enqueue)(void* native_queue, void* user), void* user) {
  assay_status inner = ASSAY_OK;
  const auto call = [&](void* native) { inner = enqueue(native, user); };
  const assay_status outer = guarded(context, [&] {
    require(enqueue != nullptr, "what enqueues native work");
    // By reference: a copy would take memory anew for each call.
    context->capability<device::NativeWork>().native_work(queue_object(queue), std::ref(call));
    context->first().copies().launched();
  });
  return inner == ASSAY_OK ? outer : inner;
}

void* native_handle(assay_context* context, assay_native which) {
  void* handle = nullptr;
  guarded(context, [&] {
    if (auto* accelerator = context->accelerator()) handle = accelerator->native_handle(which);
  });
  return handle;
}

}  // namespace assay::host
