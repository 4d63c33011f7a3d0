// The far end of a connection, which hosts worker processes for a supervisor elsewhere.
#include <fmt/format.h>
#include <unistd.h>

#include <condition_variable>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>

#include "framework/core/error.hpp"
#include "framework/core/json.hpp"
#include "framework/core/shortage.hpp"
#include "framework/protocol/channel.hpp"
#include "framework/protocol/line_reader.hpp"
#include "framework/protocol/protocol.hpp"
#include "framework/supervisor/limits.hpp"
#include "framework/supervisor/station.hpp"

namespace assay {
namespace {

using nlohmann::json;

// Hosts the processes. Each has a thread that starts it, passes on what it says, and reports how it
// ended.
class Host {
 public:
  explicit Host(const std::vector<std::string>& command) : command_(command) {}
  ~Host() {
    std::unique_lock lock(mutex_);
    for (auto& [_, child] : children_) child->kill();
    changed_.wait(lock, [&] { return threads_ == 0; });
  }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  void serve() {
    channel_.send({{protocol::station_key, protocol::version},
                   {"version", ASSAY_VERSION},
                   {"pid", getpid()}});
    LineReader input(STDIN_FILENO);
    for (std::string line; input.next(line);) take_in(line);
  }

 private:
  void take_in(const std::string& line) try {
    const json message = parse_json(line);
    if (message.value("do", "") == "ping") return tell({{"pong", true}});
    const std::int64_t process = integer_from_json(message.at("process"));
    if (message.contains("line")) return feed(process, message.at("line"));
    const std::string verb = message.at("do");
    if (verb == "start") return start(process, message.at("memory_gib"));
    const std::lock_guard lock(mutex_);
    const auto child = children_.find(process);
    if (child == children_.end()) return;
    if (verb == "kill") child->second->kill();
    if (verb == "pause") child->second->pause();
    if (verb == "resume") child->second->resume();
    if (verb == "forget") child->second->forget_words();
    if (verb == "end") child->second->close_input();
  } catch (const std::exception& error) {
    fmt::print(stderr, "assay worker: a message cannot be read: {}\n", error.what());
  }

  void feed(std::int64_t process, const std::string& line) {
    const std::lock_guard lock(mutex_);
    const auto child = children_.find(process);
    if (child != children_.end()) child->second->send(line);
  }

  void start(std::int64_t process, double memory_gib) {
    // The process must be known before the next message, which may be meant for it.
    std::unique_lock lock(mutex_);
    if (children_.contains(process)) throw usage_error("process {} is already started", process);
    ++threads_;
    bool started = false;
    try {
      std::thread([this, process, memory_gib, &started] {
        host(process, memory_gib, started);
        const std::lock_guard ending(mutex_);
        --threads_;
        changed_.notify_all();
      }).detach();
    } catch (const std::system_error& error) {
      --threads_;
      return tell_end(process, shortage(error).value_or(error.what()), false, "");
    }
    changed_.wait(lock, [&] { return started; });
  }

  void host(std::int64_t process, double memory_gib, bool& started) {
    std::unique_ptr<ChildProcess> child;
    std::string end;
    {
      const std::lock_guard lock(mutex_);
      try {
        child = std::make_unique<ChildProcess>(command_, ChildLimits{memory_limit(memory_gib)});
        children_[process] = child.get();
      } catch (const Error& error) {
        end = error.what();
      }
      started = true;
    }
    changed_.notify_all();
    if (!child) return tell_end(process, end, false, "");
    pass_on(process, *child);
    {  // From here on nobody can send to the child or kill it.
      const std::lock_guard lock(mutex_);
      children_.erase(process);
    }
    end = child->end_and_explain(farewell);
    tell_end(process, end, child->was_killed(), child->last_words());
  }

  void pass_on(std::int64_t process, ChildProcess& child) {
    for (std::string line;;) {
      switch (child.receive(line, in_seconds(3600))) {
        case WorkerProcess::Event::line:
          tell({{"process", process}, {"line", line}});
          continue;
        case WorkerProcess::Event::timeout:
          continue;
        case WorkerProcess::Event::closed:
          return;
      }
    }
  }

  void tell_end(std::int64_t process, const std::string& end, bool killed,
                const std::string& words) {
    tell({{"process", process}, {"ended", end}, {"killed", killed}, {"words", words}});
  }

  // Sends a message; errors are ignored, since the end of the input also says that the supervisor
  // is gone.
  void tell(const json& message) try { channel_.send(message); } catch (const Error&) {
  }

  const std::vector<std::string>& command_;
  Channel channel_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::int64_t, ChildProcess*> children_;  // each belongs to its thread
  std::size_t threads_ = 0;
};

}  // namespace

int run_station(const std::vector<std::string>& command) {
  try {
    Host(command).serve();
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "assay worker: {}\n", shortage(error).value_or(error.what()));
    return 3;
  }
}

}  // namespace assay
