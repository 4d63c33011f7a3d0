#include "framework/tune/tune.hpp"

#include <fmt/format.h>

#include <chrono>
#include <random>
#include <span>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/tune/finals.hpp"
#include "framework/tune/judged_trials.hpp"
#include "framework/tune/search.hpp"
#include "framework/tune/serving.hpp"
#include "framework/tune/strategy/strategies.hpp"
#include "framework/tune/time_budget.hpp"

namespace assay {
namespace {

constexpr std::chrono::milliseconds stop_interval{50};

// Waits for the result of a lane's work. Once `stop` is set the lane is interrupted, together with
// its worker: creating an instance may take hours, and nothing worth keeping is lost.
template <class Result>
void await(Lane& lane, const std::future<Result>& result, const std::atomic<bool>& stop) {
  while (result.wait_for(stop_interval) != std::future_status::ready) {
    if (stop) lane.interrupt();
  }
}

// The error of a lane's work, if there is one; otherwise stores its result in `result`.
template <class Result>
std::optional<Error> error_of(std::future<Result>& future, std::optional<Result>& result) {
  try {
    result = future.get();
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  }
}

// Creates the instance on every lane at once. A lane that fails, or that has different data, is
// dismissed; if all fail, throws the first error. Returns nothing once `stop` is set.
std::optional<OpenInstance> open_everywhere(Session& session, Lanes& lanes, TuneObserver& observer,
                                            const Contest& contest, const std::atomic<bool>& stop) {
  const InstanceKey key{contest.problem, contest.arguments};
  std::vector<std::pair<Lane*, std::future<InstanceRecord>>> openings;
  for (const auto& lane : lanes) {
    openings.emplace_back(lane.get(),
                          lane->call([key](WorkerClient& w) { return w.open_instance(key); }));
  }
  for (const auto& [lane, opening] : openings) await(*lane, opening, stop);
  if (stop) return std::nullopt;
  std::optional<OpenInstance> instance;
  std::optional<Error> first_error;
  std::vector<std::pair<Lane*, std::string>> left_out;
  for (auto& [lane, opening] : openings) {
    std::optional<InstanceRecord> record;
    if (const auto error = error_of(opening, record)) {
      if (!first_error) first_error = error;
      left_out.emplace_back(lane, error->what());
    } else if (instance && instance->record.input_digest != record->input_digest) {
      left_out.emplace_back(lane, fmt::format("its inputs for {} {} differ from those of the other "
                                              "workers: give all workers the same data files",
                                              key.problem, to_string(key.arguments)));
    } else if (!instance) {
      instance = session.adopt(key, std::move(*record));
    }
  }
  if (!instance) throw *first_error;
  for (const auto& [lane, reason] : left_out) observer.note(lanes.dismiss(*lane, reason));
  return instance;
}

// Ensures that the device's peak rates are in the store: they are measured once per machine and
// device. A lane that fails to measure them is dismissed.
void ensure_peaks(Session& session, Lanes& lanes, TuneObserver& observer,
                  const DeviceDescription& device, const std::atomic<bool>& stop) {
  while (!stop && !session.store().peaks(session.machine(), device.id)) {
    Lane& lane = **lanes.begin();
    auto measuring = lane.call([&](WorkerClient& w) { return w.measure_peaks(device.id); });
    await(lane, measuring, stop);
    if (stop) return;
    std::optional<Peaks> peaks;
    if (const auto error = error_of(measuring, peaks)) {
      observer.note(lanes.dismiss(lane, error->what()));
    } else {
      session.store().save_peaks(session.machine(), device.id, *peaks);
    }
  }
}

std::uint64_t drawn_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32U) | device();
}

void tune_contest(Session& session, Lanes& lanes, TuneObserver& observer, const Scenario& scenario,
                  std::span<const Contender> all, const OpenInstance& instance,
                  const TimeBudget& budget, const std::atomic<bool>& stop) {
  const std::size_t at_once = scenario.tune.together ? all.size() : 1;
  for (std::size_t first = 0; first < all.size(); first += at_once) {
    const auto contenders = all.subspan(first, at_once);
    for (const auto& contender : contenders)
      ensure_peaks(session, lanes, observer, contender.device, stop);
    if (stop) return;
    const double seconds = budget.search_seconds((all.size() - first) / at_once);
    Search(session, lanes, observer, scenario, instance, contenders, seconds).run(stop);
    if (stop) return;
  }
  const TrialJudge judge(scenario, instance);
  require_known(session, instance, all, judge);
  const auto finalists =
      choose_finalists(session, instance, all, judge, scenario.finals.configurations);
  run_finals(session, lanes, observer, scenario, instance, finalists,
             budget.finals_limits(drawn_seed()), stop);
}

}  // namespace

Tuned tune(Session& session, Lanes& lanes, const Scenario& scenario, const Plan& plan,
           TuneObserver& observer, const std::atomic<bool>& asked_to_stop) {
  require_strategy(scenario.tune.strategy);
  require_contenders(plan);
  for (const auto& note : plan.notes) observer.note(note);
  TimeBudget budget(scenario, plan.contests.size());
  if (!budget.text().empty()) observer.note(budget.text());
  const StopInTime stop_in_time(asked_to_stop, budget.seconds_left());
  const std::atomic<bool>& stop = stop_in_time.flag();
  Tuned tuned;
  Serving serving(plan);
  try {
    for (std::size_t k = 0; k < plan.contests.size() && !stop; ++k) {
      const Contest& contest = plan.contests[k];
      observer.contest_begins(contest, k + 1, plan.contests.size());
      budget.contest_begins();
      const auto instance = open_everywhere(session, lanes, observer, contest, stop);
      if (!instance) break;
      observer.instance_opened(*instance);
      tuned.instances.push_back(instance->id);
      std::vector<Contender> contenders;
      for (auto& [contender, _] : serving.on(*instance, contest, observer)) {
        contenders.push_back(std::move(contender));
      }
      tune_contest(session, lanes, observer, scenario, contenders, *instance, budget, stop);
    }
    if (!stop) serving.require_any();
    tuned.finished = !asked_to_stop;  // a budget that is used up is no interruption
  } catch (const LanesLost& lost) {
    tuned.failure = lost.message;
  }
  session.finish(tuned.finished ? "finished" : "interrupted");
  return tuned;
}

Tuned tune(Session& session, const Scenario& scenario, const Plan& plan,
           const WorkerOptions& workers, TuneObserver& observer, const std::atomic<bool>& stop) {
  Lanes lanes;
  lanes.add("the worker of this machine", session.worker(), workers);
  return tune(session, lanes, scenario, plan, observer, stop);
}

}  // namespace assay
