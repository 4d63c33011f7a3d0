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
#include "framework/tune/heat.hpp"
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

  // One at a time: begin a trial, or a heat (heat.hpp) of several that ends the worker's process,
  // and ask for what came of it.
  [[nodiscard]] bool idle() const { return !measuring_.valid(); }
  void begin(TrialRequest request);
  void begin_heat(std::vector<TrialRequest> requests);
  [[nodiscard]] std::optional<Measured> poll();
  // In the order of the requests. Once one of them harmed the device, it stands with that one.
  [[nodiscard]] std::optional<std::vector<Measured>> poll_heat();
  // Trials in flight end after their current sample, as ones that were stopped. May be repeated.
  void stop();
  // They end at once, with their workers.
  void interrupt();

  // A request that is known to succeed here. It is what tells, after a trial that crashed, hung or
  // met a device error, whether the device still works; without one its peak rates are measured.
  void trust(TrialRequest request);

 private:
  void post(std::function<void()> task);
  void serve();
  Measured measure(WorkerClient& worker, const TrialRequest& request);
  std::vector<Measured> measure_heat(WorkerClient& worker,
                                     const std::vector<TrialRequest>& requests);
  // Looks after the device, should the trial have harmed it.
  Measured judged(WorkerClient& worker, const std::string& device, TrialResult result);
  [[nodiscard]] std::string why_stuck(WorkerClient& worker, const std::string& device);
  [[nodiscard]] std::string why_no_trial(WorkerClient& worker, const std::string& device);

  std::string name_;
  WorkerClient* worker_;
  std::size_t processes_;
  std::function<void()> wake_;
  CompileAhead compiler_;
  Heats heats_;
  std::future<std::vector<Measured>> measuring_;
  std::optional<TrialRequest> trusted_;  // belongs to the thread

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace assay
