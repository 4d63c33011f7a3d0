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

// Compiles upcoming trials in worker processes of its own, so that a compiler that crashes or hangs
// costs one trial and never the process that measures. The compile cache on disk hands the results
// to the measuring process.
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
  // Drops the compilations that no process has begun; their results become broken promises.
  void drop_waiting();
  // Suspends all compilations until resume(), because something is measured on the same cores.
  void suspend();
  void resume();

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
