#pragma once

#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <vector>

#include "framework/supervisor/client.hpp"

namespace assay {

// Compiles upcoming trials in worker processes of its own, so that a compiler that crashes or hangs
// costs one trial and never the process that measures. The compile cache on disk hands the results
// to the measuring process.
class CompileAhead {
 public:
  // Starts no process before the first use; keeps at most `processes`.
  CompileAhead(const WorkerOptions& options, std::size_t processes);
  ~CompileAhead();
  CompileAhead(const CompileAhead&) = delete;
  CompileAhead& operator=(const CompileAhead&) = delete;

  // Enqueues a compilation; the future holds its result (status ok, or what went wrong). `done` is
  // called from another thread once the result is there.
  std::future<TrialResult> submit(TrialRequest request, std::function<void()> done = nullptr);
  // Drops the compilations that no process has begun; their futures become broken promises.
  void drop_waiting();
  // Suspends all compilations until resume(), because something is measured on the same cores.
  void suspend();
  void resume();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
