#include "framework/tune/finals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <numeric>
#include <span>
#include <utility>

#include "framework/core/random.hpp"
#include "framework/core/units.hpp"
#include "framework/measure/clock.hpp"
#include "framework/report/rounds.hpp"

namespace assay {
namespace {

// A process is sampled about as long as it takes to start one: what differs between processes is
// averaged away by more of them and by nothing else.
constexpr double sampling_seconds = 0.1;
constexpr double samples_of_slow_ones = 5;

// So many processes fit beside each other into the memory of most machines.
constexpr std::size_t most_in_a_heat = 4;

struct FinalsEntry {
  const Finalist* finalist = nullptr;
  inference::Contestant contestant;
  bool failed = false;
  bool left_out = false;  // nothing would come of the finals if it took part
  bool alone = false;     // it failed beside others, which may have had the memory that it needs
  std::size_t heats = 0;  // of this run
  double seconds = 0;     // that they took, shared among those who were beside each other
};

using FinalsHeat = std::vector<std::size_t>;  // entries, in the order of their first turns

struct FinalsRound {
  std::deque<FinalsHeat> heats;  // that are still to be measured, the one in flight included
  Lane* lane = nullptr;          // that measures them
  std::uint32_t process = 0;     // number of the round within the run
  Stopwatch watch;               // of the heat in flight
};

// Whatever is the same with nobody beside.
bool is_its_own_fault(TrialStatus status) {
  return status == TrialStatus::wrong_output || status == TrialStatus::not_finite ||
         status == TrialStatus::out_of_bounds || status == TrialStatus::invalid ||
         status == TrialStatus::unsupported || status == TrialStatus::compile_error;
}

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
      const std::vector<std::size_t> active = leave_out_costly(undecided());
      if (active.empty()) break;
      const std::size_t rounds = rounds_to_next_look(active);
      if (rounds == 0 || !in_time(active, rounds)) break;
      begin_rounds(active, costs_are_known(active) ? rounds : 1);
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
      if (entries_[k].failed || entries_[k].left_out) continue;
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

  // What a heat of it takes: as the search has it, until one was measured.
  [[nodiscard]] double cost_of(const FinalsEntry& entry) const {
    if (entry.heats > 0) return entry.seconds / static_cast<double>(entry.heats);
    return std::max(sampling_seconds, samples_of_slow_ones * entry.finalist->searched);
  }

  // Where a whole is bounded one round tells what the others will take.
  [[nodiscard]] bool costs_are_known(const std::vector<std::size_t>& active) const {
    return !std::isfinite(limits_.at_most) ||
           std::ranges::all_of(active, [&](std::size_t k) { return entries_[k].heats > 0; });
  }

  // Those of the active ones who can be brought to the first look in the time that is bounded: with
  // the slowest, who will hardly win, no look might be reached, and nothing be said of anybody.
  std::vector<std::size_t> leave_out_costly(const std::vector<std::size_t>& active) {
    if (!std::isfinite(limits_.at_most)) return active;
    std::size_t rounds = 0;
    std::vector<double> costs;
    for (const std::size_t k : active) {
      const std::size_t done = entries_[k].contestant.logs.size();
      rounds = std::max(rounds, inference::first_look - std::min(inference::first_look, done));
      costs.push_back(cost_of(entries_[k]));
    }
    const double left =
        (limits_.at_most - watch_.seconds()) * static_cast<double>(crew_.lanes().size());
    const auto stays = affordable(costs, rounds, left);
    std::vector<std::size_t> staying;
    for (std::size_t i = 0; i < active.size(); ++i) {
      FinalsEntry& entry = entries_[active[i]];
      entry.left_out = !stays[i];
      if (stays[i]) {
        staying.push_back(active[i]);
        continue;
      }
      observer_.note(fmt::format(
          "{} at {} is left out of the finals: {} rounds with it would take {}, and {} are left",
          entry.finalist->contender->variant.name, to_string(entry.finalist->configuration), rounds,
          format_seconds(std::accumulate(costs.begin(), costs.end(), 0.0) *
                         static_cast<double>(rounds)),
          format_seconds(std::max(0.0, limits_.at_most - watch_.seconds()))));
    }
    return staying;
  }

