#include "framework/tune/search.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "framework/tune/contender_space.hpp"
#include "framework/tune/strategy/strategies.hpp"

namespace assay {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Search::Search(Session& session, CompileAhead& compiler, TuneObserver& observer,
               const Scenario& scenario, const OpenInstance& instance, const Contender& contender)
    : session_(&session),
      compiler_(&compiler),
      observer_(&observer),
      scenario_(&scenario),
      instance_(&instance),
      contender_(&contender),
      space_(space_of(instance, contender)),
      strategy_(make_strategy(scenario.tune.strategy, space_, scenario.tune.seed)) {
  state_.unit = scenario.objective.unit();
  state_.space_size = space_.size();
  state_.product_size = space_.product_size();
  state_.seconds_left = scenario.tune.seconds;
  recall();
}

// Takes in what earlier runs recorded, failures too: they are not tried again.
void Search::recall() {
  for (const auto& trial :
       session_->store().trials_like(session_->key(*instance_, *contender_, {"search"}))) {
    const auto index = space_.index_of(trial.key.configuration);
    if (!index) continue;  // outside the space as this scenario narrows it
    ++state_.known;
    consider(*index, trial.key.configuration, trial.objective, trial.status);
  }
  const std::uint64_t budget = std::min(scenario_->tune.trials, state_.space_size);
  state_.left = budget - std::min(budget, state_.known);
}

void Search::run(const std::atomic<bool>& stop) {
  started_ = now();
  observer_->search_begins(*contender_, state_);
  while (budget_left() && !stop) {
    const auto done = state_.done;
    try_batch(stop);
    if (state_.done == done) break;  // nothing left to propose
  }
  observer_->search_ends(*contender_, state_);
}

bool Search::budget_left() const { return state_.left > 0 && state_.seconds_left > 0; }

// Proposes a few configurations, has them compiled, and measures them in order. On a device of its
// own the compiler works on the rest of the batch while the first are measured; where the device is
// the host's cores the two would disturb each other, so all compiling comes first.
void Search::try_batch(const std::atomic<bool>& stop) {
  const bool compiled = contender_->variant.backend != "cpu";
  const std::size_t width = compiled ? 2 * std::max(1U, std::thread::hardware_concurrency()) : 1;
  struct Candidate {
    std::uint64_t index;
    Bindings configuration;
    std::future<TrialResult> compilation;
  };
  std::vector<Candidate> batch;
  while (batch.size() < std::min<std::uint64_t>(width, state_.left)) {
    const auto index = strategy_->propose();
    if (!index) break;
    batch.push_back({*index, space_.at(*index), {}});
  }
  if (compiled && !batch.empty()) {
    observer_->compiling(*contender_, batch.size());
    for (auto& candidate : batch) {
      candidate.compilation = compiler_->submit(
          session_->request(*instance_, *contender_, candidate.configuration, scenario_->sampling));
    }
    if (contender_->device.on_host_cores) {
      for (auto& candidate : batch) candidate.compilation.wait();
    }
  }
  for (auto& candidate : batch) {
    // A candidate that was compiled for nothing stays unrecorded; the next run proposes it again.
    if (stop || !budget_left()) return;
    SamplingOptions sampling = scenario_->sampling;
    if (state_.best) sampling.race_limit = state_.best->upper;
    TrialResult compilation;
    compilation.status = TrialStatus::ok;
    if (candidate.compilation.valid()) compilation = candidate.compilation.get();
    take_in(candidate.index, candidate.configuration,
            compilation.ok() ? session_->measure(*instance_, *contender_, candidate.configuration,
                                                 sampling, {"search"})
                             : session_->record(*instance_, *contender_, candidate.configuration,
                                                std::move(compilation), sampling, {"search"}));
  }
}

void Search::take_in(std::uint64_t index, const Bindings& configuration,
                     const RecordedTrial& measurement) {
  ++state_.done;
  --state_.left;
  state_.seconds_left = scenario_->tune.seconds - (now() - started_);
  consider(index, configuration, measurement.objective, measurement.result.status);
  observer_->trial_done(*contender_, configuration, measurement, state_);
}

void Search::consider(std::uint64_t index, const Bindings& configuration,
                      const std::optional<Interval>& objective, TrialStatus status) {
  strategy_->observe(index, objective ? std::optional(objective->median) : std::nullopt);
  if (!objective) {
    ++state_.failures[status];
  } else if (!state_.best || objective->median < state_.best->median) {
    state_.best = objective;
    state_.best_configuration = configuration;
  }
}

}  // namespace assay
