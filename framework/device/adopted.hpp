// Devices that work inside an application: on its context and its queue, with its memory.
#pragma once

#include <memory>
#include <string>

#include "framework/device/accelerator.hpp"
#include "framework/device/machine.hpp"

namespace assay::device {

// The capability of a device that was adopted from an application. Its default queue is the
// application's. Work on other queues of the device waits for nothing that the application enqueues
// unless Queues::wait says so. The device waits for its own queues alone; programs are destroyed
// only once work that uses them has ended.
class Adopted {
 public:
  // Memory of the application as a buffer: a cl_mem, or an address in the device's memory. It has
  // no guard zones, stays the application's, and must be there as long as work uses it.
  // ASSAY_INVALID for a null pointer.
  virtual std::unique_ptr<Buffer> borrow(void* native) = 0;
  // Whether work on the default queue can be timed. Other queues always can.
  [[nodiscard]] virtual bool default_queue_is_timed() const = 0;
  // An object that gives this thread back, when it is destroyed, what is current on it now: calls
  // of a device make its CUDA context the current one. It may outlive the device.
  [[nodiscard]] virtual std::shared_ptr<void> keep_thread() = 0;

  [[nodiscard]] static std::string missing_on(const Device& device);

 protected:
  ~Adopted() = default;
};

// Adopt the device of an application's queue, with the queue and its context. OpenCL: an in-order
// cl_command_queue, of which the device takes references of its own. CUDA: a CUstream, or nullptr
// for the default stream of the context that is current; it and its context must outlive the
// device. Throw DeviceError: ASSAY_INVALID for a queue that cannot serve, ASSAY_UNSUPPORTED without
// a driver.
[[nodiscard]] std::unique_ptr<Accelerator> adopt_opencl(void* queue, const DeviceOptions& options);
[[nodiscard]] std::unique_ptr<Accelerator> adopt_cuda(void* stream, const DeviceOptions& options);

}  // namespace assay::device
