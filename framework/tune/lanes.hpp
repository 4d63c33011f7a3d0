#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "framework/measure/clock.hpp"
#include "framework/tune/lane.hpp"
#include "framework/tune/trial_lanes.hpp"

namespace assay {

// The lanes of one machine, or of several machines that are alike (one fingerprint): a measurement
// on one of them stands for all. One thread owns them and makes all calls.
class Lanes final : public TrialLanes {
 public:
  Lanes() = default;
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  // Adds a lane. `worker` must outlive it; `options` says how to start more workers of its kind,
  // for compiling.
  void add(const std::string& name, WorkerClient& worker, const WorkerOptions& options);

  [[nodiscard]] auto begin() const { return lanes_.begin(); }
  [[nodiscard]] auto end() const { return lanes_.end(); }
  [[nodiscard]] std::size_t size() const { return lanes_.size(); }
  [[nodiscard]] std::vector<TrialLane*> serving() const override;
  // Whether no lane is measuring.
  [[nodiscard]] bool idle() const;

  std::string dismiss(const TrialLane& lane, const std::string& reason) override;
  void wait(std::chrono::milliseconds at_most) override;
  // Has all lanes end the trials in flight after their current sample and, once a few seconds have
  // passed, immediately.
  void stop() override;
  [[nodiscard]] double seconds() const override { return watch_.seconds(); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;
  Stopwatch watch_;
  std::vector<std::string> departures_;
  std::vector<std::unique_ptr<Lane>> lanes_;  // last: the lanes' threads use the members above
};

}  // namespace assay