  // Whether so many more rounds can be expected to end in time; the first look is tried for anyway.
  [[nodiscard]] bool in_time(const std::vector<std::size_t>& active, std::size_t rounds) const {
    double of_round = 0;
    bool looked = true;
    for (const std::size_t k : active) {
      const FinalsEntry& entry = entries_[k];
      looked = looked && entry.contestant.logs.size() >= inference::first_look;
      if (entry.heats > 0) of_round += cost_of(entry);
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
      rounds_.push_back({heats_of(order), nullptr, next_process_++, {}});
    }
    left_ = count * active.size();
    count_ += left_;
  }

  // The heats of a round: as few as may be, and alike in size.
  [[nodiscard]] std::deque<FinalsHeat> heats_of(const std::vector<std::size_t>& order) const {
    std::deque<FinalsHeat> heats;
    FinalsHeat together;
    for (const std::size_t k : order) {
      if (entries_[k].alone) {
        heats.push_back({k});
      } else {
        together.push_back(k);
      }
    }
    const std::size_t count = (together.size() + most_in_a_heat - 1) / most_in_a_heat;
    for (std::size_t k = 0; k < count; ++k) {
      const auto begin = static_cast<std::ptrdiff_t>(k * together.size() / count);
      const auto end = static_cast<std::ptrdiff_t>((k + 1) * together.size() / count);
      heats.emplace_back(together.begin() + begin, together.begin() + end);
    }
    return heats;
  }

  void advance(FinalsRound& round) {
    if (round.heats.empty()) return;
    if (round.lane != nullptr) {
      if (auto measured = round.lane->poll_heat()) take_in(round, std::move(*measured));
    }
    if (round.lane == nullptr) round.lane = free_lane();
    if (round.lane == nullptr || !round.lane->idle()) return;
    drop_failed(round);
    if (round.heats.empty()) return;
    std::vector<TrialRequest> requests;
    for (const std::size_t k : round.heats.front()) requests.push_back(request(entries_[k]));
    round.watch = Stopwatch();
    round.lane->begin_heat(std::move(requests));
  }

  // A finalist that failed in one round is not measured in the others.
  void drop_failed(FinalsRound& round) {
    for (auto& heat : round.heats) {
      const auto gone = std::erase_if(heat, [&](std::size_t k) { return entries_[k].failed; });
      left_ -= gone;
      count_ -= gone;
    }
    std::erase_if(round.heats, [](const auto& heat) { return heat.empty(); });
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

  void take_in(FinalsRound& round, std::vector<Measured> measured) {
    const FinalsHeat heat = std::move(round.heats.front());
    round.heats.pop_front();
    const double seconds = round.watch.seconds() / static_cast<double>(heat.size());
    FinalsHeat again;
    std::string departure;
    for (std::size_t k = 0; k < heat.size(); ++k) {
      Measured& one = measured[k];
      if (one.lane != Measured::Lane::serves) departure = one.reason;
      if (one.lane == Measured::Lane::lost) {
        again.push_back(heat[k]);
      } else if (heat.size() > 1 && !one.result.ok() && !is_its_own_fault(one.result.status)) {
        leave_alone(round, heat[k], one.result);
      } else {
        record(round, heat[k], std::move(one.result), seconds);
      }
    }
    if (!again.empty()) round.heats.push_front(std::move(again));
    if (departure.empty()) return;
    Lane* lane = std::exchange(round.lane, nullptr);
    observer_.note(crew_.dismiss(*lane, departure));
  }

  // A finalist that failed beside others is measured once more before it is judged, and from now on
  // alone.
  void leave_alone(FinalsRound& round, std::size_t number, const TrialResult& result) {
    FinalsEntry& entry = entries_[number];
    entry.alone = true;
    round.heats.push_front({number});
    observer_.note(fmt::format("{} at {} failed beside others ({}) and is measured alone: {}",
                               entry.finalist->contender->variant.name,
                               to_string(entry.finalist->configuration), to_string(result.status),
                               result.message));
  }

  void record(const FinalsRound& round, std::size_t number, TrialResult result, double seconds) {
    FinalsEntry& entry = entries_[number];
    const auto& [contender, configuration, _] = *entry.finalist;
    const auto trial = session_.record(instance_, *contender, configuration, std::move(result),
                                       scenario_.finals.sampling, {final_stage, round.process});
    --left_;
    ++entry.heats;
    entry.seconds += seconds;
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
