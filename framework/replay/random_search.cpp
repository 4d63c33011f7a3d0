#include "framework/replay/random_search.hpp"

#include <algorithm>

#include "framework/core/error.hpp"

namespace assay {

RandomSearch::RandomSearch(const RecordedSpace& space)
    : configurations_(space.configurations.size()) {
  for (const auto& outcome : space.outcomes) {
    if (outcome.objective) objectives_.push_back(*outcome.objective);
  }
  if (objectives_.empty()) {
    throw environment_error(
        "{}: all {} configurations failed, so there is no optimum to search for", space.name,
        configurations_);
  }
  std::sort(objectives_.begin(), objectives_.end());
}

double RandomSearch::optimum_over_best(std::uint64_t trials) const {
  return expectation(trials, [this](double best) { return optimum() / best; });
}

double RandomSearch::chance_within(double factor, std::uint64_t trials) const {
  return expectation(trials,
                     [&](double best) { return optimum() / best >= 1 / factor ? 1.0 : 0.0; });
}

// From n configurations sorted by objective, b are drawn. The best of them is the one of rank i,
// from 0, with probability C(n-1-i, b-1) / C(n, b): p(0) = b/n, p(i+1) = p(i) (n-b-i) / (n-1-i).
// The failed configurations come last in the order and gain nothing. There are only products and
// sums of positive numbers, so the relative error stays below a few n times the unit roundoff;
// terms that underflow are negligible compared with p(0).
double RandomSearch::expectation(std::uint64_t trials,
                                 const std::function<double(double)>& gain) const {
  constexpr double negligible = 1e-30;
  const auto n = static_cast<double>(configurations_);
  const auto b = static_cast<double>(std::min(trials, configurations_));
  double probability = b / n;
  double sum = 0;
  for (std::size_t rank = 0; rank < objectives_.size(); ++rank) {
    if (probability < negligible) break;
    sum += probability * gain(objectives_[rank]);
    const auto i = static_cast<double>(rank);
    if (i + 1 < n) probability *= (n - b - i) / (n - 1 - i);
  }
  return sum;
}

}  // namespace assay
