#include "framework/replay/performance_score.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "framework/inference/median.hpp"

namespace assay {
namespace {

constexpr std::size_t moment_count = 1000;
constexpr double first_share = 0.01;
constexpr double last_share = 0.95;

double mean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<double> evenly(double begin, double end) {
  std::vector<double> moments;
  for (std::size_t k = 0; k < moment_count; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(moment_count - 1);
    moments.push_back(begin + (end - begin) * share);
  }
  return moments;
}

}  // namespace

PerformanceScore::PerformanceScore(const RecordedSpace& space, const RandomSearch& random)
    : space_(&space), random_(&random) {
  std::vector<double> all;
  std::vector<double> successful;
  std::vector<double> failed;
  for (const auto& outcome : space.outcomes) {
    all.push_back(outcome.trial_seconds());
    (outcome.objective ? successful : failed).push_back(outcome.trial_seconds());
  }
  const double failed_share = static_cast<double>(failed.size()) / static_cast<double>(all.size());
  trial_seconds_ = mean(successful) + failed_share * mean(failed);
  double first = trials_to(first_share);
  double last = trials_to(last_share);
  if (first == last) {
    last += first == 0 ? 2 : 1;
    first = std::max(0.0, first - 1);
  }
  begin_ = first * inference::median_of(all);
  end_ = last * inference::median_of(all);
}

// The number of trials after which random search is the given share of the way from the median to
// the optimum.
double PerformanceScore::trials_to(double share) const {
  const auto& objectives = random_->objectives();
  const double optimum = random_->optimum();
  const double goal = optimum + (inference::median_of(objectives) - optimum) * (1 - share);
  const auto end = std::upper_bound(objectives.begin(), objectives.end(), goal);
  const auto as_good = static_cast<double>(end - objectives.begin());
  const double rank = static_cast<double>(objectives.size()) - as_good;  // 0 for the worst
  return std::ceil(rank / (as_good + 1));
}

double PerformanceScore::random_at(double seconds) const {
  const auto& objectives = random_->objectives();
  const auto n = static_cast<double>(objectives.size());
  const double trials = std::max(1.0, std::round(seconds / trial_seconds_));
  const double rank = std::min(n - 1, std::round(trials * (n + 1) / (trials + 1)));
  return objectives[objectives.size() - 1 - static_cast<std::size_t>(rank)];
}

// The end of the interval, or of the first search that was ended by its budget.
double PerformanceScore::covered_end(const std::vector<ReplayedSearch>& searches) const {
  double end = end_;
  for (const auto& search : searches) {
    if (search.exhausted) continue;
    double seconds = 0;
    for (const std::size_t trial : search.trials) {
      seconds += space_->outcomes[trial].trial_seconds();
    }
    end = std::min(end, seconds);
  }
  return end;
}

// Adds the rank of the search's best at each moment; the optimum has rank 0.
void PerformanceScore::add_ranks(const ReplayedSearch& search, const std::vector<double>& moments,
                                 std::vector<double>& sums) const {
  const auto& objectives = random_->objectives();
  const auto best = best_so_far(*space_, search);
  std::size_t done = 0;
  double finished = 0;  // when the last finished trial ended
  for (std::size_t k = 0; k < moments.size(); ++k) {
    for (; done < best.size(); ++done) {
      const double end = finished + space_->outcomes[search.trials[done]].trial_seconds();
      if (end > moments[k]) break;
      finished = end;
    }
    if (done == 0 || !std::isfinite(best[done - 1])) {
      sums[k] += static_cast<double>(objectives.size() - 1) / 2;
    } else {
      const auto at = std::lower_bound(objectives.begin(), objectives.end(), best[done - 1]);
      sums[k] += static_cast<double>(at - objectives.begin());
    }
  }
}

std::optional<PerformanceScore::Value> PerformanceScore::of(
    const std::vector<ReplayedSearch>& searches) const {
  const double end = covered_end(searches);
  if (!(trial_seconds_ > 0 && end > begin_)) return std::nullopt;
  const auto moments = evenly(begin_, end);
  std::vector<double> ranks(moments.size());
  for (const auto& search : searches) add_ranks(search, moments, ranks);
  std::vector<double> scores;
  for (std::size_t k = 0; k < moments.size(); ++k) {
    const double random = random_at(moments[k]);
    const double rank = std::round(ranks[k] / static_cast<double>(searches.size()));
    const double strategy = random_->objectives()[static_cast<std::size_t>(rank)];
    const double gap = random - random_->optimum();
    if (gap > 0) scores.push_back((random - strategy) / gap);
  }
  if (scores.empty()) return std::nullopt;
  return Value{mean(scores), (end - begin_) / (end_ - begin_)};
}

}  // namespace assay
