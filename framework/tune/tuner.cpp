#include "framework/tune/tuner.hpp"

#include <fmt/format.h>

#include "framework/core/error.hpp"
#include "framework/tune/finals.hpp"
#include "framework/tune/search.hpp"
#include "framework/tune/strategy/strategies.hpp"

namespace assay {
namespace {

// What went wrong on a lane, where something did.
template <class Result>
std::optional<Error> error_of(std::future<Result>& future, std::optional<Result>& result) {
  try {
    result = future.get();
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  }
}

// Creates the instance on every lane at once. A lane that cannot, or that has other data, does not
// take part from here on; if none can, that is the contest's own error.
OpenInstance open_everywhere(Session& session, Crew& crew, TuneObserver& observer,
                             const Contest& contest) {
  const InstanceKey key{contest.problem, contest.arguments};
  std::vector<std::pair<Lane*, std::future<InstanceRecord>>> openings;
  for (const auto& lane : crew.lanes()) {
    openings.emplace_back(lane.get(),
                          lane->call([key](WorkerClient& w) { return w.open_instance(key); }));
  }
  std::optional<OpenInstance> instance;
  std::optional<Error> first_error;
  std::vector<std::pair<Lane*, std::string>> left_out;
  for (auto& [lane, opening] : openings) {
    std::optional<InstanceRecord> record;
    if (const auto error = error_of(opening, record)) {
      if (!first_error) first_error = error;
      left_out.emplace_back(lane, error->what());
    } else if (instance && instance->record.input_digest != record->input_digest) {
      left_out.emplace_back(
          lane, fmt::format("its inputs of {} {} differ from those of the others: give all "
                            "workers the same data files",
                            key.problem, to_string(key.arguments)));
    } else if (!instance) {
      instance = session.adopt(key, std::move(*record));
    }
  }
  if (!instance) throw *first_error;
  for (const auto& [lane, reason] : left_out) observer.note(crew.dismiss(*lane, reason));
  return *instance;
}

// The device's peak rates, measured once per machine and device.
void ensure_peaks(Session& session, Crew& crew, const DeviceDescription& device) {
  if (session.store().peaks(session.machine(), device.id)) return;
  const auto peaks =
      crew.lanes().front()->call([&](WorkerClient& w) { return w.measure_peaks(device.id); }).get();
  session.store().save_peaks(session.machine(), device.id, peaks);
}

void tune_contest(Session& session, Crew& crew, TuneObserver& observer, const Scenario& scenario,
                  const Contest& contest, const OpenInstance& instance,
                  const std::atomic<bool>& stop) {
  std::vector<Finalist> finalists;
  for (const auto& contender : contest.contenders) {
    if (stop) return;
    ensure_peaks(session, crew, contender.device);
    Search(session, crew, observer, scenario, instance, contender).run(stop);
    const auto best =
        choose_finalists(session, instance, contender, scenario.finals.configurations);
    finalists.insert(finalists.end(), best.begin(), best.end());
  }
  run_finals(session, crew, observer, scenario, instance, finalists, stop);
}

}  // namespace

Tuned tune(Session& session, Crew& crew, const Scenario& scenario, const Plan& plan,
           TuneObserver& observer, const std::atomic<bool>& stop) {
  require_strategy(scenario.tune.strategy);
  for (const auto& note : plan.notes) observer.note(note);
  Tuned tuned;
  try {
    for (std::size_t k = 0; k < plan.contests.size() && !stop; ++k) {
      const Contest& contest = plan.contests[k];
      observer.contest_begins(contest, k + 1, plan.contests.size());
      const OpenInstance instance = open_everywhere(session, crew, observer, contest);
      observer.instance_opened(instance);
      tuned.instances.push_back(instance.id);
      tune_contest(session, crew, observer, scenario, contest, instance, stop);
    }
    tuned.finished = !stop;
  } catch (const CrewLost& lost) {
    tuned.failure = lost.message;
  }
  session.finish(tuned.finished ? "finished" : "interrupted");
  return tuned;
}

Tuned tune(Session& session, const Scenario& scenario, const Plan& plan,
           const WorkerOptions& workers, TuneObserver& observer, const std::atomic<bool>& stop) {
  Crew crew;
  crew.add("the worker of this machine", session.worker(), workers);
  return tune(session, crew, scenario, plan, observer, stop);
}

}  // namespace assay
