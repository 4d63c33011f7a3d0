#pragma once

#include <chrono>
#include <string>

namespace assay {

// How long to wait for a process that was asked to end.
inline constexpr std::chrono::milliseconds farewell{1000};

// A worker process that is spoken to in lines, on this host (ChildProcess) or on another one
// (StationLink). One thread makes all calls except kill() and send().
class WorkerProcess {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~WorkerProcess() = default;

  // Writes a line to the process's standard input. False if nobody reads there any more.
  virtual bool send(const std::string& line) = 0;

  enum class Event { line, closed, timeout };
  // Waits for the next line of the process's standard output.
  virtual Event receive(std::string& line, Clock::time_point deadline) = 0;

  // Kills the process, and what it started, at once. Any thread may call.
  virtual void kill() = 0;
  // Suspends the process, and what it started, until it is resumed; it can be killed meanwhile.
  // Does nothing if the process is gone already.
  virtual void pause() = 0;
  virtual void resume() = 0;
  // Closes its standard input, then waits for it to end; kills it after `patience`.
  virtual void end(std::chrono::milliseconds patience) = 0;
  // How it ended: "died of SIGSEGV (Segmentation fault)". Waits for its end as end() does.
  [[nodiscard]] virtual std::string end_and_explain(std::chrono::milliseconds patience) = 0;
  // Whether it died of a SIGKILL that came neither from its own code nor from a kernel out of
  // memory: somebody has ended it. Known after end_and_explain().
  [[nodiscard]] virtual bool was_killed() const = 0;
  // The last lines of its standard error since the last forget_words(); "" if it was silent.
  [[nodiscard]] virtual std::string last_words() const = 0;
  // Forgets its standard error so far: what it says from here on belongs to the next request.
  virtual void forget_words() = 0;
  // Why the process, whatever its state, is out of reach: the connection to its host is gone. "" if
  // it is not.
  [[nodiscard]] virtual std::string why_unreachable() const { return ""; }
};

}  // namespace assay
