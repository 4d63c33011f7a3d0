#include "framework/tune/lane.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "framework/core/error.hpp"

namespace assay {
namespace {

// Failures that a device may not survive. All others (a compile error, a wrong result) end within
// the worker and leave the device unharmed.
bool may_harm(TrialStatus status) {
  return status == TrialStatus::crash || status == TrialStatus::timeout ||
         status == TrialStatus::device_error;
}

}  // namespace

Lane::Lane(std::string name, WorkerClient& worker, const WorkerOptions& compilers,
           std::size_t processes, std::function<void()> wake)
    : name_(std::move(name)),
      worker_(&worker),
      processes_(processes),
      wake_(std::move(wake)),
      compiler_(compilers, processes),
      heats_(compilers),
      thread_([this] { serve(); }) {}

Lane::~Lane() {
  if (!idle()) interrupt();
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Lane::post(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  changed_.notify_one();
}

void Lane::serve() {
  for (std::unique_lock lock(mutex_);;) {
    changed_.wait(lock, [&] { return ending_ || !tasks_.empty(); });
    if (tasks_.empty()) break;
    const auto task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    wake_();
    lock.lock();
  }
  // A worker does not outlive the thread that started it; the next user of the client should find
  // no worker rather than a dead one.
  worker_->restart();
}

void Lane::begin(TrialRequest request) {
  request.asks_to_sample = request.on_host_cores;
  measuring_ = call([this, request = std::move(request)](WorkerClient& worker) {
    std::vector measured{measure(worker, request)};
    compiler_.end_sampling();
    return measured;
  });
}

void Lane::begin_heat(std::vector<TrialRequest> requests) {
  measuring_ = call([this, requests = std::move(requests)](WorkerClient& worker) {
    return measure_heat(worker, requests);
  });
}

std::optional<Measured> Lane::poll() {
  auto heat = poll_heat();
  if (!heat) return std::nullopt;
  return std::move(heat->front());
}

std::optional<std::vector<Measured>> Lane::poll_heat() {
  if (idle() || measuring_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return std::nullopt;
  }
  return std::exchange(measuring_, {}).get();
}

void Lane::stop() {
  worker_->stop_trial();
  heats_.stop();
}

void Lane::interrupt() {
  worker_->interrupt();
  heats_.interrupt();
}

void Lane::trust(TrialRequest request) {
  request.sampling.min_samples = 1;
  request.sampling.max_samples = 1;
  request.sampling.race_limit.reset();
  post([this, request = std::move(request)] { trusted_ = request; });
}

Measured Lane::measure(WorkerClient& worker, const TrialRequest& request) {
  try {
    return judged(worker, request.device, worker.run_trial(request, [this](Turn turn) {
      turn == Turn::sample ? compiler_.begin_sampling() : compiler_.end_sampling();
    }));
  } catch (const Error& error) {
    return {{}, Measured::Lane::lost, error.what()};
  }
}

std::vector<Measured> Lane::measure_heat(WorkerClient& worker,
                                         const std::vector<TrialRequest>& requests) {
  worker.restart();  // its memory and its remaining activity would disturb the heat
  std::vector<Measured> heat;
  std::vector<HeatResult> results = heats_.run(requests);
  for (std::size_t k = 0; k < results.size(); ++k) {
    auto& [trial, lost] = results[k];
    heat.push_back(lost.empty() ? judged(worker, requests[k].device, std::move(trial))
                                : Measured{{}, Measured::Lane::lost, std::move(lost)});
  }
  return heat;
}

Measured Lane::judged(WorkerClient& worker, const std::string& device, TrialResult result) {
  Measured measured{std::move(result), Measured::Lane::serves, ""};
  if (!may_harm(measured.result.status)) return measured;
  // A failure may come from the configuration or from a broken device: the trusted request tells
  // them apart, and is repeated in a fresh process before the device is blamed.
  measured.reason = why_stuck(worker, device);
  if (measured.reason.empty()) return measured;
  worker.restart();
  measured.reason = why_stuck(worker, device);
  if (!measured.reason.empty()) measured.lane = Measured::Lane::stuck;
  return measured;
}

std::string Lane::why_stuck(WorkerClient& worker, const std::string& device) {
  try {
    return why_no_trial(worker, device);
  } catch (const Error& error) {
    return error.what();
  }
}

std::string Lane::why_no_trial(WorkerClient& worker, const std::string& device) {
  if (!trusted_ || trusted_->device != device) {
    static_cast<void>(worker.measure_peaks(device));
    return "";
  }
  const TrialResult again = worker.run_trial(*trusted_);
  if (again.ok() || again.status == TrialStatus::stopped) return "";
  return fmt::format("{}: {}", to_string(again.status), again.message);
}

}  // namespace assay
