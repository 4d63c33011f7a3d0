#pragma once

#include <cstddef>
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

  // Enqueues a compilation; the future holds its result (status ok or what went wrong).
  std::future<TrialResult> submit(TrialRequest request);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
