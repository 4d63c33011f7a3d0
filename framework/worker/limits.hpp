// How long a worker may be silent before its supervisor gives it up.
#pragma once

#include <cstdint>
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
  virtual void enter(Stage) {}
  // What it limits begins anew.
  virtual void renew() {}
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
// share one. Request and options must outlive the limit.
class TrialLimit : public Limit {
 public:
  TrialLimit(const TrialRequest& request, const WorkerOptions& options);
  [[nodiscard]] ChildProcess::Clock::time_point deadline() const override { return deadline_; }
  [[nodiscard]] std::string text() const override;
  void enter(Stage stage) override;
  void renew() override;

 private:
  void set(double seconds, const char* what);

  const TrialRequest& request_;
  const WorkerOptions& options_;
  double seconds_ = 0;
  const char* what_ = "";
  ChildProcess::Clock::time_point deadline_;
};

}  // namespace assay
