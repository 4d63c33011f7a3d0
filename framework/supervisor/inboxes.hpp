#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "framework/supervisor/worker_process.hpp"

namespace assay {

// The messages of the processes behind one connection (protocol.hpp, stations), kept until somebody
// asks for them: one inbox for each process. Any thread may call any function; the process must be
// one that has an inbox.
class Inboxes {
 public:
  using Clock = WorkerProcess::Clock;

  // Opens an inbox for a new process, and returns the number of the process. If the connection is
  // lost already, the process has ended.
  std::int64_t open();
  // Removes the inbox of a process that nobody is interested in any more.
  void close(std::int64_t process);

  // Takes in one line that came through the connection. Lines that are no messages are noise of the
  // remote shell, and are ignored. Throws std::bad_alloc if a message is lost for lack of memory.
  void hear(const std::string& line);
  // Records that the connection is lost, and every process with it.
  void lose(const std::string& why);

  // Does what WorkerProcess::receive does.
  WorkerProcess::Event receive(std::int64_t process, std::string& line, Clock::time_point deadline);
  // Discards what this process still says.
  void drop(std::int64_t process);

  // Waits for this process to end; false if it does not end in time.
  bool wait_for_end(std::int64_t process, std::chrono::milliseconds patience);
  // How this process ended, in words; absent while it runs.
  [[nodiscard]] std::optional<std::string> end_of(std::int64_t process) const;
  [[nodiscard]] bool was_killed(std::int64_t process) const;
  [[nodiscard]] std::string last_words(std::int64_t process) const;

  // The number of messages so far.
  [[nodiscard]] std::uint64_t heard() const;
  // Waits until the number of messages differs from `heard`; false if it does not in time.
  bool wait_for_more(std::uint64_t heard, std::chrono::milliseconds patience);
  // Why the connection was lost; "" while it stands.
  [[nodiscard]] std::string why_lost() const;
  bool wait_for_loss(std::chrono::milliseconds patience);

 private:
  struct Inbox {
    std::deque<std::string> lines;
    std::size_t bytes = 0;           // of all lines
    bool dropped = false;            // whether what it says is discarded
    std::optional<std::string> end;  // how it ended, as ChildProcess explains
    bool killed = false;             // WorkerProcess::was_killed
    std::string words;               // the last ones of its standard error

    void take(std::string line);
  };

  mutable std::mutex mutex_;  // guards all that follows
  std::condition_variable changed_;
  std::map<std::int64_t, Inbox> inboxes_;
  std::int64_t last_process_ = 0;
  std::uint64_t heard_ = 0;
  std::string why_lost_;
};

}  // namespace assay
