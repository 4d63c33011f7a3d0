#include "framework/supervisor/conversation.hpp"

#include "framework/core/error.hpp"
#include "framework/core/json_fields.hpp"
#include "framework/protocol/protocol.hpp"
#include "framework/supervisor/greeting.hpp"
#include "framework/supervisor/handover.hpp"
#include "framework/supervisor/station.hpp"

namespace assay {
namespace {

using nlohmann::json;

// A trial whose worker is lost with it is suspected, and repeated with a fresh worker before
// anything is reported of it. After a SIGKILL it is not suspected: that comes from outside, and may
// come again.
constexpr int attempts_if_lost = 2;
constexpr int attempts_if_killed = 6;

}  // namespace

Conversation::Conversation(WorkerOptions options) : options_(std::move(options)) {
  if (options_.handover == nullptr) options_.handover = std::make_shared<Handover>();
}

void Conversation::set_turns(AwaitTurn await_turn, bool rests_between_turns) {
  await_turn_ = std::move(await_turn);
  rests_between_turns_ = rests_between_turns;
}

void Conversation::start() {
  for (int attempt = 1; child_ == nullptr; ++attempt) {
    launch();
    try {
      await_greeting(*child_, protocol::greeting_key, options_.start_seconds, name());
      greeted();
      bring_kernels();
      child_->forget_words();  // those of its start
      answers_ = 0;
    } catch (const WorkerLost& lost) {
      if (attempt < lost.attempts) continue;
      throw environment_error("the worker '{}' did not start: {}", name(), lost.message);
    } catch (const Error&) {
      const auto gone = take_child();
      const bool killed = gone != nullptr && gone->was_killed();
      if (!killed || attempt == attempts_if_killed) throw;
    }
  }
}

// Starts a process, of which it is not yet known whether it is a worker.
void Conversation::launch() {
  const ChildLimits limits{memory_limit(options_.memory_gib), options_.confinement.get()};
  std::unique_ptr<WorkerProcess> fresh;
  if (options_.launch) {
    fresh = options_.launch();
  } else if (options_.station != nullptr) {
    fresh = options_.station->start(options_.memory_gib);
  } else if (options_.serve) {
    fresh = std::make_unique<ChildProcess>(options_.serve, limits);
  } else {
    fresh = std::make_unique<ChildProcess>(command_line(options_), limits);
  }
  const std::lock_guard lock(replacing_);
  child_ = std::move(fresh);
  greeted_ = false;
  interrupted_ = false;
}

std::string Conversation::name() const {
  return options_.station != nullptr ? options_.station->command()
                                     : fmt::format("{}", fmt::join(options_.command, " "));
}

// Takes the child away from all other threads, so that its input may be closed.
std::unique_ptr<WorkerProcess> Conversation::take_child() {
  const std::lock_guard lock(replacing_);
  return std::move(child_);
}

// Throws what is known of the end of a worker that is gone.
void Conversation::lose_crashed(const std::string& subject) {
  const auto gone = take_child();
  if (interrupted_) throw WorkerLost{TrialStatus::crash, subject + " was interrupted", 1};
  const std::string end = gone->end_and_explain(farewell);
  const bool killed = gone->was_killed();
  lose(*gone, {TrialStatus::crash, subject + " " + end,
               killed ? attempts_if_killed : attempts_if_lost, killed});
}

// Kills a worker that is of no more use, and throws. Waiting for a trial once more is worthwhile
// only where what the worker did before may be to blame.
void Conversation::lose_silent(const Limit& limit) {
  const auto gone = take_child();
  gone->kill();
  static_cast<void>(gone->end_and_explain(farewell));
  lose(*gone,
       {TrialStatus::timeout, fmt::format("exceeded its limit of {}{}", limit.text(), stage_text()),
        answers_ > 0 && !interrupted_ ? attempts_if_lost : 1});
}

// Kills the worker and throws. On this host, the trial's code overwrote the worker's memory or took
// over its output. On another host, what answers is somebody's command and may be no worker at all:
// none of its words count.
void Conversation::lose_nonsense(const std::string& what) {
  const auto gone = take_child();
  gone->kill();
  static_cast<void>(gone->end_and_explain(farewell));
  const std::string message = "the worker broke the protocol: " + what;
  if (options_.station != nullptr) {
    throw environment_error("{}{}; the worker is not used any further", message, stage_text());
  }
  lose(*gone, {TrialStatus::crash, message + stage_text(), attempts_if_lost});
}

void Conversation::lose(const WorkerProcess& gone, WorkerLost lost) {
  if (const std::string why = gone.why_unreachable(); !why.empty()) {
    throw environment_error("{}", why);
  }
  if (const std::string words = gone.last_words(); !words.empty()) {
    lost.message += fmt::format("; its last output:\n{}", words);
  }
  throw std::move(lost);
}

void Conversation::stop() {
  const auto leaving = take_child();
  if (leaving == nullptr) return;
  if (std::exchange(resting_, false)) leaving->resume();
  leaving->end(farewell);
}

void Conversation::rest() {
  const std::lock_guard lock(replacing_);
  if (child_ == nullptr || std::exchange(resting_, true)) return;
  child_->pause();
}

// A process that is held goes on only once it is released.
void Conversation::wake() {
  const std::lock_guard lock(replacing_);
  if (std::exchange(resting_, false) && !held_since_) child_->resume();
}

// A process is held only once it has greeted: the limit of its start does not stand still.
void Conversation::greeted() {
  const std::lock_guard lock(replacing_);
  greeted_ = true;
  if (held_since_) child_->pause();
}

void Conversation::hold() {
  const std::lock_guard lock(replacing_);
  if (held_since_) return;
  held_since_ = WorkerProcess::Clock::now();
  if (child_ != nullptr && greeted_) child_->pause();
}

void Conversation::release() {
  const std::lock_guard lock(replacing_);
  if (!held_since_) return;
  held_ += WorkerProcess::Clock::now() - *std::exchange(held_since_, std::nullopt);
  if (child_ != nullptr && !resting_) child_->resume();
}

WorkerProcess::Clock::duration Conversation::newly_held() {
  const std::lock_guard lock(replacing_);
  auto held = std::exchange(held_, WorkerProcess::Clock::duration{0});
  if (held_since_) {
    const auto now = WorkerProcess::Clock::now();
    held += now - *std::exchange(held_since_, now);
  }
  return held;
}

double Conversation::held_seconds() const {
  return std::chrono::duration<double>(held_in_call_).count();
}

json Conversation::call(const char* verb, json request, Limit& limit) {
  start();
  return exchange(verb, std::move(request), limit);
}

// Offers what other workers of this host have created; workers of other hosts create instances of
// their own.
json Conversation::call_for(const InstanceKey& instance, const char* verb, json request,
                            Limit& limit) {
  instance_ = instance;
  if (options_.station == nullptr) {
    protocol::add_offers(request, options_.handover->offers(instance));
    const json needed = {command_line(options_), instance.problem, protocol::variants_of(request)};
    plugins_key_ = needed.dump(-1, ' ', false, json::error_handler_t::replace);
    if (const auto files = options_.handover->plugins_for(plugins_key_))
      request["plugins"] = *files;
  }
  return call(verb, std::move(request), limit);
}

// The scenario's kernels and dispatchers belong to every worker, also to one that replaces another.
void Conversation::bring_kernels() {
  if (options_.kernels.empty() && options_.dispatchers.empty()) return;
  json brought = {{"kernels", to_json(options_.kernels)}};
  if (!options_.dispatchers.empty()) brought["dispatchers"] = json_of(options_.dispatchers);
  FixedLimit limit(options_.start_seconds, "taking in the scenario's kernels");
  static_cast<void>(exchange("bring", std::move(brought), limit));
}

// Needs a worker that has been started. What it said before does not concern this call.
json Conversation::exchange(const char* verb, json request, Limit& limit) {
  wake();
  if (answers_ > 0) child_->forget_words();
  stage_.clear();
  request["id"] = ++last_id_;
  request["do"] = verb;
  if (!send(request)) lose_crashed("the worker");
  json answer = await(last_id_, limit);
  ++answers_;
  if (answer.contains("ok")) return answer.at("ok");
  throw understand([&] { return protocol::error_from_json(answer.at("error")); });
}

// Two threads may send: one sends requests, another says that the trial in flight is to end.
bool Conversation::send(const json& request) {
  const std::lock_guard lock(replacing_);
  return child_->send(protocol::line(request));
}

json Conversation::await(std::int64_t id, Limit& limit) {
  std::string line;
  static_cast<void>(newly_held());  // before this call
  held_in_call_ = {};
  for (;;) {
    const auto event = child_->receive(line, limit.deadline());
    const auto held = newly_held();
    limit.extend(held);
    held_in_call_ += held;
    if (event == WorkerProcess::Event::closed) lose_crashed("the worker" + stage_text());
    // A worker that never stops talking must not outlast its limit either.
    if (WorkerProcess::Clock::now() > limit.deadline()) lose_silent(limit);
    if (event == WorkerProcess::Event::timeout) continue;  // it was held
    try {
      json message = parse_json(line);
      if (integer_from_json(message.at("id")) != id) {
        throw internal_error("this answers another request");
      }
      if (!is_on_the_way(message, limit)) return message;
    } catch (const std::bad_alloc&) {
      // Not the worker's fault, but what it sends now would be no answer to the next request.
      take_child()->kill();
      throw;
    } catch (const std::exception& error) {
      lose_nonsense(fmt::format("'{}': {}", line.substr(0, 200), error.what()));
    }
  }
}

bool Conversation::is_on_the_way(const json& message, Limit& limit) {
  if (message.contains("snapshot")) {
    options_.handover->keep(instance_, protocol::offer_from_json(message.at("snapshot")));
  } else if (message.contains("plugins")) {
    options_.handover->keep_plugins(plugins_key_, message.at("plugins"));
  } else if (message.contains("turn")) {
    take_turn(turn_from(message.at("turn")), limit);
  } else if (message.contains("stage")) {
    limit.enter(stage_from(message.at("stage")));
    stage_ = message.at("stage");
  } else {
    return false;
  }
  return true;
}

// Before its first turn the process is not stopped: it may hold locks that others need to get as
// far.
void Conversation::take_turn(Turn turn, Limit& limit) {
  if (!await_turn_) throw internal_error("nobody takes turns");
  const bool rests = rests_between_turns_ && turn != Turn::first;
  const auto since = WorkerProcess::Clock::now();
  if (rests) child_->pause();
  await_turn_(turn);
  if (rests) child_->resume();
  limit.extend(WorkerProcess::Clock::now() - since);
  static_cast<void>(send({{"do", "turn"}}));  // a failure shows in what follows
}

void Conversation::tell(const json& message) {
  const std::lock_guard lock(replacing_);
  if (child_ != nullptr) child_->send(protocol::line(message));
}

void Conversation::interrupt() {
  const std::lock_guard lock(replacing_);
  if (child_ == nullptr) return;
  interrupted_ = true;
  child_->kill();
}

std::string Conversation::stage_text() const {
  return stage_.empty() ? "" : fmt::format(" (stage '{}')", stage_);
}

}  // namespace assay
