#include "framework/worker/station.hpp"

#include <future>
#include <new>
#include <nlohmann/json.hpp>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/json.hpp"
#include "framework/worker/greeting.hpp"
#include "framework/worker/protocol.hpp"

namespace assay {

using nlohmann::json;
using namespace std::chrono_literals;

namespace {

// For a command whose input has ended, and for an answer to what takes no time.
constexpr auto last_answer = 2000ms;

// Who listens without an end looks up so often.
constexpr auto listening = 24h;

// What a process says and nobody has asked for; one that says more floods its supervisor.
constexpr std::size_t most_unheard_bytes = 128 << 20;

}  // namespace

// One process at the far end.
class StationLink final : public WorkerProcess {
 public:
  StationLink(std::shared_ptr<Station> station, std::int64_t process)
      : station_(std::move(station)), process_(process) {}
  ~StationLink() override {
    tell("kill");
    const std::lock_guard lock(station_->mutex_);
    station_->inboxes_.erase(process_);
  }
  StationLink(const StationLink&) = delete;
  StationLink& operator=(const StationLink&) = delete;

  bool send(const std::string& line) override {
    return station_->send({{"process", process_}, {"line", line}});
  }

  Event receive(std::string& line, Clock::time_point deadline) override {
    std::unique_lock lock(station_->mutex_);
    Station::Inbox& inbox = station_->inboxes_.at(process_);
    const bool something = station_->changed_.wait_until(
        lock, deadline, [&] { return !inbox.lines.empty() || inbox.ended || inbox.dropped; });
    if (!something) return Event::timeout;
    if (inbox.lines.empty() || inbox.dropped) return Event::closed;
    line = std::move(inbox.lines.front());
    inbox.lines.pop_front();
    inbox.bytes -= line.size();
    return Event::line;
  }

  void kill() override {
    tell("kill");
    const std::lock_guard lock(station_->mutex_);
    station_->inboxes_.at(process_).dropped = true;
    station_->changed_.notify_all();
  }
  void pause() override { tell("pause"); }
  void resume() override { tell("resume"); }

  void end(std::chrono::milliseconds patience) override {
    tell("end");
    if (wait_for_end(patience)) return;
    kill();
    // It may be stuck in a driver; or else nobody heard of the kill.
    silent_ = !wait_for_end(last_answer) && !station_->answers();
  }

  std::string end_and_explain(std::chrono::milliseconds patience) override {
    end(patience);
    const std::lock_guard lock(station_->mutex_);
    const Station::Inbox& inbox = station_->inboxes_.at(process_);
    return inbox.ended ? inbox.end : "was killed";
  }

  [[nodiscard]] bool was_killed() const override {
    const std::lock_guard lock(station_->mutex_);
    return station_->inboxes_.at(process_).killed;
  }

  void forget_words() override { tell("forget"); }

  [[nodiscard]] std::string last_words() const override {
    const std::lock_guard lock(station_->mutex_);
    return station_->inboxes_.at(process_).words;
  }

  [[nodiscard]] std::string why_unreachable() const override {
    const std::lock_guard lock(station_->mutex_);
    if (silent_ && station_->why_lost_.empty()) {
      return fmt::format("the connection by '{}' does not answer any more", station_->command());
    }
    return station_->why_lost_;
  }

 private:
  void tell(const char* what) { station_->send({{"process", process_}, {"do", what}}); }

  bool wait_for_end(std::chrono::milliseconds patience) {
    std::unique_lock lock(station_->mutex_);
    return station_->changed_.wait_for(lock, patience,
                                       [&] { return station_->inboxes_.at(process_).ended; });
  }

