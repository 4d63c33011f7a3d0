#include "framework/tune/finals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <span>
#include <utility>

#include "framework/core/random.hpp"
#include "framework/core/units.hpp"
#include "framework/measure/clock.hpp"
#include "framework/tune/finals_field.hpp"

namespace assay {
namespace {

// This many processes fit into the memory of most machines at the same time.
constexpr std::size_t most_in_a_heat = 4;

// Members of the field, in the order of their first turns.
using FinalsHeat = std::vector<std::size_t>;

struct FinalsRound {
  std::deque<FinalsHeat> heats;  // still to be measured, the one in flight included
  Lane* lane = nullptr;          // the lane that measures the heats
  std::uint32_t process = 0;     // number of the round within the run
  Stopwatch watch;               // time of the heat in flight
};

// Whether the failure would also have happened to a process running alone.
bool is_its_own_fault(TrialStatus status) {
  return is_wrong(status) || status == TrialStatus::invalid || status == TrialStatus::unsupported ||
         status == TrialStatus::compile_error;
}

class Finals {
 public:
  Finals(Session& session, Lanes& lanes, TuneObserver& observer, const Scenario& scenario,
         const OpenInstance& instance, const std::vector<Finalist>& finalists,
         const FinalsLimits& limits)
      : session_(session),
        lanes_(lanes),
        observer_(observer),
        scenario_(scenario),
        instance_(instance),
        limits_(limits),
        field_(session, scenario, instance, finalists),
        random_(limits.seed) {}

  FinalsOutcome run(const std::atomic<bool>& stop) {
    for (;;) {
      leave_out_costly();
      const std::vector<std::size_t> active = field_.undecided();
      if (active.empty()) break;
      const std::size_t rounds = field_.rounds_to_next_look(active);
      if (rounds == 0 || !in_time(active, rounds)) break;
      begin_rounds(active, costs_are_known(active) ? rounds : 1);
      while (left_ > 0 && !stop && watch_.seconds() < limits_.at_most) {
        for (auto& round : rounds_) advance(round);
        if (left_ > 0) lanes_.wait(std::chrono::milliseconds(50));
      }
      if (left_ > 0) break;
    }
    lanes_.stop();
    return outcome();
  }

 private:
  // Where the total time is bounded, one round is measured first to learn what further rounds will
  // take.
  [[nodiscard]] bool costs_are_known(const std::vector<std::size_t>& active) const {
    return !std::isfinite(limits_.at_most) ||
           std::ranges::all_of(active, [&](std::size_t k) { return field_[k].heats > 0; });
  }

  void leave_out_costly() {
    if (!std::isfinite(limits_.at_most)) return;
    const std::vector<std::size_t> active = field_.undecided();
    const double left = std::max(0.0, limits_.at_most - watch_.seconds());
    const std::size_t rounds = field_.rounds_to_first_look(active);
    const double wanted =
        static_cast<double>(rounds) * field_.seconds_of_round(active) / lane_count();
    for (const std::size_t k : field_.leave_out_costly(active, left * lane_count())) {
      const auto& [contender, configuration, _] = *field_[k].finalist;
      observer_.note(
          fmt::format("{} at {} is left out of the finals: {} rounds with it would take {}, but "
                      "only {} are left",
                      contender->variant.name, to_string(configuration), rounds,
                      format_seconds(wanted), format_seconds(left)));
    }
  }

  // Whether this many more rounds can be expected to end in time; the first look is attempted
  // regardless.
  [[nodiscard]] bool in_time(const std::vector<std::size_t>& active, std::size_t rounds) const {
    const double expected =
        static_cast<double>(rounds) * field_.seconds_of_round(active) / lane_count();
    return !field_.looked_at(active) || watch_.seconds() + expected <= limits_.seconds;
  }

  [[nodiscard]] double lane_count() const { return static_cast<double>(lanes_.size()); }

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

