#include "framework/supervisor/station.hpp"

#include <future>
#include <new>
#include <nlohmann/json.hpp>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/protocol/protocol.hpp"
#include "framework/supervisor/greeting.hpp"

namespace assay {

using nlohmann::json;
using namespace std::chrono_literals;

namespace {

// How long to wait for a command whose input has ended, and for an answer that takes no time.
constexpr auto last_answer = 2000ms;

// How long a listener without a deadline waits before it listens again.
constexpr auto listening = 24h;

}  // namespace

// A worker process at the far end.
class StationLink final : public WorkerProcess {
 public:
  StationLink(std::shared_ptr<Station> station, std::int64_t process)
      : station_(std::move(station)), process_(process) {}
  ~StationLink() override {
    tell("kill");
    inboxes().close(process_);
  }
  StationLink(const StationLink&) = delete;
  StationLink& operator=(const StationLink&) = delete;

  bool send(const std::string& line) override {
    return station_->send({{"process", process_}, {"line", line}});
  }
  Event receive(std::string& line, Clock::time_point deadline) override {
    return inboxes().receive(process_, line, deadline);
  }

  void kill() override {
    tell("kill");
    inboxes().drop(process_);
  }
  void pause() override { tell("pause"); }
  void resume() override { tell("resume"); }

  void end(std::chrono::milliseconds patience) override {
    tell("end");
    if (inboxes().wait_for_end(process_, patience)) return;
    kill();
    // The process may be stuck in a driver; or else the kill was not received.
    silent_ = !inboxes().wait_for_end(process_, last_answer) && !station_->answers();
  }
  std::string end_and_explain(std::chrono::milliseconds patience) override {
    end(patience);
    return inboxes().end_of(process_).value_or("was killed");
  }
  [[nodiscard]] bool was_killed() const override { return inboxes().was_killed(process_); }

  void forget_words() override { tell("forget"); }
  [[nodiscard]] std::string last_words() const override { return inboxes().last_words(process_); }

  [[nodiscard]] std::string why_unreachable() const override {
    std::string why = inboxes().why_lost();
    if (!silent_ || !why.empty()) return why;
    return fmt::format("the connection through '{}' no longer answers", station_->command());
  }

 private:
  [[nodiscard]] Inboxes& inboxes() const { return station_->inboxes_; }
  void tell(const char* what) { station_->send({{"process", process_}, {"do", what}}); }

  std::shared_ptr<Station> station_;
  std::int64_t process_;
  bool silent_ = false;  // whether the whole connection is
};

std::shared_ptr<Station> Station::connect(const std::string& command, double start_seconds) {
  return std::shared_ptr<Station>(new Station(command, start_seconds));
}

// The command ends with the thread that started it. So the listener starts it, which lives as long
// as the station.
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
  inboxes_.wait_for_loss(last_answer);
  connection_->kill();
  listener_.join();
}

std::unique_ptr<WorkerProcess> Station::start(double memory_gib) {
  const std::int64_t process = inboxes_.open();
  auto link = std::make_unique<StationLink>(shared_from_this(), process);
  send({{"process", process}, {"do", "start"}, {"memory_gib", memory_gib}});
  return link;
}

bool Station::send(const json& message) {
  const std::lock_guard lock(sending_);
  return connection_->send(protocol::line(message));
}

bool Station::answers() {
  const std::uint64_t heard = inboxes_.heard();
  send({{"do", "ping"}});
  return inboxes_.wait_for_more(heard, last_answer);
}

void Station::listen() {
  for (std::string line;;) {
    switch (connection_->receive(line, ChildProcess::Clock::now() + listening)) {
      case WorkerProcess::Event::line:
        hear(line);
        continue;
      case WorkerProcess::Event::timeout:
        continue;
      case WorkerProcess::Event::closed:
        return lose();
    }
  }
}

void Station::hear(const std::string& line) try {
  inboxes_.hear(line);
} catch (const std::bad_alloc&) {
  // A message that is dropped for lack of memory would be waited for, and its worker blamed for the
  // silence: without the connection the trial goes to another worker.
  connection_->kill();
}

void Station::lose() {
  {
    const std::lock_guard lock(sending_);
    connection_->close_input();
  }
  const std::string end = connection_->end_and_explain(last_answer);
  const std::string words = connection_->last_words();
  inboxes_.lose(fmt::format("the connection through '{}' is lost: it {}{}", command_, end,
                            words.empty() ? "" : fmt::format("; its last output:\n{}", words)));
}

}  // namespace assay
