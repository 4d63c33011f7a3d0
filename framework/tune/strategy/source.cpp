#include "framework/tune/strategy/source.hpp"

#include <algorithm>
#include <limits>

#include "framework/tune/strategy/axes.hpp"
#include "framework/tune/strategy/trial_log.hpp"

namespace assay {
namespace {

// The number of trials used. Half of them are the best, which matter most; the other half is spread
// over the rest.
constexpr std::size_t most_trials = 128;
constexpr std::size_t most_best = most_trials / 2;
// Fewer trials say little about the covariance.
constexpr std::size_t least_for_covariance = most_trials / 4;

// The trials worth learning from, the best first.
std::vector<EarlierSearch::Trial> choice_of(const EarlierSearch& search) {
  auto trials = search.trials;
  const auto value = [](const EarlierSearch::Trial& trial) {
    return trial.objective.value_or(std::numeric_limits<double>::infinity());
  };
  std::stable_sort(trials.begin(), trials.end(),
                   [&](const auto& a, const auto& b) { return value(a) < value(b); });
  if (trials.size() <= most_trials) return trials;
  const std::size_t rest = trials.size() - most_best;
  for (std::size_t k = most_best; k < most_trials; ++k) {
    trials[k] = trials[most_best + (k - most_best) * rest / (most_trials - most_best)];
  }
  trials.resize(most_trials);
  return trials;
}

}  // namespace

Source::Source(const SearchSpace& space, const EarlierSearch& search)
    : space_(&space), process_(axes_of(space)) {
  TrialLog log;
  for (const auto& trial : choice_of(search)) {
    log.take(trial.index, space.assignment(trial.index));
    log.end(trial.index, trial.objective);
    known_.push_back(trial.index);
    if (trial.objective && best_.size() < most_best) best_.push_back(trial.index);
  }
  process_.fit(log.points(), log.targets(), true);
}

std::vector<std::uint64_t> Source::spread(std::size_t count) const {
  const std::size_t taken = std::min(count, known_.size());
  std::vector<std::uint64_t> spread;
  for (std::size_t k = 0; k < taken; ++k) spread.push_back(known_[k * known_.size() / taken]);
  return spread;
}

std::optional<Eigen::VectorXd> Source::covariance() const {
  if (known_.size() < least_for_covariance) return std::nullopt;
  return process_.covariance_learnt();
}

std::vector<double> Source::expected(const std::vector<std::uint64_t>& indices) {
  std::vector<std::uint64_t> missing;
  std::vector<GaussianProcess::Point> points;
  for (const std::uint64_t index : indices) {
    if (expected_.count(index) != 0) continue;
    missing.push_back(index);
    points.push_back(space_->assignment(index));
  }
  if (!points.empty()) {
    const auto means = process_.means(points);
    for (std::size_t k = 0; k < missing.size(); ++k) {
      expected_.emplace(missing[k], means[k] - process_.mean());
    }
  }
  std::vector<double> expected;
  expected.reserve(indices.size());
  for (const std::uint64_t index : indices) expected.push_back(expected_.at(index));
  return expected;
}

}  // namespace assay
