#include "framework/replay/performance_score.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace assay {
namespace {

constexpr std::size_t moments = 1000;
constexpr double first_share = 0.01;
constexpr double last_share = 0.95;

double mean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

PerformanceScore::PerformanceScore(const RecordedSpace& space, const RandomSearch& random)
    : space_(&space), random_(&random), median_(median(random.objectives())) {
  std::vector<double> all;
  std::vector<double> successful;
  std::vector<double> failed;
  for (const auto& outcome : space.outcomes) {
    all.push_back(outcome.trial_seconds);
    (outcome.objective ? successful : failed).push_back(outcome.trial_seconds);
  }
  const double failed_share = static_cast<double>(failed.size()) / static_cast<double>(all.size());
  trial_seconds_ = mean(successful) + failed_share * mean(failed);
  double first = trials_to(first_share);
  double last = trials_to(last_share);
  if (first == last) {
    last += first == 0 ? 2 : 1;
    first = std::max(0.0, first - 1);
  }
  begin_ = first * median(all);
  end_ = last * median(all);
}

// The trials after which the expected rank reaches that share of the way from median to optimum.
double PerformanceScore::trials_to(double share) const {
  const auto& objectives = random_->objectives();
  const double goal = random_->optimum() + (median_ - random_->optimum()) * (1 - share);
  const auto reached = std::upper_bound(objectives.begin(), objectives.end(), goal);
  const auto better = static_cast<double>(reached - objectives.begin());
  const double rank = static_cast<double>(objectives.size()) - better;  // from the worst, 0
  return std::ceil(rank / (better + 1));
}

double PerformanceScore::random_at(double seconds) const {
  const auto& objectives = random_->objectives();
  const auto n = static_cast<double>(objectives.size());
  const double trials = std::max(1.0, std::round(seconds / trial_seconds_));
  const double rank = std::min(n - 1, std::round(trials * (n + 1) / (trials + 1)));
  return objectives[objectives.size() - 1 - static_cast<std::size_t>(rank)];
}

double PerformanceScore::moment(std::size_t k) const {
  return begin_ + (end_ - begin_) * static_cast<double>(k) / static_cast<double>(moments - 1);
}

// Adds the search's best at each moment.
void PerformanceScore::add_search(const ReplayedSearch& search, std::vector<double>& sums) const {
  const auto best = best_so_far(*space_, search);
  std::size_t done = 0;
  double finished = 0;  // when the next trial ends
  const auto next_end = [&] {
    return finished + space_->outcomes[search.trials[done]].trial_seconds;
  };
  for (std::size_t k = 0; k < moments; ++k) {
    while (done < best.size() && next_end() <= moment(k)) {
      finished = next_end();
      ++done;
    }
    const bool none = done == 0 || !std::isfinite(best[done - 1]);
    sums[k] += none ? median_ : best[done - 1];
  }
}

std::optional<double> PerformanceScore::of(const std::vector<ReplayedSearch>& searches) const {
  if (!(trial_seconds_ > 0 && end_ > begin_)) return std::nullopt;
  std::vector<double> sums(moments);
  for (const auto& search : searches) add_search(search, sums);
  std::vector<double> scores;
  for (std::size_t k = 0; k < moments; ++k) {
    const double random = random_at(moment(k));
    const double strategy = sums[k] / static_cast<double>(searches.size());
    if (random > random_->optimum()) {
      scores.push_back((random - strategy) / (random - random_->optimum()));
    }
  }
  if (scores.empty()) return std::nullopt;
  return mean(scores);
}

double PerformanceScore::covered(const std::vector<ReplayedSearch>& searches) const {
  if (!(end_ > 0) || searches.empty()) return 0;
  double seconds = 0;
  for (const auto& search : searches) {
    for (const std::size_t trial : search.trials) seconds += space_->outcomes[trial].trial_seconds;
  }
  return std::min(1.0, seconds / static_cast<double>(searches.size()) / end_);
}

}  // namespace assay
