#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "framework/tune/lane.hpp"

namespace assay {

// Thrown when no lane is left to measure; the message says what happened to each of them.
struct LanesLost {
  std::string message;
};

// The lanes of one machine, or of several machines that are alike (one fingerprint): a measurement
// on one of them stands for all. One thread owns them and makes all calls.
class Lanes {
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
  // The number of compile processes that every lane has while nothing is measured; a measurement
  // takes one core away from them.
  [[nodiscard]] std::size_t compile_processes() const;
  // Whether no lane is measuring.
  [[nodiscard]] bool idle() const;

  // Removes a lane and carries on without it. Returns the note that reports this. Throws LanesLost
  // if it was the last lane.
  std::string dismiss(const Lane& lane, const std::string& reason);

  // Returns when something has finished on any lane since the last call, or after `at_most`.
  void wait(std::chrono::milliseconds at_most);
  // Has all lanes end the trials in flight after their current sample and, once a few seconds have
  // passed, immediately.
  void stop();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;
  std::vector<std::string> departures_;
  std::vector<std::unique_ptr<Lane>> lanes_;  // last: the lanes' threads use the members above
};

}  // namespace assay
