#include "framework/tune/finals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <span>
#include <utility>

#include "framework/core/random.hpp"
#include "framework/measure/clock.hpp"
#include "framework/report/rounds.hpp"

namespace assay {
namespace {

// A process is sampled about as long as it takes to start one: what differs between processes is
// averaged away by more of them and by nothing else.
constexpr double sampling_seconds = 0.1;
constexpr double samples_of_slow_ones = 5;

struct FinalsEntry {
  const Finalist* finalist = nullptr;
  inference::Contestant contestant;
  bool failed = false;
  std::size_t heats = 0;  // of this run
  double seconds = 0;     // that they took
};

struct FinalsRound {
  std::deque<std::size_t> heats;  // entries that are still to be measured
  Lane* lane = nullptr;           // that measures them
  std::uint32_t process = 0;      // number of the round within the run
  Stopwatch watch;                // of the heat in flight
};

class Finals {
 public:
  Finals(Session& session, Crew& crew, TuneObserver& observer, const Scenario& scenario,
         const OpenInstance& instance, const std::vector<Finalist>& finalists,
         const FinalsLimits& limits)
      : session_(session),
        crew_(crew),
        observer_(observer),
        scenario_(scenario),
        instance_(instance),
        limits_(limits),
        rule_{1 - scenario.finals.sampling.confidence, std::log1p(scenario.finals.margin)},
        random_(limits.seed) {
    recall(finalists);
  }

  FinalsOutcome run(const std::atomic<bool>& stop) {
    for (;;) {
      const std::vector<std::size_t> active = undecided();
      if (active.empty()) break;
      const std::size_t rounds = rounds_to_next_look(active);
      if (rounds == 0 || !in_time(active, rounds)) break;
      begin_rounds(active, rounds);
      while (left_ > 0 && !stop && watch_.seconds() < limits_.at_most) {
        for (auto& round : rounds_) advance(round);
        if (left_ > 0) crew_.wait(std::chrono::milliseconds(50));
      }
      if (left_ > 0) break;
    }
    crew_.stop();
    return outcome();
  }

 private:
  // What earlier runs measured of the finalists.
  void recall(const std::vector<Finalist>& finalists) {
    std::vector<std::int64_t> own;
    std::vector<std::vector<StoredTrial>> stored;
    std::vector<const StoredTrial*> in_order;
    for (const Finalist& finalist : finalists) {
      stored.push_back(session_.store().trials_like(
          session_.key(instance_, *finalist.contender, {final_stage})));
      const std::string wanted = canonical_text(finalist.configuration);
      std::erase_if(stored.back(), [&](const StoredTrial& trial) {
        return canonical_text(trial.key.configuration) != wanted;
      });
      for (const auto& trial : stored.back()) in_order.push_back(&trial);
    }
    std::ranges::sort(in_order, {}, &StoredTrial::id);
    for (const auto* trial : in_order) {
      static_cast<void>(numbers_.of(*trial));
      own.push_back(trial->id);
    }
    for (std::size_t k = 0; k < finalists.size(); ++k) {
      FinalsEntry& entry = entries_.emplace_back();
      entry.finalist = &finalists[k];
      entry.contestant.group = group_of(*finalists[k].contender);
      std::vector<const StoredTrial*> trials;
      for (const auto& trial : stored[k]) trials.push_back(&trial);
      for (const auto& known : final_configurations(trials)) {
        entry.failed = known.failed;
        entry.contestant.logs = logs_by_round(known, numbers_);
      }
    }
    session_.store().take_over(session_.run(), own);
  }

  std::size_t group_of(const Contender& contender) {
    const auto known = std::ranges::find(groups_, &contender);
    if (known != groups_.end()) return static_cast<std::size_t>(known - groups_.begin());
    groups_.push_back(&contender);
    return groups_.size() - 1;
  }

  // Those that did not fail, and who they are.
  struct Field {
    std::vector<std::size_t> entries;
    std::vector<inference::Contestant> contestants;
  };
  [[nodiscard]] Field field() const {
    Field field;
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      if (entries_[k].failed) continue;
      field.entries.push_back(k);
      field.contestants.push_back(entries_[k].contestant);
    }
    return field;
  }

  [[nodiscard]] static bool measured(const Field& field) {
    return std::ranges::any_of(field.contestants,
                               [](const auto& contestant) { return !contestant.logs.empty(); });
  }

  // The leader and all whom more rounds could tell from it; nobody where every rival is decided.
  [[nodiscard]] std::vector<std::size_t> undecided() const {
    const Field now = field();
    if (!measured(now)) return now.entries;
    const auto ranking = inference::rank(now.contestants, rule_);
    const std::size_t leading = now.contestants[ranking.leader].group;
    bool any_rival = false;
    std::vector<std::size_t> active;
    for (std::size_t k = 0; k < now.entries.size(); ++k) {
      const bool settled = ranking.standings[k].settled();
      if (k == ranking.leader || !settled) active.push_back(now.entries[k]);
      if (!settled && now.contestants[k].group != leading) any_rival = true;
    }
    // With one variant alone nothing is to be told apart, and what it takes is still to be known.
    const bool first_look_open =
        now.contestants[ranking.leader].logs.size() < inference::first_look;
    return any_rival || first_look_open ? active : std::vector<std::size_t>{};
  }

  [[nodiscard]] std::size_t rounds_to_next_look(const std::vector<std::size_t>& active) const {
    std::size_t fewest = scenario_.finals.rounds;
    std::size_t needed = 0;
    for (const std::size_t k : active) {
      const std::size_t rounds = entries_[k].contestant.logs.size();
      const std::size_t goal = std::min<std::size_t>(
          inference::next_look(rounds, rule_.alpha).blocks, scenario_.finals.rounds);
      needed = std::max(needed, goal - std::min(goal, rounds));
      fewest = std::min(fewest, rounds);
    }
    return fewest < scenario_.finals.rounds ? needed : 0;
  }

