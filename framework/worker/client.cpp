#include "framework/worker/client.hpp"

#include <atomic>
#include <mutex>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/json.hpp"
#include "framework/worker/greeting.hpp"
#include "framework/worker/handover.hpp"
#include "framework/worker/limits.hpp"
#include "framework/worker/perform.hpp"
#include "framework/worker/process.hpp"
#include "framework/worker/protocol.hpp"
#include "framework/worker/station.hpp"

namespace assay {
namespace {

using nlohmann::json;

constexpr double peaks_seconds = 120;

// A worker after such a trial must be replaced: its state may be corrupt.
bool leaves_damage(const TrialResult& result) {
  return result.status == TrialStatus::out_of_bounds ||
         result.status == TrialStatus::input_changed || result.status == TrialStatus::device_error;
}

// The call in flight is lost, and the worker with it.
struct WorkerLost {
  TrialStatus status;  // timeout or crash
  std::string message;
};

}  // namespace

std::vector<std::string> command_line(const WorkerOptions& options) {
  std::vector<std::string> command = options.command;
  for (const auto& folder : options.plugin_folders) {
    command.insert(command.end(), {"--plugins", folder.string()});
  }
  if (!options.cache_folder.empty()) {
    command.insert(command.end(), {"--cache", options.cache_folder.string()});
  }
  if (!options.data_folder.empty()) {
    command.insert(command.end(), {"--data", options.data_folder.string()});
  }
  return command;
}

struct WorkerClient::Impl {
  explicit Impl(WorkerOptions given) : options(std::move(given)) {
    if (options.handover == nullptr) options.handover = std::make_shared<Handover>();
  }

  // Sends a request and returns what the worker answers with. Throws WorkerLost, or the Error the
  // worker replied with.
  json call(const char* verb, json request, Limit& limit);
  // As call, of an instance that the worker may take over from another one.
  json call_for(const InstanceKey& instance, const char* verb, json request, Limit& limit);
  TrialResult trial(const char* verb, const TrialRequest& request, AwaitTurn await_turn = nullptr);
  PairedResult pairs(const PairRequest& request);
  // Makes the call, and of its failure a status.
  TrialResult attempt(const std::function<void()>& make_call);
  void stop();
  void rest();

  WorkerOptions options;
  std::optional<Catalog> catalog;

 private:
  void start();
  std::string name() const;
  void bring_kernels();
  json exchange(const char* verb, json request, Limit& limit);
  bool send(const json& request);
  json await(std::int64_t id, Limit& limit);
  void take_turn(Turn turn, Limit& limit);
  std::unique_ptr<WorkerProcess> take_child();
  [[noreturn]] void lose_crashed(const std::string& subject);
  [[noreturn]] void lose_killed(TrialStatus status, const std::string& what);
  [[noreturn]] void lose(const WorkerProcess& gone, TrialStatus status, std::string message);
  std::string stage_text() const;

  std::int64_t last_id_ = 0;
  std::string stage_;     // of the trial in flight
  InstanceKey instance_;  // of the call in flight
  AwaitTurn await_turn_;
  bool rests_between_turns_ = false;
  bool resting_ = false;     // until the next call
  std::string plugins_key_;  // what tells calls apart that need other plugins

