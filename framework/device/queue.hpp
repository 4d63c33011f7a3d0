#pragma once

#include <memory>
#include <string>

namespace assay::device {

class Device;

// Work that a device does in the order in which it was enqueued.
class Queue {
 public:
  virtual ~Queue() = default;
};

// The capability of doing work that is enqueued while the host goes on.
class Queues {
 public:
  // Kernels of urgent queues start before those of other queues, on backends with priorities.
  virtual std::unique_ptr<Queue> create_queue(bool urgent) = 0;
  // Makes work enqueued on `queue` from now on start after all work already enqueued on `other` has
  // ended; nullptr is the default queue. Returns at once.
  virtual void wait(Queue* queue, Queue* other) = 0;
  virtual void finish(Queue* queue) = 0;  // nullptr: all queues of the device

  [[nodiscard]] static std::string missing_on(const Device& device);

 protected:
  ~Queues() = default;
};

}  // namespace assay::device
