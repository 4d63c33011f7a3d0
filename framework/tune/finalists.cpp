#include "framework/tune/finalists.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "framework/core/pareto_front.hpp"

namespace assay {
namespace {

// The factor by which the number of finalists may exceed the number asked for, where the search
// cannot tell them apart.
constexpr std::size_t most_finalists = 4;

// A variant this many times slower than the best contender has only its best configuration measured
// again, because which of its configurations is the best decides nothing.
constexpr double far_behind = 1.5;

// The fastest trials; sorts `trials` in place.
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

// The front of the trials; the fastest ones where a variant reports none of the quantities that
// count.
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
                                       std::span<const Contender> contenders,
                                       const TrialJudge& judge, std::size_t count) {
  std::vector<std::vector<JudgedTrial>> searched;
  double least = std::numeric_limits<double>::infinity();
  for (const Contender& contender : contenders) {
    auto& trials = searched.emplace_back(judged_trials(session, instance, contender, judge));
    std::erase_if(trials, [](const JudgedTrial& one) { return !one.standing.keeps(); });
    for (const auto& [trial, _] : trials) least = std::min(least, trial.objective->median);
  }
  std::vector<Finalist> finalists;
  for (std::size_t k = 0; k < contenders.size(); ++k) {
    const bool by_time = judge.spec().axes.empty();
    const bool behind = by_time && std::ranges::none_of(searched[k], [&](const JudgedTrial& one) {
                          return one.trial.objective->median <= far_behind * least;
                        });
    const std::size_t wanted = behind ? std::min<std::size_t>(count, 1) : count;
    auto chosen = by_time ? fastest(searched[k], wanted) : of_front(searched[k], judge, wanted);
    if (behind && chosen.size() > wanted) chosen.resize(wanted);
    for (const StoredTrial* trial : chosen) {
      finalists.push_back({&contenders[k], trial->key.configuration,
                           judge.sample_seconds(session.store(), *trial)});
    }
  }
  return finalists;
}

}  // namespace assay
