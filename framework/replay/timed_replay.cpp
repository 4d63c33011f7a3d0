#include "framework/replay/timed_replay.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "framework/replay/recorded_lanes.hpp"
#include "framework/replay/replayed_space.hpp"
#include "framework/tune/pipeline.hpp"

namespace assay {
namespace {

// A trial's result as a search would take it in.
RecordedTrial recorded_trial(const RecordedOutcome& outcome, TrialResult result) {
  RecordedTrial recorded;
  recorded.result = std::move(result);
  if (outcome.objective)
    recorded.objective = {*outcome.objective, *outcome.objective, *outcome.objective};
  return recorded;
}

class TimedReplay {
 public:
  TimedReplay(const ReplayedSpace& space, const StrategyMaker& strategy,
              const TimedReplayOptions& options, std::uint64_t seed)
      : replayed_(space),
        options_(options),
        space_(space.with_drawn_defaults(seed)),
        strategy_(strategy(space_, seed)),
        tried_(space.size()),
        lanes_(options.devices, options.cores,
               [this](const TrialRequest& request) -> const RecordedOutcome& {
                 return replayed_.outcome(*space_.index_of(request.configuration));
               }) {}

  TimedSearch run() {
    TuneObserver nobody;
    const std::uint64_t budget = std::min<std::uint64_t>(options_.trials, tried_.size());
    const Pace pace = Pace::compiled(lanes_, Pace::Cores::separate, budget);
    Pipeline pipeline(lanes_, nobody, options_.reproducible ? pace.reproducible() : pace,
                      {[&](const Pipeline::Trial& trial, TrialResult result) {
                         return recorded_trial(replayed_.outcome(trial.index), std::move(result));
                       },
                       [](std::span<Pipeline::Trial* const>) {}, nullptr,
                       [&](const Pipeline::Trial& trial, double seconds) {
                         strategy_->set_aside(trial.index, seconds);
                       }});
    const auto over = [&] { return lanes_.seconds() >= options_.seconds; };
    while (search_.trials.size() < budget && !over()) {
      propose(pipeline, budget);
      if (pipeline.empty()) break;  // the space is exhausted
      if (const auto trial = pipeline.next(std::nullopt, over)) take_in(*trial);
    }
    search_.seconds = std::min(lanes_.seconds(), options_.seconds);
    return std::move(search_);
  }

 private:
  void propose(Pipeline& pipeline, std::uint64_t budget) {
    for (std::size_t room = pipeline.room(); room > 0 && proposed_ < budget; --room) {
      const auto index = strategy_->propose();
      if (!index) return;
      if (pipeline.take_up(*index)) continue;
      replayed_.require_new(*index, tried_);
      tried_[*index] = true;
      ++proposed_;
      TrialRequest request;
      request.configuration = space_.at(*index);
      pipeline.add(*index, std::move(request), true, strategy_->expected_seconds(*index));
    }
  }

  void take_in(const Pipeline::Trial& trial) {
    const RecordedOutcome& outcome = replayed_.outcome(trial.index);
    if (trial.seconds > 0) strategy_->took(trial.index, trial.seconds);
    strategy_->observe(trial.index, outcome.objective);
    if (lanes_.seconds() > options_.seconds) return;
    search_.trials.push_back({replayed_.place(trial.index), lanes_.seconds()});
    search_.compile_seconds += outcome.compile_seconds;
    if (outcome.status == TrialStatus::compile_error) return;  // it was not measured
    search_.measure_seconds += outcome.trial_seconds() - outcome.compile_seconds;
  }

  const ReplayedSpace& replayed_;
  const TimedReplayOptions& options_;
  SearchSpace space_;
  std::unique_ptr<Strategy> strategy_;
  std::vector<bool> tried_;
  std::uint64_t proposed_ = 0;
  TimedSearch search_;
  RecordedLanes lanes_;
};

}  // namespace

std::vector<TimedSearch> replay_in_time(const RecordedSpace& space, const StrategyMaker& strategy,
                                        const TimedReplayOptions& options) {
  const ReplayedSpace replayed(space);
  std::vector<TimedSearch> searches(options.seeds);
  for_each_seed(options.seeds, options.threads, [&](std::uint64_t seed) {
    searches[seed - 1] = TimedReplay(replayed, strategy, options, seed).run();
  });
  return searches;
}

}  // namespace assay
