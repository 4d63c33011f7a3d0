#include "framework/replay/gap_over_time.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>

namespace assay {
namespace {

constexpr std::size_t moment_count = 1000;
constexpr double share_of_way = 0.95;
// The standard error of R(t) is a hundredth of what one search varies by: little compared with that
// of a mean over hundreds of searches.
constexpr std::uint64_t simulated_searches = 10'000;
// Less than this remains to be gained, apart from rounding, only if all configurations are alike.
constexpr double nothing_left = 1e-9;

// How many trials random search needs to come the given share of the way from the expected
// optimum/best of its first trial to 1. The expectation grows with the trials.
std::uint64_t trials_to(const RandomSearch& random, double share, std::uint64_t configurations) {
  const double first = random.optimum_over_best(1);
  const double goal = first + share * (1 - first);
  std::uint64_t least = 1;
  std::uint64_t most = configurations;
  while (least < most) {
    const std::uint64_t middle = least + (most - least) / 2;
    if (random.optimum_over_best(middle) >= goal) {
      most = middle;
    } else {
      least = middle + 1;
    }
  }
  return least;
}

}  // namespace

GapOverTime::GapOverTime(const RecordedSpace& space, const RandomSearch& random) {
  for (const auto& outcome : space.outcomes) {
    seconds_.push_back(outcome.trial_seconds());
    reached_.push_back(outcome.objective ? random.optimum() / *outcome.objective : 0);
  }
  const double total = std::accumulate(seconds_.begin(), seconds_.end(), 0.0);
  if (!(total > 0) || 1 - random.optimum_over_best(1) < nothing_left) return;
  const auto trials = static_cast<double>(trials_to(random, share_of_way, seconds_.size()));
  end_ = trials * total / static_cast<double>(seconds_.size());
  simulate_random_search();
}

// Moments lie in the middle of intervals of equal length.
double GapOverTime::moment(std::size_t number) const {
  return end_ * (static_cast<double>(number) + 0.5) / static_cast<double>(moment_count);
}

template <typename Visit>
void GapOverTime::follow(const std::vector<std::size_t>& trials, std::size_t count,
                         const Visit& visit) const {
  std::size_t done = 0;
  double finished = 0;  // when the last finished trial ended
  double best = 0;
  for (std::size_t k = 0; k < count; ++k) {
    for (; done < trials.size(); ++done) {
      const double end = finished + seconds_[trials[done]];
      if (end > moment(k)) break;
      finished = end;
      best = std::max(best, reached_[trials[done]]);
    }
    visit(k, best);
  }
}

// Each search draws without replacement until its time is over. The order that the searches before
// have left behind is as good to draw from as any.
void GapOverTime::simulate_random_search() {
  std::mt19937_64 generator;
  random_.assign(moment_count, 0);
  std::vector<std::size_t> order(seconds_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<std::size_t> trials;
  for (std::uint64_t search = 0; search < simulated_searches; ++search) {
    trials.clear();
    double taken = 0;
    for (std::size_t k = 0; k < order.size() && taken < end_; ++k) {
      std::swap(order[k], order[k + generator() % (order.size() - k)]);
      trials.push_back(order[k]);
      taken += seconds_[order[k]];
    }
    follow(trials, moment_count, [this](std::size_t k, double best) { random_[k] += best; });
  }
  for (double& reached : random_) reached /= static_cast<double>(simulated_searches);
}

// The number of moments before the first search was ended by its budget.
std::size_t GapOverTime::moments_within(const std::vector<ReplayedSearch>& searches) const {
  double end = end_;
  for (const auto& search : searches) {
    if (search.exhausted || search.trials.size() == seconds_.size()) continue;
    double taken = 0;
    for (const std::size_t trial : search.trials) taken += seconds_[trial];
    end = std::min(end, taken);
  }
  std::size_t count = 0;
  while (count < moment_count && moment(count) <= end) ++count;
  return count;
}

std::optional<GapOverTime::Value> GapOverTime::of(
    const std::vector<ReplayedSearch>& searches) const {
  if (random_.empty() || searches.empty()) return std::nullopt;
  const std::size_t count = moments_within(searches);
  double gap = 0;
  for (std::size_t k = 0; k < count; ++k) gap += 1 - random_[k];
  if (!(gap > 0)) return std::nullopt;
  std::vector<double> closed;
  for (const auto& search : searches) {
    double ahead = 0;
    follow(search.trials, count, [&](std::size_t k, double best) { ahead += best - random_[k]; });
    closed.push_back(ahead / gap);
  }
  const auto n = static_cast<double>(closed.size());
  Value value;
  value.closed = std::accumulate(closed.begin(), closed.end(), 0.0) / n;
  double squares = 0;
  for (const double one : closed) squares += std::pow(one - value.closed, 2);
  if (closed.size() > 1) value.standard_error = std::sqrt(squares / (n - 1) / n);
  value.covered = static_cast<double>(count) / static_cast<double>(moment_count);
  return value;
}

}  // namespace assay
