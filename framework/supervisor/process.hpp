#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "framework/protocol/descriptor.hpp"
#include "framework/supervisor/worker_process.hpp"

namespace assay {

class Confinement;

// The limits of a child process, and what it inherits.
struct ChildLimits {
  // The limit of the child's data segment (RLIMIT_DATA): an allocation beyond it fails instead of
  // provoking the kernel's out-of-memory killer. A child whose process group holds more, shared
  // memory included, is killed when that shows in receive(). 0: no limit.
  std::uint64_t memory_bytes = 0;
  const Confinement* confinement = nullptr;  // entered before the command runs
  std::vector<int> inherited = {};           // descriptors that it gets under the same numbers
};

// A child process, in a process group of its own. It is killed with its group when this object is
// destroyed, and also when the thread that started it ends.
class ChildProcess final : public WorkerProcess {
 public:
  // Executes `command`, found along PATH. Throws environment Error if it cannot be executed.
  ChildProcess(const std::vector<std::string>& command, const ChildLimits& limits);
  // Runs `serve` in a copy of this process instead; its result is the exit code.
  ChildProcess(const std::function<int()>& serve, const ChildLimits& limits);
  ~ChildProcess() override;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  bool send(const std::string& line) override;
  Event receive(std::string& line, Clock::time_point deadline) override;
  void kill() override;
  void pause() override;
  void resume() override;
  void end(std::chrono::milliseconds patience) override;
  [[nodiscard]] std::string end_and_explain(std::chrono::milliseconds patience) override;
  [[nodiscard]] bool was_killed() const override;
  [[nodiscard]] std::string last_words() const override;
  void forget_words() override;
  // Closes the child's standard input: a worker then ends by itself. Not while another thread
  // sends.
  void close_input() { input_.reset(); }

 private:
  ChildProcess();
  void start(const std::vector<std::string>& command, const std::function<int()>& serve,
             const ChildLimits& limits);
  bool reap(bool wait);
  void signal_group(int signal);
  bool read_errors();
  bool holds_too_much();

  std::mutex reaping_;  // held by kill() and by the wait that frees the process number
  pid_t pid_ = -1;      // -1 once reaped
  std::atomic<bool> told_to_die_ = false;
  int status_ = 0;  // as waitpid reports it
  Descriptor input_;
  Descriptor output_;
  Descriptor errors_;
  std::string unread_;              // output that receive() has not returned yet
  std::size_t searched_ = 0;        // bytes of unread_ known to hold no line's end
  std::uint64_t memory_kills_ = 0;  // by the kernel on this host, when the child was started
  std::string fault_;               // why the child is of no more use
  std::uint64_t memory_bytes_ = 0;  // ChildLimits
  Clock::time_point weighed_;       // when its memory was last looked at
  mutable std::mutex hearing_;      // guards error_text_
  std::string error_text_;          // the last part of the child's standard error
  bool forward_errors_;
};

}  // namespace assay
