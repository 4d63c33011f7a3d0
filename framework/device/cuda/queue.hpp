#pragma once

#include <cstddef>
#include <vector>

#include "framework/device/cuda/context.hpp"
#include "framework/device/queue.hpp"
#include "framework/device/work_timer.hpp"

namespace assay::device::cuda {

// A pool of events that are used again and again: creating one costs more than recording it.
class EventPool {
 public:
  explicit EventPool(Context& context) : context_(context) {}
  ~EventPool();
  EventPool(const EventPool&) = delete;
  EventPool& operator=(const EventPool&) = delete;

  // The context is active.
  [[nodiscard]] CUevent take();
  void give_back(CUevent event) { free_.push_back(event); }

 private:
  Context& context_;
  std::vector<CUevent> free_;
};

// A log of pairs of events around enqueued work with its label, and of the seconds of collected
// work. The time of one piece of work is what passed on its stream between the two events: on an
// idle stream that includes the microseconds by which the work arrives after its first event.
class EventLog {
 public:
  explicit EventLog(Context& context) : context_(context), pool_(context) {}
  ~EventLog();
  EventLog(const EventLog&) = delete;
  EventLog& operator=(const EventLog&) = delete;

  void set_label(WorkLabel label) { label_ = label; }
  [[nodiscard]] WorkLabel label() const { return label_; }
  // Work that is recorded for a graph has no times of its own, since it does not run.
  void set_recording(bool recording) { recording_ = recording; }

  // Calls `enqueue` to enqueue work on the stream, between two events unless its label is
  // `untimed`. When very many pairs are pending, the oldest half is waited for and collected, so
  // that they do not pile up in a run whose times nobody asks for.
  template <class Enqueue>
  void timed(CUstream stream, Enqueue&& enqueue) {
    if (recording_ || label_ == untimed) return enqueue();
    const CUevent start = record(stream);
    CUevent end = nullptr;
    try {
      enqueue();
      end = record(stream);
    } catch (...) {
      pool_.give_back(start);
      throw;
    }
    add(start, end);
  }

  // Waits for all events and hands out the seconds per label, leaving none behind. Throws
  // DeviceError if work failed.
  std::vector<double> collect();

 private:
  struct Pending {
    WorkLabel label;
    CUevent start;
    CUevent end;
  };
  CUevent record(CUstream stream);
  void add(CUevent start, CUevent end);
  void drain(std::size_t count);
  double seconds_of(const Pending& pending);

  Context& context_;
  EventPool pool_;
  WorkLabel label_ = 0;
  bool recording_ = false;
  std::vector<Pending> pending_;
  std::vector<double> seconds_;
};

// A queue with a stream of its own, which waits for no other stream, or with one of somebody else.
class CudaQueue final : public Queue {
 public:
  CudaQueue(Context& context, bool urgent);
  CudaQueue(Context& context, CUstream borrowed)
      : context_(context), handle_(borrowed), borrowed_(true) {}
  ~CudaQueue() override;
  CudaQueue(const CudaQueue&) = delete;
  CudaQueue& operator=(const CudaQueue&) = delete;

  [[nodiscard]] CUstream handle() const { return handle_; }
  void finish();
  // Makes work enqueued from now on start after all work already enqueued on `other`.
  void wait_for(CUstream other);

 private:
  Context& context_;
  CUstream handle_ = nullptr;
  bool borrowed_ = false;
};

}  // namespace assay::device::cuda
