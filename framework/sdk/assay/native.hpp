// For plugins that let a vendor's library (CUB, cuBLAS) work on the host's buffers and queues.
#pragma once

#include <exception>
#include <utility>

#include "assay/kernel.hpp"

namespace assay::sdk {

// Calls `enqueue(native)` with the vendor's handle of a queue, a CUstream, while the device's
// context is current. Everything that it enqueues there counts as one piece of work; see
// native_work in plugin.h for what else it may do. Exceptions that it throws pass through.
template <class Enqueue>
void native_work(const Host& host, assay_queue* queue, Enqueue&& enqueue) {
  struct Call {
    Enqueue& enqueue;
    std::exception_ptr thrown = nullptr;
  } call{enqueue};
  const assay_status status = host.table().native_work(
      host.context(), queue,
      [](void* native, void* user) {
        auto& mine = *static_cast<Call*>(user);
        try {
          mine.enqueue(native);
          return ASSAY_OK;
        } catch (...) {  // no exception crosses the boundary; the message comes with it below
          mine.thrown = std::current_exception();
          return ASSAY_INTERNAL;
        }
      },
      &call);
  if (call.thrown) std::rethrow_exception(call.thrown);
  Host::require(status);
}

// The vendor's handle of a queue; nullptr is the default queue. The handle is valid as long as the
// queue.
inline void* native_queue(const Host& host, assay_queue* queue) {
  void* handle = nullptr;
  native_work(host, queue, [&](void* native) { handle = native; });
  return handle;
}

// The address of a buffer in the device's memory (CUDA), valid as long as the buffer.
template <class T>
[[nodiscard]] T* device_pointer(const Host& host, const Buffer<T>& buffer) {
  void* handle = nullptr;
  Host::require(host.table().buffer_handle(host.context(), buffer.get(), &handle));
  return static_cast<T*>(handle);
}

}  // namespace assay::sdk