  // Whether so many more rounds can be expected to end in time; the first look is tried for anyway.
  [[nodiscard]] bool in_time(const std::vector<std::size_t>& active, std::size_t rounds) const {
    double of_round = 0;
    bool looked = true;
    for (const std::size_t k : active) {
      const FinalsEntry& entry = entries_[k];
      looked = looked && entry.contestant.logs.size() >= inference::first_look;
      if (entry.heats > 0) of_round += entry.seconds / static_cast<double>(entry.heats);
    }
    const double expected =
        static_cast<double>(rounds) * of_round / static_cast<double>(crew_.lanes().size());
    return !looked || watch_.seconds() + expected <= limits_.seconds;
  }

  void begin_rounds(const std::vector<std::size_t>& active, std::size_t count) {
    rounds_.clear();
    for (std::size_t k = 0; k < count; ++k) {
      std::vector<std::size_t> order = active;
      random_.shuffle(std::span(order));
      FinalsRound round;
      round.heats.assign(order.begin(), order.end());
      round.process = next_process_++;
      rounds_.push_back(std::move(round));
    }
    left_ = count * active.size();
    count_ += left_;
  }

  void advance(FinalsRound& round) {
    if (round.heats.empty()) return;
    if (round.lane != nullptr) {
      if (auto measured = round.lane->poll()) take_in(round, std::move(*measured));
      drop_failed(round);
      if (round.heats.empty()) return;
    }
    if (round.lane == nullptr) round.lane = free_lane();
    if (round.lane == nullptr || !round.lane->idle()) return;
    round.watch = Stopwatch();
    round.lane->begin(request(entries_[round.heats.front()]), true);
  }

  // A finalist that failed in one round is not measured in the others.
  void drop_failed(FinalsRound& round) {
    const auto gone = std::erase_if(round.heats, [&](std::size_t k) { return entries_[k].failed; });
    left_ -= gone;
    count_ -= gone;
  }

  [[nodiscard]] Lane* free_lane() const {
    for (const auto& lane : crew_.lanes()) {
      const bool taken = std::any_of(rounds_.begin(), rounds_.end(), [&](const auto& round) {
        return round.lane == lane.get() && !round.heats.empty();
      });
      if (!taken) return lane.get();
    }
    return nullptr;
  }

  [[nodiscard]] TrialRequest request(const FinalsEntry& entry) const {
    SamplingOptions sampling = scenario_.finals.sampling;
    if (!scenario_.objective.is_energy()) {
      const double slow = samples_of_slow_ones * entry.finalist->searched;
      sampling.max_seconds = std::min(sampling.max_seconds, std::max(sampling_seconds, slow));
    }
    return session_.request(instance_, *entry.finalist->contender, entry.finalist->configuration,
                            sampling);
  }

  void take_in(FinalsRound& round, Measured measured) {
    Lane* lane = round.lane;
    if (measured.lane != Measured::Lane::lost) record(round, std::move(measured.result));
    if (measured.lane == Measured::Lane::serves) return;
    round.lane = nullptr;
    observer_.note(crew_.dismiss(*lane, measured.reason));
  }

  void record(FinalsRound& round, TrialResult result) {
    FinalsEntry& entry = entries_[round.heats.front()];
    const auto& [contender, configuration, _] = *entry.finalist;
    const auto trial = session_.record(instance_, *contender, configuration, std::move(result),
                                       scenario_.finals.sampling, {final_stage, round.process});
    round.heats.pop_front();
    --left_;
    ++entry.heats;
    entry.seconds += round.watch.seconds();
    if (!trial.objective) {
      entry.failed = true;
      observer_.note(fmt::format("{} at {} failed in the finals ({}) and is out: {}",
                                 contender->variant.name, to_string(configuration),
                                 to_string(trial.result.status), trial.result.message));
    } else if (trial.objective->median > 0) {
      StoredTrial place;
      place.run = session_.run();
      place.key.process = round.process;
      entry.contestant.logs[numbers_.of(place)] = std::log(trial.objective->median);
    }
    observer_.final_done(*contender, configuration, trial, count_ - left_, count_);
  }

  [[nodiscard]] FinalsOutcome outcome() const {
    FinalsOutcome result;
    result.heats = count_ - left_;
    result.seconds = watch_.seconds();
    result.decided = undecided().empty();
    for (const auto& entry : entries_) {
      result.rounds = std::max(result.rounds, entry.contestant.logs.size());
    }
    return result;
  }

  Session& session_;
  Crew& crew_;
  TuneObserver& observer_;
  const Scenario& scenario_;
  const OpenInstance& instance_;
  const FinalsLimits& limits_;
  inference::RankingRule rule_;
  Random random_;
  Stopwatch watch_;
  RoundNumbers numbers_;
  std::vector<const Contender*> groups_;
  std::vector<FinalsEntry> entries_;
  std::vector<FinalsRound> rounds_;
  std::uint32_t next_process_ = 0;
  std::size_t count_ = 0;  // heats begun in this run, and those that wait
  std::size_t left_ = 0;   // of them
};

}  // namespace

FinalsOutcome run_finals(Session& session, Crew& crew, TuneObserver& observer,
                         const Scenario& scenario, const OpenInstance& instance,
                         const std::vector<Finalist>& finalists, const FinalsLimits& limits,
                         const std::atomic<bool>& stop) {
  if (finalists.empty() || scenario.finals.rounds == 0) return {};
  const FinalsOutcome outcome =
      Finals(session, crew, observer, scenario, instance, finalists, limits).run(stop);
  observer.finals_end(outcome);
  return outcome;
}

}  // namespace assay
