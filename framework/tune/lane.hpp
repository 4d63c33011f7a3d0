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

#include "framework/supervisor/client.hpp"
#include "framework/tune/compile_ahead.hpp"
#include "framework/tune/heat.hpp"
#include "framework/tune/trial_lanes.hpp"

namespace assay {

// A device that is here: a worker that measures on it, the thread that makes all calls to that
// worker, and further processes that compile upcoming trials. On the host's cores these measure
// them as well (compile_ahead.hpp).
class Lane final : public TrialLane {
 public:
  // `worker` measures and must outlive the lane; `compilers` says how to start the processes that
  // compile for it, at most `processes`. `wake` is called from other threads whenever something has
  // finished.
  Lane(std::string name, WorkerClient& worker, const WorkerOptions& compilers,
       std::size_t processes, std::function<void()> wake);
  // Waits for the task in progress; a trial in flight is lost.
  ~Lane() override;
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::size_t processes() const override { return processes_; }

  // Has the lane's thread run `work` with the worker, after the work it was given before.
  template <class Work>
  auto call(Work work) -> std::future<std::invoke_result_t<Work, WorkerClient&>> {
    auto task = std::make_shared<std::packaged_task<std::invoke_result_t<Work, WorkerClient&>()>>(
        [this, work = std::move(work)]() mutable { return work(*worker_); });
    auto result = task->get_future();
    post([task] { (*task)(); });
    return result;
  }

  std::unique_ptr<Compilation> compile(TrialRequest request) override {
    return std::make_unique<CompileAhead::Submitted>(
        request.on_host_cores ? compiler_.submit_whole(std::move(request), wake_)
                              : compiler_.submit(std::move(request), wake_));
  }
  // Drops compilations that wait, and ends trials of compile().
  void drop() { compiler_.drop(); }

  [[nodiscard]] bool idle() const override { return !measuring_.valid(); }
  void begin(TrialRequest request) override;
  [[nodiscard]] std::optional<Measured> poll() override;
  // Begins, in place of one trial, a heat of several (heat.hpp), which ends the worker's process.
  void begin_heat(std::vector<TrialRequest> requests);
  // The outcomes in the order of the requests. If one of them harmed the device, its outcome
  // says so.
  [[nodiscard]] std::optional<std::vector<Measured>> poll_heat();
  // Has the trials in flight end after their current sample, with the status "stopped". May be
  // repeated.
  void stop();
  // Ends the trials in flight and their workers immediately.
  void interrupt();

  // Sets a request that is known to succeed on this lane. It shows whether the device still works
  // after a trial that crashed, hung or met a device error; without one, the device's peak rates
  // are measured instead.
  void trust(TrialRequest request);

 private:
  void post(std::function<void()> task);
  void serve();
  // Measures a trial, and has compilations stand still from when it asks to sample until it has.
  Measured measure(WorkerClient& worker, const TrialRequest& request);
  std::vector<Measured> measure_heat(WorkerClient& worker,
                                     const std::vector<TrialRequest>& requests);
  // The outcome of a trial; checks the device if the trial may have harmed it.
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
  std::optional<TrialRequest> trusted_;  // used by the lane's thread only

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace assay
