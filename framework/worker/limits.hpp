// How long a worker may be silent before its supervisor gives it up.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "framework/worker/client.hpp"
#include "framework/worker/process.hpp"
#include "framework/worker/stage.hpp"

namespace assay {

// The time `seconds` from now on the clock that waits for workers; at most some years ahead.
[[nodiscard]] ChildProcess::Clock::time_point in_seconds(double seconds);

// Bytes of this host's memory.
[[nodiscard]] std::uint64_t host_memory();

// Bytes of data segment that a worker may have on this host (ChildProcess): 0 GiB means nine tenths
// of its memory.
[[nodiscard]] std::uint64_t memory_limit(double gib);

// Up to which time the worker may be silent, by what it said last.
class Limit {
 public:
  virtual ~Limit() = default;
  [[nodiscard]] virtual ChildProcess::Clock::time_point deadline() const = 0;
  // "60 s for 'prepare'": completes "exceeded its limit of ..."
  [[nodiscard]] virtual std::string text() const = 0;
  // Throws internal Error where no worker that is as it should be would enter that stage.
  virtual void enter(Stage) {}
  // It stood still for so long.
  virtual void extend(std::chrono::nanoseconds) {}
};

// One limit from now on.
class FixedLimit : public Limit {
 public:
  FixedLimit(double seconds, const std::string& what);
  [[nodiscard]] ChildProcess::Clock::time_point deadline() const override { return deadline_; }
  [[nodiscard]] std::string text() const override { return text_; }

 private:
  ChildProcess::Clock::time_point deadline_;
  std::string text_;
};

// The limits of a trial's stages, each counted from the stage's beginning. Compiling and preparing
// share one. Stages go forward only, so that their limits bound the whole; of a pair the second
// side prepares after the first, and ends after it. Request and options must outlive the limit.
class TrialLimit : public Limit {
 public:
  enum class Of { one, pair };
  TrialLimit(const TrialRequest& request, const WorkerOptions& options, Of of = Of::one);
  [[nodiscard]] ChildProcess::Clock::time_point deadline() const override { return deadline_; }
  [[nodiscard]] std::string text() const override;
  void enter(Stage stage) override;
  void extend(std::chrono::nanoseconds waited) override { deadline_ += waited; }

 private:
  void set(double seconds, const char* what);

  const TrialRequest& request_;
  const WorkerOptions& options_;
  std::optional<Stage> stage_;
  int ways_back_;  // so often an earlier stage may follow
  double seconds_ = 0;
  const char* what_ = "";
  ChildProcess::Clock::time_point deadline_;
};

}  // namespace assay
