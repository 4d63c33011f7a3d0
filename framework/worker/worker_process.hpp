#pragma once

#include <chrono>
#include <string>

namespace assay {

// For a process that was told to end.
inline constexpr std::chrono::milliseconds farewell{1000};

// A worker as a process that is spoken to in lines, on this host (ChildProcess) or on another one
// (StationLink). But for kill() and send(), one thread makes all calls.
class WorkerProcess {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~WorkerProcess() = default;

  // Writes a line to the process's standard input. False if nobody reads there any more.
  virtual bool send(const std::string& line) = 0;

  enum class Event { line, closed, timeout };
  // Waits for the next line of the process's standard output.
  virtual Event receive(std::string& line, Clock::time_point deadline) = 0;

  // From any thread: kills the process, and what it started, at once.
  virtual void kill() = 0;
  // Stops the process where it is, and what it started, until it is resumed; killed it can be
  // meanwhile. Where it was gone already nothing happens.
  virtual void pause() = 0;
  virtual void resume() = 0;
  // Ends its standard input, then waits for it; kills it when `patience` is over.
  virtual void end(std::chrono::milliseconds patience) = 0;
  // How it ended: "died of SIGSEGV (Segmentation fault)". Waits for it as `end` does.
  [[nodiscard]] virtual std::string end_and_explain(std::chrono::milliseconds patience) = 0;
  // Whether it died of SIGKILL, which is nothing that its own code does, and not because the kernel
  // ran out of memory: somebody has ended it. Known once it was explained.
  [[nodiscard]] virtual bool was_killed() const = 0;
  // The last lines of its standard error since they were forgotten last, "" if it was silent.
  [[nodiscard]] virtual std::string last_words() const = 0;
  // What it says from here on belongs to what it is asked next.
  virtual void forget_words() = 0;
  // Why it is out of reach, whatever became of it: the connection to its host is gone. "" if it is
  // not.
  [[nodiscard]] virtual std::string why_unreachable() const { return ""; }
};

}  // namespace assay
