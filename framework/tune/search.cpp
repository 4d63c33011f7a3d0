#include "framework/tune/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "framework/tune/recorded.hpp"
#include "framework/tune/trace_match.hpp"

namespace assay {
namespace {

// A search samples a trial beyond min_samples for no longer than this, verifying included, however
// noisy it is: finals tell the best apart, and the time is worth more to other configurations.
constexpr double search_patience = 0.1;

}  // namespace

Search::Search(Session& session, Lanes& lanes, TuneObserver& observer, const Scenario& scenario,
               const OpenInstance& instance, std::span<const Contender> contenders, double seconds)
    : session_(&session),
      lanes_(&lanes),
      observer_(&observer),
      scenario_(&scenario),
      instance_(&instance),
      space_(instance, contenders),
      judge_(scenario, instance),
      strategy_(scenario.tune.strategy, space_.space(), scenario.tune.seed, experience(),
                judge_.spec().axes.size()),
      seconds_(seconds) {
  state_.objective = scenario.objective;
  state_.space_size = space_.space().size();
  state_.product_size = space_.space().product_size();
  state_.seconds_left = seconds;
  recall();
}

Experience Search::experience() const {
  if (!scenario_->tune.warm_start) return {};
  std::multimap<std::size_t, EarlierSearch> by_rank;  // the nearest search of each contender first
  for (const auto& contender : space_.contenders()) {
    const auto key = session_->key(*instance_, contender, {"search"});
    std::size_t rank = 0;
    for (auto& search : recorded_elsewhere(session_->store(), key, space_, contender)) {
      by_rank.emplace(rank++, std::move(search));
    }
  }
  Experience experience;
  for (auto& [_, search] : by_rank) experience.push_back(std::move(search));
  if (scenario_->objective.is_duration()) add_traces(experience);
  return experience;
}

// Traces come last: records of one's own are of the same variant, traces only of the same space.
void Search::add_traces(Experience& experience) const {
  const TraceLibrary& library = session_->traces();
  for (const auto& complaint : library.complaints) observer_->note(complaint);
  for (const auto& [_, trace] : library.traces) {
    if (!trace.objective.is_duration()) continue;
    for (const auto& contender : space_.contenders()) {
      if (auto search = matching_search(trace, space_, contender)) {
        experience.push_back(std::move(*search));
      }
    }
  }
}

// Takes in what earlier runs recorded, including failures unless they are to be tried again. The
// last result of a repeated trial counts.
void Search::recall() {
  for (const auto& contender : space_.contenders()) recall(contender);
  std::reverse(retries_.begin(), retries_.end());  // retries_ is taken from the end
  const std::uint64_t budget = std::min(scenario_->tune.trial_budget(), state_.space_size);
  state_.left = budget - std::min(budget, state_.known);
}

void Search::recall(const Contender& contender) {
  const auto trials =
      session_->store().trials_like(session_->key(*instance_, contender, {"search"}));
  std::map<std::uint64_t, std::size_t> last;
  std::vector<std::optional<std::uint64_t>> indices;
  for (const auto& trial : trials) {
    indices.push_back(space_.index_of(contender, trial.key.configuration));
    // A configuration without an index lies outside the space as this scenario narrows it.
    if (indices.back()) last[*indices.back()] = indices.size() - 1;
  }
  std::vector<std::int64_t> own;
  for (std::size_t k = 0; k < trials.size(); ++k) {
    if (!indices[k] || last.at(*indices[k]) != k) continue;
    // A wrong result is final: another trial cannot make it right.
    if (scenario_->tune.retry_failed && !trials[k].objective && !trials[k].wrong) {
      retries_.push_back(*indices[k]);
      strategy_.exclude(*indices[k]);
      continue;
    }
    ++state_.known;
    own.push_back(trials[k].id);
    if (trials[k].objective) {
      succeed(*indices[k], *trials[k].objective, judge_.standing(session_->store(), trials[k]));
    } else {
      fail(*indices[k], trials[k].standing());
    }
  }
  session_->store().take_over(session_->run(), own);
}

void Search::run(const std::atomic<bool>& stop) {
  watch_.restart();
  observer_->search_begins(space_.whole(), state_);
  const Pace pace = Pace::of(space_.contenders(), *lanes_, scenario_->tune.trial_budget());
  Pipeline pipeline(
      *lanes_, *observer_, scenario_->tune.reproducible ? pace.reproducible() : pace,
      {[this](const Pipeline::Trial& trial, TrialResult result) {
         return evaluate(trial, std::move(result));
       },
       [this](std::span<Pipeline::Trial* const> trials) { keep(trials); },
       [this](const UnderWay& under_way) { observer_->waiting(space_.whole(), under_way); },
       [this](const Pipeline::Trial& trial, double seconds) {
         strategy_.set_aside(trial.index, seconds);
       }});
  const auto stopped = [&] { return stop.load(); };
  trust_best();
  // Trials in progress when the budget ends stay unrecorded; the next run proposes them again.
  while (budget_left() && !stop) {
    const auto limit = race_limit();
    pipeline.begin_ready(limit);  // the device works on while a model thinks
    propose(pipeline);
    if (pipeline.empty()) break;  // the space is exhausted
    auto trial = pipeline.next(limit, stopped);
    if (!trial) continue;
    take_in(*trial);
    if (budget_left() && !stop) pipeline.begin_ready(race_limit());
    pipeline.keep(*trial);
    observer_->trial_done(space_.whole(), trial->request.configuration, trial->recorded, state_);
  }
  pipeline.finish_begun(stopped);
  observer_->search_ends(space_.whole(), state_);
}

bool Search::budget_left() const { return state_.left > 0 && seconds_ > watch_.seconds(); }

void Search::propose(Pipeline& pipeline) {
  for (std::size_t room = pipeline.room(); room > 0; --room) {
    if (on_their_way_ == state_.left) break;
    const auto index = next_index();
    if (!index) break;
    if (pipeline.take_up(*index)) continue;
    ++on_their_way_;
    const auto choice = space_.at(*index);
    const bool compiled = is_compiled(*choice.contender);
    pipeline.add(*index, request(choice), compiled, strategy_.expected_seconds(*index));
  }
}

// The next configuration to try; failed ones that are to be repeated come first.
std::optional<std::uint64_t> Search::next_index() {
  if (retries_.empty()) return strategy_.propose();
  const std::uint64_t index = retries_.back();
  retries_.pop_back();
  return index;
}

TrialRequest Search::request(const SearchedSpace::Choice& choice) const {
  SamplingOptions sampling = scenario_->sampling;
  sampling.patience_seconds = search_patience;
  return session_->request(*instance_, *choice.contender, choice.configuration, sampling);
}

RecordedTrial Search::evaluate(const Pipeline::Trial& trial, TrialResult result) const {
  return session_->evaluate(*instance_, trial.request.configuration, std::move(result),
                            scenario_->sampling);
}

void Search::keep(std::span<Pipeline::Trial* const> trials) {
  session_->store().together([&] {
    for (Pipeline::Trial* trial : trials) {
      TrialKey key = session_->key(*instance_, *space_.at(trial->index).contender, {"search"});
      key.configuration = trial->request.configuration;
      session_->keep(trial->recorded, key);
    }
  });
}

void Search::take_in(const Pipeline::Trial& trial) {
  --on_their_way_;
  ++state_.done;
  --state_.left;
  state_.seconds_left = seconds_ - watch_.seconds();
  const RecordedTrial& recorded = trial.recorded;
  if (trial.seconds > 0) strategy_.took(trial.index, trial.seconds);
  const auto before = best_;
  if (recorded.objective) {
    succeed(trial.index, *recorded.objective,
            judge_.standing(recorded, trial.request.configuration));
  } else {
    fail(trial.index, recorded.result.status);
  }
  if (best_.contender != before.contender || best_.configuration != before.configuration) {
    trust_best();
  }
}

void Search::fail(std::uint64_t index, TrialStatus status) {
  strategy_.observe(index, std::nullopt);
  ++state_.failures[status];
}

void Search::succeed(std::uint64_t index, const Interval& objective,
                     const ParetoStanding& standing) {
  strategy_.observe(index, judge_.outcome(objective, standing));
  const auto choice = space_.at(index);
  for (const auto& [number, text] : standing.gaps) {
    const std::string& variant = choice.contender->variant.name;
    if (noted_.insert(fmt::format("{} {}", variant, number)).second) {
      observer_->note(fmt::format("{}: {}", variant, text));
    }
  }
  if (!standing.keeps() || (state_.best && objective.median >= state_.best->median)) return;
  state_.best = objective;
  best_ = choice;
  state_.best_configuration = best_.configuration;
}

// The value beyond which a trial may end early. None where further quantities or an objective of
// one's own count, because slow configurations may have other merits.
std::optional<double> Search::race_limit() const {
  if (!state_.best || !judge_.spec().axes.empty() || scenario_->objective.is_own()) {
    return std::nullopt;
  }
  return state_.best->upper;
}

// Has the lanes check their device with the best configuration: it is known to succeed, and is the
// quickest one to do so.
void Search::trust_best() {
  if (!state_.best) return;
  for (const auto& lane : *lanes_) {
    lane->trust(request(best_));
  }
}

}  // namespace assay
