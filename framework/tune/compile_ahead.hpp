#pragma once

#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <vector>

#include "framework/worker/client.hpp"

namespace assay {

// Compiles coming trials in worker processes of its own, so that a compiler that crashes or hangs
// costs one trial and never the process that measures. What it builds reaches that process through
// the compile cache on disk.
class CompileAhead {
 public:
  // Starts no process before the first use; keeps at most `processes`.
  CompileAhead(const WorkerOptions& options, std::size_t processes);
  ~CompileAhead();
  CompileAhead(const CompileAhead&) = delete;
  CompileAhead& operator=(const CompileAhead&) = delete;

  // Enqueues a compilation; the future holds its result (status ok or what went wrong). `done` is
  // called once it does, from another thread.
  std::future<TrialResult> submit(TrialRequest request, std::function<void()> done = nullptr);
  // Forgets what no process has begun; the futures of that are broken promises.
  void drop_waiting();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
