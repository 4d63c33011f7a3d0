// A vendor's own view of a device, for its libraries.
#pragma once

#include <functional>
#include <string>

#include "assay/plugin.h"
#include "framework/device/device_memory.hpp"
#include "framework/device/queue.hpp"

namespace assay::device {

// The capability of handing out the vendor's handle of the device itself.
class NativeHandles {
 public:
  virtual void* native_handle(assay_native which) = 0;  // nullptr if there is none

 protected:
  ~NativeHandles() = default;
};

// The capability of having a vendor's library work on buffers and queues of the device.
class NativeWork {
 public:
  // The vendor's handle of a buffer's memory.
  virtual void* native_buffer(Buffer& buffer) = 0;
  // Calls `enqueue` with the queue's native handle to enqueue work on it directly; timed as one
  // piece of work.
  virtual void native_work(Queue* queue, const std::function<void(void* native)>& enqueue) = 0;

  [[nodiscard]] static std::string missing_on(const Device& device);

 protected:
  ~NativeWork() = default;
};

}  // namespace assay::device
