#pragma once

#include "framework/device/work_timer.hpp"

namespace assay::device {

// A scope in which enqueued work is counted under no label. `Log` has label() and set_label().
template <class Log>
class Untimed {
 public:
  explicit Untimed(Log& log) : log_(log), before_(log.label()) { log_.set_label(untimed); }
  ~Untimed() { log_.set_label(before_); }
  Untimed(const Untimed&) = delete;
  Untimed& operator=(const Untimed&) = delete;

 private:
  Log& log_;
  WorkLabel before_;
};

}  // namespace assay::device
