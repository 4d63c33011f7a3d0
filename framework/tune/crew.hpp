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

// That nobody is left to measure; the message says what became of each.
struct CrewLost {
  std::string message;
};

// The lanes of one machine, or of several that are alike (one fingerprint): what one of them
// measures stands for all. One thread owns a crew and makes all calls.
class Crew {
 public:
  Crew() = default;
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // `worker` must outlive the crew; `options` is how more of its kind are started, to compile.
  void add(const std::string& name, WorkerClient& worker, const WorkerOptions& options);

  [[nodiscard]] const std::vector<std::unique_ptr<Lane>>& lanes() const { return lanes_; }
  // That a lane has at least while nobody measures; while somebody does, a core is his.
  [[nodiscard]] std::size_t compile_processes() const;
  // True where nobody measures.
  [[nodiscard]] bool idle() const;

  // Goes on without a lane. Returns how to tell that. Throws CrewLost if it was the last.
  std::string dismiss(const Lane& lane, const std::string& reason);

  // Returns when something came through on any lane since the last call, or after `at_most`.
  void wait(std::chrono::milliseconds at_most);
  // Has all lanes end the trials in flight after their current sample, and after some seconds at
  // once.
  void stop();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;
  std::vector<std::string> departures_;
  std::vector<std::unique_ptr<Lane>> lanes_;  // last: their threads use what stands above
};

}  // namespace assay
