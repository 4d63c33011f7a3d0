#pragma once

#include <cstddef>
#include <vector>

#include "framework/device/opencl/context.hpp"
#include "framework/device/queue.hpp"
#include "framework/device/work_timer.hpp"

namespace assay::device::opencl {

// A log of events of enqueued work with its label, and of the seconds of collected work.
class EventLog {
 public:
  explicit EventLog(const Api& api) : api_(api) {}

  void set_label(WorkLabel label) { label_ = label; }
  [[nodiscard]] WorkLabel label() const { return label_; }
  // Takes ownership of the event. When very many events are pending, the oldest half is waited for
  // and collected, so that they do not pile up in a run whose times nobody asks for.
  void add(Handle<cl_event> event);
  // Waits for all events and hands out the seconds per label, leaving none behind. Throws
  // DeviceError if work failed.
  std::vector<double> collect();

 private:
  struct Pending {
    WorkLabel label;
    Handle<cl_event> event;
  };
  void drain(std::size_t count);
  [[nodiscard]] double seconds_of(cl_event event) const;

  const Api& api_;
  WorkLabel label_ = 0;
  std::vector<Pending> pending_;
  std::vector<double> seconds_;
};

// An in-order queue with profiling. It is registered with the device for as long as it lives.
class OpenclQueue final : public Queue {
 public:
  OpenclQueue(const Context& context, std::vector<OpenclQueue*>& registry);
  // A queue of somebody else, in order, of which it takes a reference.
  OpenclQueue(const Context& context, std::vector<OpenclQueue*>& registry,
              cl_command_queue adopted);
  ~OpenclQueue() override;
  OpenclQueue(const OpenclQueue&) = delete;
  OpenclQueue& operator=(const OpenclQueue&) = delete;

  [[nodiscard]] cl_command_queue handle() const { return handle_.get(); }
  [[nodiscard]] bool has_profiling() const;
  void flush();   // hands enqueued work to the device
  void finish();  // waits for all enqueued work

 private:
  const Api& api_;
  std::vector<OpenclQueue*>& registry_;
  Handle<cl_command_queue> handle_;
};

}  // namespace assay::device::opencl
