#include "framework/tune/strategy/trial_log.hpp"

#include <algorithm>
#include <cmath>

namespace assay {

void TrialLog::take(std::uint64_t index, Point point) {
  numbers_.emplace(index, trials_.size());
  trials_.push_back({index, std::move(point), State::pending, {}});
  ++pending_;
}

std::size_t TrialLog::end(std::uint64_t index, std::optional<double> objective) {
  const std::size_t number = numbers_.at(index);
  Trial& trial = trials_[number];
  if (trial.state == State::succeeded) return number;
  if (trial.state == State::pending) --pending_;
  trial.value.reset();
  trial.state = objective ? State::succeeded : State::failed;
  if (objective) {
    trial.value = std::log(std::max(*objective, std::numeric_limits<double>::min()));
    ++successes_;
    best_ = std::min(best_, *trial.value);
  }
  return number;
}

std::vector<double> TrialLog::targets() const {
  const double bad = quantile(0.9);
  const double any = quantile(0.5);
  std::vector<double> targets;
  for (const Trial& trial : trials_) {
    targets.push_back(trial.value.value_or(trial.state == State::failed ? bad : any));
  }
  return targets;
}

std::vector<TrialLog::Point> TrialLog::points() const {
  std::vector<Point> points;
  for (const Trial& trial : trials_) points.push_back(trial.point);
  return points;
}

std::vector<std::uint64_t> TrialLog::indices() const {
  std::vector<std::uint64_t> indices;
  for (const Trial& trial : trials_) indices.push_back(trial.index);
  return indices;
}

std::vector<std::uint64_t> TrialLog::leaders(std::size_t count) const {
  std::vector<const Trial*> sorted;
  for (const Trial& trial : trials_) {
    if (trial.state == State::succeeded) sorted.push_back(&trial);
  }
  count = std::min(count, sorted.size());
  std::partial_sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count),
                    sorted.end(),
                    [](const Trial* a, const Trial* b) { return a->value < b->value; });
  std::vector<std::uint64_t> leaders;
  for (std::size_t k = 0; k < count; ++k) leaders.push_back(sorted[k]->index);
  return leaders;
}

double TrialLog::quantile(double share) const {
  std::vector<double> values;
  for (const Trial& trial : trials_) {
    if (trial.state == State::succeeded) values.push_back(*trial.value);
  }
  if (values.empty()) return 0;
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace assay