 public:
  // Between those who start, stop and address the child and those who do so from other threads.
  std::mutex replacing;
  std::unique_ptr<WorkerProcess> child;
  std::atomic<bool> interrupted = false;
};

void WorkerClient::Impl::start() {
  if (child != nullptr) return;
  const ChildLimits limits{memory_limit(options.memory_gib), options.confinement.get()};
  std::unique_ptr<WorkerProcess> fresh;
  if (options.station != nullptr) {
    fresh = options.station->start(options.memory_gib);
  } else if (options.serve) {
    fresh = std::make_unique<ChildProcess>(options.serve, limits);
  } else {
    fresh = std::make_unique<ChildProcess>(command_line(options), limits);
  }
  {
    const std::lock_guard lock(replacing);
    child = std::move(fresh);
    interrupted = false;
  }
  try {
    await_greeting(*child, protocol::greeting_key, options.start_seconds, name());
    bring_kernels();
  } catch (const WorkerLost& lost) {
    throw environment_error("the worker '{}' did not start: {}", name(), lost.message);
  } catch (const Error&) {
    stop();
    throw;
  }
}

std::string WorkerClient::Impl::name() const {
  return options.station != nullptr ? options.station->command()
                                    : fmt::format("{}", fmt::join(options.command, " "));
}

// From here on nobody else addresses it: its input may be closed.
std::unique_ptr<WorkerProcess> WorkerClient::Impl::take_child() {
  const std::lock_guard lock(replacing);
  return std::move(child);
}

// The worker is gone: says how it ended.
void WorkerClient::Impl::lose_crashed(const std::string& subject) {
  const auto gone = take_child();
  const std::string end = gone->end_and_explain(farewell);
  lose(*gone, TrialStatus::crash, subject + " " + (interrupted ? "was interrupted" : end));
}

// The worker is of no more use and is killed.
void WorkerClient::Impl::lose_killed(TrialStatus status, const std::string& what) {
  const auto gone = take_child();
  gone->kill();
  static_cast<void>(gone->end_and_explain(farewell));
  lose(*gone, status, what);
}

void WorkerClient::Impl::lose(const WorkerProcess& gone, TrialStatus status, std::string message) {
  if (const std::string why = gone.why_unreachable(); !why.empty()) {
    throw environment_error("{}", why);
  }
  if (const std::string words = gone.last_words(); !words.empty()) {
    message += fmt::format("; it last said:\n{}", words);
  }
  throw WorkerLost{status, message};
}

void WorkerClient::Impl::stop() {
  const auto leaving = take_child();
  if (leaving == nullptr) return;
  if (std::exchange(resting_, false)) leaving->resume();
  leaving->end(farewell);
}

void WorkerClient::Impl::rest() {
  if (child == nullptr || std::exchange(resting_, true)) return;
  child->pause();
}

json WorkerClient::Impl::call(const char* verb, json request, Limit& limit) {
  start();
  return exchange(verb, std::move(request), limit);
}

// Workers of other hosts create instances of their own.
json WorkerClient::Impl::call_for(const InstanceKey& instance, const char* verb, json request,
                                  Limit& limit) {
  instance_ = instance;
  if (options.station == nullptr) {
    protocol::add_offers(request, options.handover->offers(instance));
    const json needed = {command_line(options), instance.problem, protocol::variants_of(request)};
    plugins_key_ = needed.dump(-1, ' ', false, json::error_handler_t::replace);
    if (const auto files = options.handover->plugins_for(plugins_key_)) request["plugins"] = *files;
  }
  return call(verb, std::move(request), limit);
}

// What a scenario brings belongs to every worker, also to one that takes another's place.
void WorkerClient::Impl::bring_kernels() {
  if (options.kernels.empty()) return;
  FixedLimit limit(options.start_seconds, "taking in the scenario's kernels");
  static_cast<void>(exchange("bring", {{"kernels", to_json(options.kernels)}}, limit));
}

// With a worker that has been started.
json WorkerClient::Impl::exchange(const char* verb, json request, Limit& limit) {
  if (std::exchange(resting_, false)) child->resume();
  stage_.clear();
  request["id"] = ++last_id_;
  request["do"] = verb;
  if (!send(request)) lose_crashed("the worker");
  json answer = await(last_id_, limit);
  if (answer.contains("error")) throw protocol::error_from_json(answer.at("error"));
  return answer.at("ok");
}

// Two threads may send: one its requests, another that the trial in flight is to end.
bool WorkerClient::Impl::send(const json& request) {
  const std::lock_guard lock(replacing);
  return child->send(protocol::line(request));
}

json WorkerClient::Impl::await(std::int64_t id, Limit& limit) {
  std::string line;
  for (;;) {
    switch (child->receive(line, limit.deadline())) {
      case WorkerProcess::Event::closed:
        lose_crashed("the worker" + stage_text());
      case WorkerProcess::Event::timeout:
        lose_killed(TrialStatus::timeout,
                    fmt::format("exceeded its limit of {}{}", limit.text(), stage_text()));
      case WorkerProcess::Event::line:
        break;
    }
    try {
      json message = json::parse(line);
      if (message.at("id") != id) throw internal_error("an answer to another request");
      if (message.contains("snapshot")) {
        options.handover->keep(instance_, protocol::offer_from_json(message.at("snapshot")));
        continue;
      }
      if (message.contains("plugins")) {
        options.handover->keep_plugins(plugins_key_, message.at("plugins"));
        continue;
      }
      if (message.contains("turn")) {
        take_turn(turn_from(message.at("turn")), limit);
        continue;
      }
      if (!message.contains("stage")) return message;
      stage_ = message.at("stage");
      limit.enter(stage_from(stage_));
    } catch (const std::exception& error) {
      lose_killed(TrialStatus::crash, fmt::format("the worker broke the protocol with '{}': {}",
                                                  line.substr(0, 200), error.what()));
    }
  }
}

// Before its first turn a process may hold locks that others need to get as far.
void WorkerClient::Impl::take_turn(Turn turn, Limit& limit) {
  const bool rests = rests_between_turns_ && turn != Turn::first;
  if (rests) child->pause();
  await_turn_(turn);
  if (rests) child->resume();
  limit.renew();
  static_cast<void>(send({{"do", "turn"}}));  // that nobody reads it is told by what follows
}

std::string WorkerClient::Impl::stage_text() const {
  return stage_.empty() ? "" : fmt::format(" (stage '{}')", stage_);
}

TrialResult WorkerClient::Impl::attempt(const std::function<void()>& make_call) {
  TrialResult result;
  start();  // outside the try: that it cannot be started is no trial's fault
  try {
    make_call();
    result.status = TrialStatus::ok;
  } catch (const WorkerLost& lost) {
    result.status = lost.status;
    result.message = lost.message;
  } catch (const Error& error) {
    if (child == nullptr) throw;  // the connection is lost, and this is no answer of the worker's
    result.status = error.kind() == ErrorKind::usage ? TrialStatus::invalid : TrialStatus::error;
    result.message = error.what();
  } catch (const json::exception& error) {
    result.status = TrialStatus::error;
    result.message = fmt::format("the worker's answer cannot be read: {}", error.what());
  }
  return result;
}

TrialResult WorkerClient::Impl::trial(const char* verb, const TrialRequest& request,
                                      AwaitTurn await_turn) {
  TrialResult result;
  await_turn_ = std::move(await_turn);
  rests_between_turns_ = request.on_host_cores;
  TrialResult failure = attempt([&] {
    TrialLimit limit(request, options);
    result =
        trial_result_from_json(call_for(request.instance, verb, protocol::to_json(request), limit));
  });
  if (!failure.ok()) return failure;
  if (leaves_damage(result)) stop();
  return result;
}

PairedResult WorkerClient::Impl::pairs(const PairRequest& request) {
  PairedResult result;
  TrialResult failure = attempt([&] {
    TrialLimit limit(request.baseline, options);
    result = paired_result_from_json(
        call_for(request.baseline.instance, "pairs", protocol::to_json(request), limit));
  });
  if (!failure.ok()) return {failure, failure, {}};
  if (leaves_damage(result.baseline) || leaves_damage(result.candidate)) stop();
  return result;
}

WorkerClient::WorkerClient(WorkerOptions options)
    : impl_(std::make_unique<Impl>(std::move(options))) {}

WorkerClient::~WorkerClient() { impl_->stop(); }

namespace {

// Runs a call that has no status to report a lost worker by.
template <class Call>
json or_throw(const char* what, Call&& call) {
  try {
    return call();
  } catch (const WorkerLost& lost) {
    throw environment_error("{}: {}", what, lost.message);
  }
}

}  // namespace

const Catalog& WorkerClient::catalog() {
  if (!impl_->catalog) {
    FixedLimit limit(impl_->options.start_seconds, "describing plugins and devices");
    impl_->catalog = catalog_from_json(
        or_throw("cannot learn what there is", [&] { return impl_->call("describe", {}, limit); }));
  }
  return *impl_->catalog;
}

InstanceRecord WorkerClient::open_instance(const InstanceKey& key) {
  FixedLimit limit(impl_->options.instance_seconds, "creating an instance and its reference");
  const std::string what = fmt::format("cannot create an instance of '{}'", key.problem);
  return instance_from_json(or_throw(
      what.c_str(), [&] { return impl_->call_for(key, "open", protocol::to_json(key), limit); }));
}

Verification WorkerClient::verify(const InstanceKey& key, const ArenaOffer& arena,
                                  std::uint8_t poison) {
  FixedLimit limit(impl_->options.instance_seconds, "judging outputs");
  const json answer = or_throw("cannot judge outputs", [&] {
    json request = protocol::to_json(key);
    request["arena"] = to_json(arena);
    request["poison"] = poison;
    return impl_->call_for(key, "verify", std::move(request), limit);
  });
  Verification verdict{trial_status_from(answer.at("status")), real_from_json(answer.at("error")),
                       answer.at("message")};
  const json& digits = answer.at("digits");
  verdict.digits = {real_from_json(digits.at("relative-error")),
                    real_from_json(digits.at("magnitude")), digits.at("fine"),
                    digits.at("rounded")};
  return verdict;
}

TrialResult WorkerClient::run_trial(const TrialRequest& request, AwaitTurn await_turn) {
  return impl_->trial("trial", request, std::move(await_turn));
}

PairedResult WorkerClient::run_pairs(const PairRequest& request) { return impl_->pairs(request); }

TrialResult WorkerClient::compile(const TrialRequest& request) {
  return impl_->trial("compile", request);
}

Peaks WorkerClient::measure_peaks(const std::string& device) {
  FixedLimit limit(peaks_seconds, "measuring peaks");
  return protocol::peaks_from_json(or_throw("cannot measure the device's peaks", [&] {
    return impl_->call("peaks", {{"device", device}}, limit);
  }));
}

void WorkerClient::rest() { impl_->rest(); }

void WorkerClient::restart() { impl_->stop(); }

void WorkerClient::stop_trial() {
  const std::lock_guard lock(impl_->replacing);
  if (impl_->child != nullptr) impl_->child->send(protocol::line({{"do", "stop"}}));
}

void WorkerClient::interrupt() {
  const std::lock_guard lock(impl_->replacing);
  if (impl_->child == nullptr) return;
  impl_->interrupted = true;
  impl_->child->kill();
}

}  // namespace assay
