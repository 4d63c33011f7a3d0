// Compiles the configurations that an online tuner is going to run.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "framework/core/trial.hpp"
#include "framework/device/program.hpp"

namespace assay {

// Compiles on threads of its own, in the order in which configurations are wanted; or, without such
// threads, on the thread that waits for them. No more is compiled at once, or waits to be taken,
// than there are threads. All functions are called by one thread.
class OnlineCompiler {
 public:
  // Compiles a configuration, on any thread.
  using Compile = std::function<std::unique_ptr<device::Program>(std::uint64_t index)>;
  struct Compiled {
    std::uint64_t index = 0;
    TrialResult result;  // whether it compiles
    std::unique_ptr<device::Program> program;
    double seconds = 0;
  };

  // Starts so many threads, or as many of them as the system has room for.
  OnlineCompiler(std::size_t threads, Compile compile);
  // Waits for what is being compiled, since no compiler can be stopped, and leaves out the rest.
  ~OnlineCompiler();
  OnlineCompiler(const OnlineCompiler&) = delete;
  OnlineCompiler& operator=(const OnlineCompiler&) = delete;

  // The threads that compile while the caller does something else.
  [[nodiscard]] std::size_t threads() const { return threads_.size(); }
  // Wants these configurations, the first one most; what was wanted before and is not now is left
  // out, as far as nobody compiles it yet. So many `fewer` than all threads begin something.
  void want(std::span<const std::uint64_t> wanted, std::size_t fewer = 0);
  // What has been compiled, each once, be it still wanted or not. Nothing is begun before want() is
  // called.
  [[nodiscard]] std::vector<Compiled> take();
  // Returns once there is something to take. Something must be wanted, and no thread be left out.
  void wait();

 private:
  enum class State { waiting, compiling, done };
  struct Job {
    State state = State::waiting;
    Compiled compiled;
  };

  // The job to begin, if any may; nullptr otherwise.
  [[nodiscard]] Job* next();
  void run();
  void compile(Job& job, std::unique_lock<std::mutex>& lock);

  Compile compile_;
  std::mutex mutex_;  // of all below, but for what is compiled in jobs that are being compiled
  std::condition_variable changed_;
  bool ends_ = false;
  std::size_t most_ = 0;  // jobs that may be begun and not taken
  std::list<Job> jobs_;   // in the order of compiling them
  std::vector<std::thread> threads_;
};

}  // namespace assay
