#include "framework/supervisor/client.hpp"

#include <algorithm>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/json.hpp"
#include "framework/measure/clock.hpp"
#include "framework/protocol/performance.hpp"
#include "framework/protocol/protocol.hpp"
#include "framework/supervisor/conversation.hpp"
#include "framework/supervisor/limits.hpp"
#include "framework/supervisor/plausible.hpp"

namespace assay {
namespace {

using nlohmann::json;

constexpr double peaks_seconds = 120;
constexpr const char* measuring = "trial";

// Whether the worker must be replaced after such a trial, because its state may be corrupt.
bool leaves_damage(const TrialResult& result) {
  return result.status == TrialStatus::out_of_bounds ||
         result.status == TrialStatus::input_changed || result.status == TrialStatus::device_error;
}

void append(std::vector<Fact>& facts, const std::vector<Fact>& more) {
  facts.insert(facts.end(), more.begin(), more.end());
}

// A scope in which the worker may ask for turns.
class TurnsTaken {
 public:
  TurnsTaken(Conversation& worker, AwaitTurn await_turn, bool rests_between_turns)
      : worker_(&worker) {
    worker_->set_turns(std::move(await_turn), rests_between_turns);
  }
  ~TurnsTaken() { worker_->set_turns(nullptr, false); }
  TurnsTaken(const TurnsTaken&) = delete;
  TurnsTaken& operator=(const TurnsTaken&) = delete;

 private:
  Conversation* worker_;
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

// Makes each call a question to the worker, and a result of its answer.
struct WorkerClient::Impl {
  explicit Impl(WorkerOptions options) : worker(std::move(options)) {}

  Catalog describe();
  // `verb` says how the worker gets the instance, `activity` what it then does, for messages.
  InstanceRecord instance(const InstanceKey& key, const char* verb, const char* activity);
  Verification verify(const InstanceKey& key, const ArenaOffer& arena, std::uint8_t poison);
  Peaks measure_peaks(const std::string& device);
  TrialResult trial(const std::string& verb, const TrialRequest& request,
                    AwaitTurn await_turn = nullptr);
  PairedResult pairs(const PairRequest& request);
  // Makes the calls of a trial, and a status of their failure.
  TrialResult attempt(const std::function<void()>& calls);
  // Makes calls whose results have no status that could report a lost worker.
  template <class Calls>
  auto insist(const std::string& what, Calls&& calls);