  std::shared_ptr<Station> station_;
  std::int64_t process_;
  bool silent_ = false;  // the whole connection
};

std::shared_ptr<Station> Station::connect(const std::string& command, double start_seconds) {
  return std::shared_ptr<Station>(new Station(command, start_seconds));
}

// The command ends with the thread that started it: the one that listens to it, as long as the
// station lives.
Station::Station(std::string command, double start_seconds) : command_(std::move(command)) {
  std::promise<void> connected;
  auto connecting = connected.get_future();
  listener_ = std::thread([this, start_seconds, &connected] {
    try {
      connection_.emplace(std::vector<std::string>{"/bin/sh", "-c", command_}, ChildLimits{});
      await_greeting(*connection_, protocol::station_key, start_seconds, command_);
    } catch (...) {
      return connected.set_exception(std::current_exception());
    }
    connected.set_value();
    listen();
  });
  try {
    connecting.get();
  } catch (...) {
    listener_.join();
    throw;
  }
}

Station::~Station() {
  {
    const std::lock_guard lock(sending_);
    connection_->close_input();
  }
  {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, last_answer, [&] { return !why_lost_.empty(); });
  }
  connection_->kill();
  listener_.join();
}

std::unique_ptr<WorkerProcess> Station::start(double memory_gib) {
  std::int64_t process = 0;
  {
    const std::lock_guard lock(mutex_);
    process = ++last_process_;
    Inbox& inbox = inboxes_[process];
    inbox.ended = !why_lost_.empty();
    inbox.end = why_lost_;
  }
  auto link = std::make_unique<StationLink>(shared_from_this(), process);
  send({{"process", process}, {"do", "start"}, {"memory_gib", memory_gib}});
  return link;
}

bool Station::send(const json& message) {
  const std::lock_guard lock(sending_);
  return connection_->send(protocol::line(message));
}

bool Station::answers() {
  std::unique_lock lock(mutex_);
  const auto heard = heard_;
  lock.unlock();
  send({{"do", "ping"}});
  lock.lock();
  return changed_.wait_for(lock, last_answer, [&] { return heard_ != heard; });
}

void Station::listen() {
  for (std::string line;;) {
    switch (connection_->receive(line, ChildProcess::Clock::now() + listening)) {
      case WorkerProcess::Event::line:
        take_in(line);
        continue;
      case WorkerProcess::Event::timeout:
        continue;
      case WorkerProcess::Event::closed:
        return lose();
    }
  }
}

// Lines that are no messages are noise of the remote shell, and passed over.
void Station::take_in(const std::string& line) try {
  const json message = parse_json_or_discard(line);
  if (!message.is_object()) return;
  const std::lock_guard lock(mutex_);
  ++heard_;
  changed_.notify_all();
  const auto process = integer_from_json(message.at("process"));
  const auto found = inboxes_.find(process);
  if (found == inboxes_.end()) return;  // nobody is interested any more
  Inbox& inbox = found->second;
  if (inbox.ended) return;
  if (message.contains("line")) {
    inbox.take(message.at("line"));
  } else {
    inbox.end = message.at("ended");
    inbox.killed = message.value("killed", false);
    inbox.words = message.at("words");
    inbox.ended = true;
  }
} catch (const std::bad_alloc&) {
  // A message that is passed over for want of memory would be waited for, and its worker blamed for
  // the silence: without the connection the trial goes to another worker.
  connection_->kill();
} catch (const std::exception&) {  // a message of another shape
  return;
}

void Station::Inbox::take(std::string line) {
  bytes += line.size();
  lines.push_back(std::move(line));
  if (bytes <= most_unheard_bytes) return;
  lines.clear();
  bytes = 0;
  ended = true;
  end = fmt::format("said more than {} MiB that nobody had asked for", most_unheard_bytes >> 20);
}

void Station::lose() {
  {
    const std::lock_guard lock(sending_);
    connection_->close_input();
  }
  const std::string end = connection_->end_and_explain(last_answer);
  const std::string words = connection_->last_words();
  const std::lock_guard lock(mutex_);
  why_lost_ = fmt::format("the connection by '{}' is lost: it {}{}", command_, end,
                          words.empty() ? "" : fmt::format("; it last said:\n{}", words));
  for (auto& [_, inbox] : inboxes_) {
    if (inbox.ended) continue;
    inbox.ended = true;
    inbox.end = why_lost_;
  }
  changed_.notify_all();
}

}  // namespace assay
