#include "framework/tune/finals.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <random>
#include <utility>

#include "framework/core/pareto_front.hpp"

namespace assay {
namespace {

// Times as many as asked for, where the search cannot tell them apart.
constexpr std::size_t most_finalists = 4;

struct Heat {
  const Finalist* finalist;
  std::uint32_t process;
};

// Whether the store has the heat, which is this run's then as well.
bool take_over(Session& session, const OpenInstance& instance, const Heat& heat) {
  const auto trials = session.store().trials_like(
      session.key(instance, *heat.finalist->contender, {"final", heat.process}));
  const std::string configuration = canonical_text(heat.finalist->configuration);
  std::vector<std::int64_t> own;
  for (const StoredTrial& trial : trials) {
    if (trial.key.process == heat.process &&
        canonical_text(trial.key.configuration) == configuration) {
      own.push_back(trial.id);
    }
  }
  if (!own.empty()) session.store().take_over(session.run(), own);
  return !own.empty();
}

// All finalists in one fresh process, as far as they are not recorded.
struct Round {
  std::deque<Heat> heats;
  Lane* lane = nullptr;  // whose process it is
  bool fresh = true;     // the process is still to be started
};

// Rounds on the lanes of a crew, one of each at a time.
class Finals {
 public:
  Finals(Session& session, Crew& crew, TuneObserver& observer, const Scenario& scenario,
         const OpenInstance& instance, const std::vector<Finalist>& finalists)
      : session_(session),
        crew_(crew),
        observer_(observer),
        scenario_(scenario),
        instance_(instance),
        count_(finalists.size() * scenario.finals.processes) {
    for (std::uint32_t process = 0; process < scenario.finals.processes; ++process) {
      Round round;
      for (const auto& finalist : finalists) round.heats.push_back({&finalist, process});
      std::mt19937_64 random(scenario.tune.seed * 1'000'003 + process);
      std::shuffle(round.heats.begin(), round.heats.end(), random);
      std::erase_if(round.heats,
                    [&](const Heat& heat) { return take_over(session, instance, heat); });
      left_ += round.heats.size();
      rounds_.push_back(std::move(round));
    }
  }

  void run(const std::atomic<bool>& stop) {
    while (left_ > 0 && !stop) {
      for (auto& round : rounds_) advance(round);
      if (left_ > 0) crew_.wait(std::chrono::milliseconds(50));
    }
    crew_.stop();
  }

 private:
  void advance(Round& round) {
    if (round.heats.empty()) return;
    if (round.lane != nullptr) {
      if (auto measured = round.lane->poll()) take_in(round, std::move(*measured));
    }
    if (round.lane == nullptr) round.lane = free_lane();
    if (round.lane == nullptr || round.heats.empty() || !round.lane->idle()) return;
    round.lane->begin(request(round.heats.front()), std::exchange(round.fresh, false));
  }

  [[nodiscard]] Lane* free_lane() const {
    for (const auto& lane : crew_.lanes()) {
      const bool taken = std::any_of(rounds_.begin(), rounds_.end(), [&](const Round& round) {
        return round.lane == lane.get() && !round.heats.empty();
      });
      if (!taken) return lane.get();
    }
    return nullptr;
  }

  [[nodiscard]] TrialRequest request(const Heat& heat) const {
    return session_.request(instance_, *heat.finalist->contender, heat.finalist->configuration,
                            scenario_.finals.sampling);
  }

  void take_in(Round& round, Measured measured) {
    Lane* lane = round.lane;
    if (measured.lane != Measured::Lane::lost) {
      const auto& [finalist, process] = round.heats.front();
      const auto& [contender, configuration] = *finalist;
      const auto trial =
          session_.record(instance_, *contender, configuration, std::move(measured.result),
                          scenario_.finals.sampling, {"final", process});
      --left_;
      observer_.final_done(*contender, configuration, trial, count_ - left_, count_);
      round.heats.pop_front();
    }
    if (measured.lane == Measured::Lane::serves) return;
    round.lane = nullptr;
    round.fresh = true;
    observer_.note(crew_.dismiss(*lane, measured.reason));
  }

  Session& session_;
  Crew& crew_;
  TuneObserver& observer_;
  const Scenario& scenario_;
  const OpenInstance& instance_;
  std::vector<Round> rounds_;
  std::size_t count_;
  std::size_t left_ = 0;
};

// Sorts the trials.
std::vector<const StoredTrial*> fastest(std::vector<JudgedTrial>& trials, std::size_t count) {
  std::stable_sort(trials.begin(), trials.end(), [](const JudgedTrial& a, const JudgedTrial& b) {
    return a.trial.objective->median < b.trial.objective->median;
  });
  std::vector<const StoredTrial*> chosen;
  for (const auto& [trial, _] : trials) {
    const bool clear = trial.objective->lower > trials.front().trial.objective->upper;
    if (chosen.size() >= (clear ? count : most_finalists * count)) break;
    chosen.push_back(&trial);
  }
  return chosen;
}

// Where a variant tells nothing of what counts, the fastest.
std::vector<const StoredTrial*> of_front(std::vector<JudgedTrial>& trials, const TrialJudge& judge,
                                         std::size_t count) {
  std::vector<ParetoPoint> points;
  std::vector<const StoredTrial*> candidates;
  for (const auto& [trial, standing] : trials) {
    const auto outcome = judge.outcome(*trial.objective, standing);
    if (!outcome) continue;
    points.push_back({*trial.objective, outcome->costs});
    candidates.push_back(&trial);
  }
  if (candidates.empty()) return fastest(trials, count);
  const auto front = pareto_front(points);
  std::vector<const StoredTrial*> chosen;
  for (const std::size_t k : evenly_spread(front.size(), count)) {
    chosen.push_back(candidates[front[k]]);
  }
  return chosen;
}

}  // namespace

std::vector<Finalist> choose_finalists(Session& session, const OpenInstance& instance,
                                       const Contender& contender, const TrialJudge& judge,
                                       std::size_t count) {
  auto trials = judged_trials(session, instance, contender, judge);
  std::erase_if(trials, [](const JudgedTrial& one) { return !one.standing.keeps(); });
  const auto chosen =
      judge.spec().axes.empty() ? fastest(trials, count) : of_front(trials, judge, count);
  std::vector<Finalist> finalists;
  for (const auto* trial : chosen) finalists.push_back({&contender, trial->key.configuration});
  return finalists;
}

void run_finals(Session& session, Crew& crew, TuneObserver& observer, const Scenario& scenario,
                const OpenInstance& instance, const std::vector<Finalist>& finalists,
                const std::atomic<bool>& stop) {
  Finals(session, crew, observer, scenario, instance, finalists).run(stop);
}

}  // namespace assay