  // The heats of a round: as few as possible, and of similar size.
  [[nodiscard]] std::deque<FinalsHeat> heats_of(const std::vector<std::size_t>& order) const {
    std::deque<FinalsHeat> heats;
    FinalsHeat together;
    for (const std::size_t k : order) {
      if (field_[k].alone) {
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
    for (const std::size_t k : round.heats.front()) requests.push_back(request(field_[k]));
    round.watch = Stopwatch();
    round.lane->begin_heat(std::move(requests));
  }

  // Drops the finalists that failed in another round, because measuring them again is useless.
  void drop_failed(FinalsRound& round) {
    for (auto& heat : round.heats) {
      const auto gone = std::erase_if(heat, [&](std::size_t k) { return field_[k].failed; });
      left_ -= gone;
      count_ -= gone;
    }
    std::erase_if(round.heats, [](const auto& heat) { return heat.empty(); });
  }

  [[nodiscard]] Lane* free_lane() const {
    for (const auto& lane : lanes_) {
      const bool taken = std::any_of(rounds_.begin(), rounds_.end(), [&](const auto& round) {
        return round.lane == lane.get() && !round.heats.empty();
      });
      if (!taken) return lane.get();
    }
    return nullptr;
  }

  [[nodiscard]] TrialRequest request(const FinalsEntry& entry) const {
    SamplingOptions sampling = scenario_.finals.sampling;
    if (!scenario_.objective.measured().is_energy()) {
      sampling.max_seconds = std::min(sampling.max_seconds, entry.sampling_seconds());
    }
    return session_.request(instance_, *entry.finalist->contender, entry.finalist->configuration,
                            sampling);
  }

  void take_in(FinalsRound& round, std::vector<Measured> measured) {
    const FinalsHeat heat = std::move(round.heats.front());
    round.heats.pop_front();
    const double seconds = round.watch.seconds();
    double expected = 0;
    for (const std::size_t k : heat) expected += field_[k].sampling_seconds();
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
        const double share = field_[heat[k]].sampling_seconds() / expected;
        record(round, heat[k], std::move(one.result), share * seconds);
      }
    }
    if (!again.empty()) round.heats.push_front(std::move(again));
    if (departure.empty()) return;
    Lane* lane = std::exchange(round.lane, nullptr);
    observer_.note(lanes_.dismiss(*lane, departure));
  }

  // A finalist that failed alongside others is measured once more, alone, before it is judged, and
  // stays alone from then on.
  void leave_alone(FinalsRound& round, std::size_t number, const TrialResult& result) {
    FinalsEntry& entry = field_[number];
    entry.alone = true;
    round.heats.push_front({number});
    observer_.note(fmt::format(
        "{} at {} failed while measured beside others ({}), and is measured again, alone: {}",
        entry.finalist->contender->variant.name, to_string(entry.finalist->configuration),
        to_string(result.status), result.message));
  }

  void record(const FinalsRound& round, std::size_t number, TrialResult result, double seconds) {
    FinalsEntry& entry = field_[number];
    const auto& [contender, configuration, _] = *entry.finalist;
    const auto trial = session_.record(instance_, *contender, configuration, std::move(result),
                                       scenario_.finals.sampling, {final_stage, round.process});
    --left_;
    ++entry.heats;
    entry.seconds += seconds;
    if (!trial.objective) {
      entry.failed = true;
      observer_.note(
          fmt::format("{} at {} failed in the finals ({}) and is left out of the rest: {}",
                      contender->variant.name, to_string(configuration),
                      to_string(trial.result.status), trial.result.message));
    } else if (trial.objective->median > 0) {
      field_.add(number, round.process, trial.objective->median);
    }
    observer_.final_done(*contender, configuration, trial, count_ - left_, count_);
  }

  [[nodiscard]] FinalsOutcome outcome() const {
    FinalsOutcome result;
    result.heats = count_ - left_;
    result.seconds = watch_.seconds();
    result.decided = field_.undecided().empty();
    result.rounds = field_.most_rounds();
    return result;
  }

  Session& session_;
  Lanes& lanes_;
  TuneObserver& observer_;
  const Scenario& scenario_;
  const OpenInstance& instance_;
  const FinalsLimits& limits_;
  FinalsField field_;
  Random random_;
  Stopwatch watch_;
  std::vector<FinalsRound> rounds_;
  std::uint32_t next_process_ = 0;
  std::size_t count_ = 0;  // heats of this run, those that still wait included
  std::size_t left_ = 0;   // the waiting part of count_
};

}  // namespace

FinalsOutcome run_finals(Session& session, Lanes& lanes, TuneObserver& observer,
                         const Scenario& scenario, const OpenInstance& instance,
                         const std::vector<Finalist>& finalists, const FinalsLimits& limits,
                         const std::atomic<bool>& stop) {
  if (finalists.empty() || scenario.finals.rounds == 0) return {};
  const FinalsOutcome outcome =
      Finals(session, lanes, observer, scenario, instance, finalists, limits).run(stop);
  observer.finals_end(outcome);
  return outcome;
}

}  // namespace assay
