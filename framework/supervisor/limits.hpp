// How long a worker may be silent before its supervisor gives up on it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "framework/protocol/stage.hpp"
#include "framework/supervisor/client.hpp"
#include "framework/supervisor/process.hpp"

namespace assay {

// The time `seconds` from now on the clock that waits for workers; at most some years ahead.
[[nodiscard]] ChildProcess::Clock::time_point in_seconds(double seconds);

// Bytes of this host's memory.
[[nodiscard]] std::uint64_t host_memory();

// The bytes of data segment that a worker may have on this host (ChildLimits); 0 GiB means nine
// tenths of the host's memory.
[[nodiscard]] std::uint64_t memory_limit(double gib);

// The time up to which a worker may be silent, depending on what it said last.
class Limit {
 public:
  virtual ~Limit() = default;
  [[nodiscard]] virtual ChildProcess::Clock::time_point deadline() const = 0;
  // "60 s for 'prepare'": completes "exceeded its limit of ..."
  [[nodiscard]] virtual std::string text() const = 0;
  // Throws internal Error if no correct worker would enter that stage.
  virtual void enter(Stage) {}
  // Extends the deadline by a time in which the limit stood still.
  virtual void extend(std::chrono::nanoseconds stood_still) = 0;
};

// A single limit that begins with its construction.
class FixedLimit : public Limit {
 public:
  FixedLimit(double seconds, const std::string& what);
  [[nodiscard]] ChildProcess::Clock::time_point deadline() const override { return deadline_; }
  [[nodiscard]] std::string text() const override { return text_; }
  void extend(std::chrono::nanoseconds stood_still) override { deadline_ += stood_still; }

 private:
  ChildProcess::Clock::time_point deadline_;
  std::string text_;
};

// The limits of a trial's stages, each counted from the stage's beginning. Compiling and preparing
// share one limit. Stages only go forward, so that their limits bound the whole trial; in a pair,
// the second side prepares after the first, and ends after it. Request and options must outlive the
// limit.
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
  int ways_back_;  // how often an earlier stage may still follow
  double seconds_ = 0;
  const char* what_ = "";
  ChildProcess::Clock::time_point deadline_;
};

}  // namespace assay
