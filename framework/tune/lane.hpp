#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>

#include "framework/tune/compile_ahead.hpp"
#include "framework/worker/client.hpp"

namespace assay {

// A trial on a lane, and what it left of the lane.
struct Measured {
  enum class Lane {
    serves,
    lost,   // the worker is gone and cannot be replaced: the trial is not to blame
    stuck,  // since this trial the device measures nothing any more
  };
  TrialResult result;  // without meaning where the lane is lost
  Lane lane = Lane::serves;
  std::string reason;  // why it no longer serves
};

// One device: a worker that measures on it, the thread that makes all of that worker's calls, and
// processes beside it that compile what it is going to measure.
class Lane {
 public:
  // `worker` measures and must outlive the lane; `compilers` says how to start what compiles for
  // it, at most `processes`. `wake` is called, from other threads, whenever something is through.
  Lane(std::string name, WorkerClient& worker, const WorkerOptions& compilers,
       std::size_t processes, std::function<void()> wake);
  // Waits for the work in hand; a trial in flight is lost.
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::size_t processes() const { return processes_; }

  // Has the lane's thread do something with the worker, after what it was given before.
  template <class Work>
  auto call(Work work) -> std::future<std::invoke_result_t<Work, WorkerClient&>> {
    auto task = std::make_shared<std::packaged_task<std::invoke_result_t<Work, WorkerClient&>()>>(
        [this, work = std::move(work)]() mutable { return work(*worker_); });
    auto result = task->get_future();
    post([task] { (*task)(); });
    return result;
  }

  std::future<TrialResult> compile(TrialRequest request) {
    return compiler_.submit(std::move(request), wake_);
  }
  void drop_waiting() { compiler_.drop_waiting(); }

  // One trial at a time: begin it, in a process of its own if it is to be `fresh`, and ask for it.
  [[nodiscard]] bool idle() const { return !measuring_.valid(); }
  void begin(TrialRequest request, bool fresh = false);
  [[nodiscard]] std::optional<Measured> poll();
  // The trial in flight ends after its current sample, as one that was stopped. May be repeated.
  void stop() { worker_->stop_trial(); }
  // It ends at once, with its worker.
  void interrupt() { worker_->interrupt(); }

  // A request that is known to succeed here. It is what tells, after a trial that crashed, hung or
  // met a device error, whether the device still works; without one its peak rates are measured.
  void trust(TrialRequest request);

 private:
  void post(std::function<void()> task);
  void serve();
  Measured measure(WorkerClient& worker, const TrialRequest& request);
  [[nodiscard]] std::string why_stuck(WorkerClient& worker, const std::string& device);
  [[nodiscard]] std::string why_no_trial(WorkerClient& worker, const std::string& device);

  std::string name_;
  WorkerClient* worker_;
  std::size_t processes_;
  std::function<void()> wake_;
  CompileAhead compiler_;
  std::future<Measured> measuring_;
  std::optional<TrialRequest> trusted_;  // belongs to the thread

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace assay
