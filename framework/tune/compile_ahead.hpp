#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <optional>

#include "framework/supervisor/client.hpp"
#include "framework/tune/trial_lanes.hpp"

namespace assay {

// How many processes compile at once beside a worker of that catalog: one for each core of its
// machine, which need not be this one, and at most 64, since each takes some hundred MB of memory.
[[nodiscard]] std::size_t compile_processes(const Catalog& catalog);

// Compiles upcoming trials in worker processes of its own, so that a compiler that crashes or hangs
// costs one trial and never the process that measures. The compile cache on disk hands the results
// to the measuring process.
//
// Trials on the host's cores go all their way in these processes: some drivers compile at the first
// launch, and several trials may run for the first time and be verified at once. They sample one
// after another, while everything else stands still.
class CompileAhead {
 private:
  struct Impl;
  struct Job;

 public:
  // A compilation that was submitted. All but its result is gone once the compiler is.
  class Submitted final : public Compilation {
   public:
    [[nodiscard]] std::optional<TrialResult> poll() override;
    [[nodiscard]] double seconds() const override;
    void set_aside() override { set(true); }
    void take_up() override { set(false); }
    // Waits for the end and returns the result, once, in place of poll().
    TrialResult get() { return result_.get(); }
    [[nodiscard]] bool ends_within(std::chrono::milliseconds time) const;

   private:
    friend class CompileAhead;
    Submitted(Impl& impl, std::shared_ptr<Job> job);
    void set(bool aside);

    Impl* impl_;
    std::shared_ptr<Job> job_;
    std::future<TrialResult> result_;
  };

  // Starts no process before the first use. At most `processes` compile at once; the process of a
  // compilation that was set aside is suspended beside them.
  CompileAhead(const WorkerOptions& options, std::size_t processes);
  ~CompileAhead();
  CompileAhead(const CompileAhead&) = delete;
  CompileAhead& operator=(const CompileAhead&) = delete;

  // Enqueues a compilation. `done` is called from another thread once the result is there.
  Submitted submit(TrialRequest request, std::function<void()> done = nullptr);
  // Enqueues a whole trial on the host's cores. No more go on at once than half of the host's
  // memory has room for.
  Submitted submit_whole(TrialRequest request, std::function<void()> done = nullptr);
  // Drops what no process has begun, whose results become broken promises, and ends whole trials.
  void drop();
  // Begins to sample on the same cores elsewhere: waits for a trial that samples, and has all else
  // stand still until the end.
  void begin_sampling();
  void end_sampling();

 private:
  Submitted enqueue(std::shared_ptr<Job> job, std::function<void()> done);

  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
