#pragma once

#include <cstddef>
#include <vector>

#include "framework/device/cuda/context.hpp"

namespace assay::device::cuda {

// Events that are used again and again: creating one costs more than recording it.
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

// Pairs of events around enqueued work under its label, and the seconds it took once collected. The
// time of one piece of work is what passed on its stream between the two events: on an idle stream
// that includes the microseconds by which the work arrives after its first event.
class EventLog {
 public:
  explicit EventLog(Context& context) : context_(context), pool_(context) {}
  ~EventLog();
  EventLog(const EventLog&) = delete;
  EventLog& operator=(const EventLog&) = delete;

  void set_label(WorkLabel label) { label_ = label; }
  [[nodiscard]] WorkLabel label() const { return label_; }
  // While work is recorded it has no times of its own: nothing of it runs.
  void set_recording(bool recording) { recording_ = recording; }

  // Has `enqueue` enqueue work on the stream, between two events unless its label is `untimed`.
  // When very many pairs are pending, the oldest half is waited for and collected, so that a run
  // that nobody asks for times does not pile them up.
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

// A stream of its own, which waits for no other.
class CudaQueue : public Queue {
 public:
  CudaQueue(Context& context, bool urgent);
  ~CudaQueue() override;
  CudaQueue(const CudaQueue&) = delete;
  CudaQueue& operator=(const CudaQueue&) = delete;

  [[nodiscard]] CUstream handle() const { return handle_; }
  void finish();
  // Work enqueued from now on starts after all that is now in `other`.
  void wait_for(CUstream other);

 private:
  Context& context_;
  CUstream handle_ = nullptr;
};

}  // namespace assay::device::cuda