  Conversation worker;
  std::optional<Catalog> catalog;
};

TrialResult WorkerClient::Impl::attempt(const std::function<void()>& calls) {
  TrialResult result;
  int lost_workers = 0;
  try {
    worker.persist([&] {
      worker.start();  // a worker that cannot be started is no trial's fault
      try {
        calls();
      } catch (const WorkerLost&) {
        ++lost_workers;
        throw;
      }
    });
    result.status = TrialStatus::ok;
  } catch (const WorkerLost& lost) {
    if (lost.from_outside) {
      throw environment_error("{} workers in a row were killed, so their trial is not recorded: {}",
                              lost_workers, lost.message);
    }
    result.status = lost.status;
    result.message = lost.message;
  } catch (const Error& error) {
    if (!worker.has_worker())
      throw;  // the connection is lost, so that this Error is no answer of the worker
    result.status = error.kind() == ErrorKind::usage ? TrialStatus::invalid : TrialStatus::error;
    result.message = error.what();
  }
  if (lost_workers > 0) result.facts.push_back({"workers_lost", 1.0 * lost_workers, ""});
  return result;
}

TrialResult WorkerClient::Impl::trial(const std::string& verb, const TrialRequest& request,
                                      AwaitTurn await_turn) {
  TrialResult result;
  const bool rests_between_turns = request.on_host_cores && request.turn_seconds > 0;
  const TurnsTaken turns(worker, std::move(await_turn), rests_between_turns);
  TrialResult attempted = attempt([&] {
    TrialLimit limit(request, worker.options());
    const Stopwatch watch;
    const json answer =
        worker.call_for(request.instance, verb.c_str(), protocol::to_json(request), limit);
    result = worker.understand([&] {
      TrialResult told = trial_result_from_json(answer);
      require_plausible(told, request.sampling, watch.seconds());
      if (verb == measuring) require_measured(told);
      return told;
    });
  });
  if (!attempted.ok()) return attempted;
  append(result.facts, attempted.facts);
  if (leaves_damage(result)) worker.stop();
  return result;
}

PairedResult WorkerClient::Impl::pairs(const PairRequest& request) {
  PairedResult result;
  TrialResult attempted = attempt([&] {
    TrialLimit limit(request.baseline, worker.options(), TrialLimit::Of::pair);
    const Stopwatch watch;
    const json answer =
        worker.call_for(request.baseline.instance, "pairs", protocol::to_json(request), limit);
    result = worker.understand([&] {
      PairedResult told = paired_result_from_json(answer);
      for (const TrialResult* side : {&told.baseline, &told.candidate}) {
        require_plausible(*side, request.baseline.sampling, watch.seconds());
        require_counting(*side);
      }
      return told;
    });
  });
  if (!attempted.ok()) return {attempted, attempted, {}};
  for (TrialResult* side : {&result.baseline, &result.candidate}) {
    append(side->facts, attempted.facts);
    if (leaves_damage(*side)) worker.stop();
  }
  return result;
}

template <class Call>
auto WorkerClient::Impl::insist(const std::string& what, Call&& calls) {
  const auto failed = [&](const WorkerLost& lost) {
    return environment_error("{}: {}", what, lost.message);
  };
  try {
    return worker.persist([&] {
      try {
        return calls();
      } catch (const WorkerLost& lost) {
        // The call is not repeated: it may have taken an hour.
        if (lost.status == TrialStatus::timeout) throw failed(lost);
        throw;
      }
    });
  } catch (const WorkerLost& lost) {
    throw failed(lost);
  }
}

Catalog WorkerClient::Impl::describe() {
  return insist("cannot find out which plugins and devices there are", [&] {
    FixedLimit limit(worker.options().start_seconds, "describing plugins and devices");
    const json answer = worker.call("describe", {}, limit);
    return worker.understand([&] {
      Catalog told = catalog_from_json(answer);
      require_plausible(told);
      return told;
    });
  });
}

InstanceRecord WorkerClient::Impl::instance(const InstanceKey& key, const char* verb,
                                            const char* activity) {
  return insist(fmt::format("cannot create an instance of '{}'", key.problem), [&] {
    FixedLimit limit(worker.options().instance_seconds, activity);
    const json answer = worker.call_for(key, verb, protocol::to_json(key), limit);
    return worker.understand([&] {
      InstanceRecord told = instance_from_json(answer);
      require_plausible(told);
      return told;
    });
  });
}

Verification WorkerClient::Impl::verify(const InstanceKey& key, const ArenaOffer& arena,
                                        std::uint8_t poison) {
  return insist("cannot judge outputs", [&] {
    FixedLimit limit(worker.options().instance_seconds, "judging outputs");
    json request = protocol::to_json(key);
    request["arena"] = to_json(arena);
    request["poison"] = poison;
    const json answer = worker.call_for(key, "verify", std::move(request), limit);
    return worker.understand([&] { return verification_from_json(answer); });
  });
}

Peaks WorkerClient::Impl::measure_peaks(const std::string& device) {
  return insist("cannot measure the device's peaks", [&] {
    FixedLimit limit(peaks_seconds, "measuring peaks");
    const json answer = worker.call("peaks", {{"device", device}}, limit);
    return worker.understand([&] {
      const Peaks told = protocol::peaks_from_json(answer);
      require_plausible(told);
      return told;
    });
  });
}

WorkerClient::WorkerClient(WorkerOptions options)
    : impl_(std::make_unique<Impl>(std::move(options))) {}

WorkerClient::~WorkerClient() = default;

const Catalog& WorkerClient::catalog() {
  if (!impl_->catalog) impl_->catalog = impl_->describe();
  return *impl_->catalog;
}

InstanceRecord WorkerClient::open_instance(const InstanceKey& key) {
  return impl_->instance(key, "open", "creating an instance and its reference");
}

InstanceRecord WorkerClient::describe_instance(const InstanceKey& key) {
  return impl_->instance(key, "describe-instance", "creating an instance");
}

Verification WorkerClient::verify(const InstanceKey& key, const ArenaOffer& arena,
                                  std::uint8_t poison) {
  return impl_->verify(key, arena, poison);
}

TrialResult WorkerClient::run_trial(const TrialRequest& request, AwaitTurn await_turn) {
  return impl_->trial(measuring, request, std::move(await_turn));
}

PairedResult WorkerClient::run_pairs(const PairRequest& request) { return impl_->pairs(request); }

// The worker's clock does not stand still while its process does.
TrialResult WorkerClient::compile(const TrialRequest& request) {
  TrialResult result = impl_->trial("compile", request);
  result.compile_seconds = std::max(0.0, result.compile_seconds - impl_->worker.held_seconds());
  return result;
}

Peaks WorkerClient::measure_peaks(const std::string& device) {
  return impl_->measure_peaks(device);
}

void WorkerClient::rest() { impl_->worker.rest(); }

void WorkerClient::hold() { impl_->worker.hold(); }

void WorkerClient::release() { impl_->worker.release(); }

void WorkerClient::restart() { impl_->worker.stop(); }

void WorkerClient::stop_trial() { impl_->worker.tell({{"do", "stop"}}); }

void WorkerClient::interrupt() { impl_->worker.interrupt(); }

}  // namespace assay
