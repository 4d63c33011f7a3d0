#include "framework/tune/strategy/sources.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace assay {
namespace {

// Agreement believed of a source that there is nothing to compare with.
constexpr double believed_alone = 0.5;
// The number of configurations, from all sources, that they are compared by.
constexpr std::size_t compared = 128;
// How much the slope that is believed counts: as much as measurements whose expectations, which are
// logarithms, have this sum of squares.
constexpr double squares_believed = 0.3;
// Configurations recommended after the probes: at most a quarter of this.
constexpr double further_scale = 10;
// The number of trials that count as much as the expectation.
constexpr double trials_to_halve = 10;

constexpr double infinite = std::numeric_limits<double>::infinity();

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// The agreement of two predictions of the same configurations.
double agreement_of(const std::vector<double>& a, const std::vector<double>& b) {
  RankAgreement agreement;
  for (std::size_t k = 0; k < a.size(); ++k) agreement.add(a[k], b[k]);
  return agreement.value(0);
}

}  // namespace

Sources::Sources(const SearchSpace& space, const Experience& experience) {
  std::set<std::uint64_t> best;
  for (const auto& search : experience) {
    Weighted& added = sources_.emplace_back(Weighted{Source(space, search), believed_alone});
    best.insert(added.source.best().begin(), added.source.best().end());
  }
  best_.assign(best.begin(), best.end());
  believe_each_other();
  confirm();
}

// A source by itself counts as one that agrees with itself by half.
void Sources::believe_each_other() {
  std::vector<std::uint64_t> indices;
  for (const auto& one : sources_) {
    const auto some = one.source.spread(compared / sources_.size());
    indices.insert(indices.end(), some.begin(), some.end());
  }
  std::vector<std::vector<double>> expected;
  for (auto& one : sources_) expected.push_back(one.source.expected(indices));
  for (std::size_t a = 0; a < sources_.size(); ++a) {
    double sum = believed_alone;
    for (std::size_t b = 0; b < sources_.size(); ++b) {
      if (b != a) sum += std::max(0.0, agreement_of(expected[a], expected[b]));
    }
    sources_[a].believed = sum / static_cast<double>(sources_.size());
  }
}

void Sources::observe(std::uint64_t index, std::optional<double> objective) {
  if (empty() || std::find(tried_.begin(), tried_.end(), index) != tried_.end()) return;
  tried_.push_back(index);
  logarithms_.emplace_back();
  if (objective) {
    logarithms_.back() = std::log(std::max(*objective, std::numeric_limits<double>::min()));
  }
  if (objective && (!best_tried_ || logarithms_.back() < logarithms_[*best_tried_])) {
    best_tried_ = tried_.size() - 1;
  }
  for (auto& one : sources_) {
    one.measured.add(one.source.expected({index}).front(), logarithms_.back().value_or(infinite));
  }
  confirm();
}

// The slope of the objectives over the expectation by least squares. Before there are measurements,
// sources that rank well are believed to be right about differences too. Failures say nothing about
// them.
void Sources::confirm() {
  std::vector<std::uint64_t> indices;
  std::vector<double> measured;
  for (std::size_t k = 0; k < tried_.size(); ++k) {
    if (!logarithms_[k]) continue;
    indices.push_back(tried_[k]);
    measured.push_back(*logarithms_[k]);
  }
  double squares = squares_believed;
  double products = squares_believed * agreement();
  if (!indices.empty()) {
    const auto expected = weighted(indices);
    const double expected_mean = mean_of(expected);
    const double measured_mean = mean_of(measured);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const double away = expected[k] - expected_mean;
      squares += away * away;
      products += away * (measured[k] - measured_mean);
    }
  }
  const auto trials = static_cast<double>(tried_.size());
  slope_ = std::max(0.0, products / squares) / (1 + trials / trials_to_halve);
}

std::optional<std::uint64_t> Sources::probe(const Known& known) {
  while (probed_ < sources_.size()) {
    const Weighted& one = sources_[probed_++];
    if (one.agreement() <= 0) continue;
    for (const std::uint64_t index : one.source.best()) {
      if (known(index)) continue;
      recommended_.insert(index);
      return index;
    }
  }
  return std::nullopt;
}

std::optional<std::uint64_t> Sources::further(const Known& known) {
  if (outdone()) recommends_ = false;
  const double right = agreement();
  const auto next = static_cast<double>(further_ + 1);
  if (!recommends_ || next > further_scale * right * (1 - right)) {
    recommends_ = false;
    return std::nullopt;
  }
  ++further_;
  const auto index = best_unknown(known);
  if (index) recommended_.insert(*index);
  return index;
}

bool Sources::outdone() const { return best_tried_ && !recommended(tried_[*best_tried_]); }

std::optional<std::uint64_t> Sources::best_unknown(const Known& known) {
  const auto expected = weighted(best_);
  std::optional<std::size_t> best;
  for (std::size_t k = 0; k < best_.size(); ++k) {
    if (!known(best_[k]) && (!best || expected[k] < expected[*best])) best = k;
  }
  return best ? std::optional(best_[*best]) : std::nullopt;
}

double Sources::agreement() const {
  const auto all = weights();
  double sum = 0;
  for (std::size_t s = 0; s < all.size(); ++s) {
    if (all[s] > 0) sum += all[s] * sources_[s].agreement();
  }
  return sum;
}

std::vector<double> Sources::weights() const {
  std::vector<double> weights;
  for (const auto& one : sources_) weights.push_back(odds_over_chance(one.agreement()));
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (sum > 0) {
    for (double& weight : weights) weight /= sum;
  }
  return weights;
}

std::optional<Eigen::VectorXd> Sources::covariance() const {
  std::optional<Eigen::VectorXd> sum;
  double counted = 0;
  const auto all = weights();
  for (std::size_t s = 0; s < all.size(); ++s) {
    const auto learnt = sources_[s].source.covariance();
    if (all[s] == 0 || !learnt) continue;
    if (!sum) sum = Eigen::VectorXd::Zero(learnt->size());
    *sum += all[s] * *learnt;
    counted += all[s];
  }
  if (sum) *sum /= counted;
  return sum;
}

std::vector<double> Sources::expected(const std::vector<std::uint64_t>& indices) {
  auto expected = weighted(indices);
  for (double& value : expected) value *= slope_;
  return expected;
}

std::vector<double> Sources::weighted(const std::vector<std::uint64_t>& indices) {
  std::vector<double> sum(indices.size());
  const auto all = weights();
  for (std::size_t s = 0; s < sources_.size(); ++s) {
    if (all[s] == 0) continue;
    const auto expected = sources_[s].source.expected(indices);
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += all[s] * expected[k];
  }
  return sum;
}

}  // namespace assay
