#include "framework/tune/strategy/expectation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/tune/strategy/axes.hpp"
#include "framework/tune/strategy/trial_log.hpp"

namespace assay {
namespace {

constexpr std::size_t most_earlier = 3;
// The number of trials used from each search. Half of them are the best of the search, which matter
// most; the other half is spread over the rest.
constexpr std::size_t most_trials = 128;

// The trials worth learning from, the best first.
std::vector<EarlierSearch::Trial> choice_of(const EarlierSearch& search) {
  auto trials = search.trials;
  const auto value = [](const EarlierSearch::Trial& trial) {
    return trial.objective.value_or(std::numeric_limits<double>::infinity());
  };
  std::stable_sort(trials.begin(), trials.end(),
                   [&](const auto& a, const auto& b) { return value(a) < value(b); });
  if (trials.size() <= most_trials) return trials;
  const std::size_t best = most_trials / 2;
  const std::size_t rest = trials.size() - best;
  for (std::size_t k = best; k < most_trials; ++k) {
    trials[k] = trials[best + (k - best) * rest / (most_trials - best)];
  }
  trials.resize(most_trials);
  return trials;
}

GaussianProcess process_of(const SearchSpace& space, const EarlierSearch& search) {
  TrialLog log;
  for (const auto& trial : choice_of(search)) {
    log.take(trial.index, space.assignment(trial.index));
    log.end(trial.index, trial.objective);
  }
  GaussianProcess process(axes_of(space));
  process.fit(log.points(), log.targets(), true);
  return process;
}

}  // namespace

Expectation::Expectation(const SearchSpace& space, const Experience& experience) {
  std::vector<Point> tried;
  for (std::size_t s = 0; s < std::min(experience.size(), most_earlier); ++s) {
    processes_.push_back(process_of(space, experience[s]));
    for (const auto& trial : experience[s].trials) tried.push_back(space.assignment(trial.index));
  }
  if (tried.empty()) return;
  const auto expected = of(tried);
  const auto [least, most] = std::minmax_element(expected.begin(), expected.end());
  least_ = *least;
  step_ = std::max((*most - *least) / (levels - 1), 1e-6);
}

std::vector<std::uint32_t> Expectation::levels_of(const std::vector<Point>& points) const {
  std::vector<std::uint32_t> result;
  for (const double expected : of(points)) {
    const double level = std::round((expected - least_) / step_);
    result.push_back(static_cast<std::uint32_t>(std::clamp(level, 0.0, levels - 1.0)));
  }
  return result;
}

std::vector<double> Expectation::of(const std::vector<Point>& points) const {
  std::vector<double> expected(points.size());
  for (const auto& process : processes_) {
    const auto means = process.means(points);
    for (std::size_t p = 0; p < points.size(); ++p) {
      expected[p] += (means[p] - process.mean()) / static_cast<double>(processes_.size());
    }
  }
  return expected;
}

}  // namespace assay
