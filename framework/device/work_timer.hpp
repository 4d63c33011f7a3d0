#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace assay::device {

// Identifies enqueued device work for timing: a label the device stores with the work's events.
using WorkLabel = std::uint32_t;
// The label of work whose time nobody will ask for, such as the preparation of a trial: it is not
// counted, and where timing it would cost something, it is not timed.
constexpr WorkLabel untimed = std::numeric_limits<WorkLabel>::max();

// The capability of timing enqueued work by the device's own clock.
class WorkTimer {
 public:
  // Counts the device time of work enqueued from now on under `label` (initially 0). Labels index a
  // vector, so they are small, except for `untimed`.
  virtual void set_label(WorkLabel label) = 0;
  // Waits for everything, then returns and forgets the device seconds per label (index = label).
  // Work of several queues that overlapped counts fully on each.
  virtual std::vector<double> collect_device_seconds() = 0;

 protected:
  ~WorkTimer() = default;
};

}  // namespace assay::device
