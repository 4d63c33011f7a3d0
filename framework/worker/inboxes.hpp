#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "framework/worker/worker_process.hpp"

namespace assay {

// What the processes behind one connection say (protocol.hpp, stations), until somebody asks for
// it: one inbox for each. Any thread may call anything; the process must be one that has an inbox.
class Inboxes {
 public:
  using Clock = WorkerProcess::Clock;

  // Number of a new process, which has an inbox from now on. Where the connection is lost already,
  // it has ended.
  std::int64_t open();
  // Nobody is interested in this process any more.
  void close(std::int64_t process);

  // Takes in one line that came through the connection. Lines that are no messages are noise of the
  // remote shell, and passed over. Throws std::bad_alloc where a message is lost for want of
  // memory.
  void hear(const std::string& line);
  // The connection is lost, and every process with it.
  void lose(const std::string& why);

  // As WorkerProcess::receive.
  WorkerProcess::Event receive(std::int64_t process, std::string& line, Clock::time_point deadline);
  // What this process still says is not received any more.
  void drop(std::int64_t process);

  // Whether this process ends in time.
  bool wait_for_end(std::int64_t process, std::chrono::milliseconds patience);
  // How it ended, in words; none while it runs.
  [[nodiscard]] std::optional<std::string> end_of(std::int64_t process) const;
  [[nodiscard]] bool was_killed(std::int64_t process) const;
  [[nodiscard]] std::string last_words(std::int64_t process) const;

  // Messages so far, and whether further ones come in time.
  [[nodiscard]] std::uint64_t heard() const;
  bool wait_for_more(std::uint64_t heard, std::chrono::milliseconds patience);
  // "" while the connection stands.
  [[nodiscard]] std::string why_lost() const;
  bool wait_for_loss(std::chrono::milliseconds patience);

 private:
  struct Inbox {
    std::deque<std::string> lines;
    std::size_t bytes = 0;           // of these
    bool dropped = false;            // what it says interests nobody
    std::optional<std::string> end;  // how, as ChildProcess explains
    bool killed = false;             // WorkerProcess::was_killed
    std::string words;               // the last ones

    void take(std::string line);
  };

  mutable std::mutex mutex_;  // of all
  std::condition_variable changed_;
  std::map<std::int64_t, Inbox> inboxes_;
  std::int64_t last_process_ = 0;
  std::uint64_t heard_ = 0;
  std::string why_lost_;
};

}  // namespace assay
