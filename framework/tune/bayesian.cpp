#include "framework/tune/bayesian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <unordered_map>

#include "framework/tune/gaussian_process.hpp"
#include "framework/tune/opening.hpp"
#include "framework/tune/permutation.hpp"

namespace assay {
namespace {

constexpr std::size_t first_trials = 8;        // opening and at random, before there is a model
constexpr std::size_t least_successes = 3;     // that a model can learn from
constexpr std::size_t most_candidates = 4096;  // in larger spaces a choice
constexpr std::size_t leaders = 4;             // whose neighbours are always candidates
constexpr std::size_t most_changes = 2;        // that make a neighbour
constexpr std::size_t most_modelled = 512;     // trials; the model's cost grows with their cube
constexpr double learning_interval = 1.5;      // growth of the trials until the model learns anew

// Where the values of each parameter lie: numbers by their logarithms where all are positive, for
// sizes matter by their ratios; texts in the order of their list.
std::vector<double> places(const Parameter& parameter) {
  std::vector<double> places;
  bool positive = true;
  for (std::size_t v = 0; v < parameter.values.size(); ++v) {
    const auto* integer = std::get_if<std::int64_t>(&parameter.values[v]);
    const auto* real = std::get_if<double>(&parameter.values[v]);
    places.push_back(integer != nullptr ? static_cast<double>(*integer)
                     : real != nullptr  ? *real
                                        : static_cast<double>(v));
    positive = positive && places.back() > 0;
  }
  if (positive) {
    for (double& place : places) place = std::log2(place);
  }
  const auto [least, most] = std::minmax_element(places.begin(), places.end());
  const double first = *least;
  const double range = *most > *least ? *most - *least : 1;
  for (double& place : places) place = (place - first) / range;
  return places;
}

std::vector<std::vector<double>> coordinates(const SearchSpace& space) {
  std::vector<std::vector<double>> all;
  for (const auto& parameter : space.parameters()) all.push_back(places(parameter));
  return all;
}

double expected_improvement(double best, double mean, double deviation) {
  const double z = (best - mean) / deviation;
  const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
  const double probability = std::erfc(-z / std::numbers::sqrt2) / 2;
  return deviation * (z * probability + density);
}

class Bayesian final : public Strategy {
 public:
  Bayesian(const SearchSpace& space, std::uint64_t seed)
      : space_(&space), opening_(space), order_(space.size(), seed), process_(coordinates(space)) {}

  std::optional<std::uint64_t> propose() override {
    while (const auto index = opening_.next()) {
      if (claim(*index)) return index;
    }
    if (trials_.size() >= space_->size()) return std::nullopt;
    if (trials_.size() < first_trials || successes_ < least_successes) return at_random();
    return trials_.size() < most_modelled ? by_model() : near_best();
  }

  void observe(std::uint64_t index, std::optional<double> objective) override {
    claim(index);
    const std::size_t number = numbers_.at(index);
    Trial& trial = trials_[number];
    if (trial.state == State::succeeded) return;
    if (objective) {
      const double value = std::log(std::max(*objective, std::numeric_limits<double>::min()));
      trial.state = State::succeeded;
      trial.value = value;
      ++successes_;
      if (value < best_) {
        best_ = value;
        if (!whole()) candidates_.reset();  // there are new neighbours
      }
    } else {
      trial.state = State::failed;
      trial.value.reset();
    }
    if (number < process_.size()) process_.replace(number, target(trial));
  }

 private:
  enum class State { pending, succeeded, failed };
  struct Trial {
    std::uint64_t index;
    GaussianProcess::Point point;
    State state = State::pending;
    std::optional<double> value;  // logarithm of the objective, or what the model believes of it
  };

  // False if it was proposed or observed before.
  bool claim(std::uint64_t index) {
    if (!numbers_.emplace(index, trials_.size()).second) return false;
    trials_.push_back({index, space_->assignment(index), State::pending, {}});
    return true;
  }

  [[nodiscard]] bool whole() const { return space_->size() <= most_candidates; }

  std::optional<std::uint64_t> at_random() {
    while (position_ < space_->size()) {
      const std::uint64_t index = order_(position_++);
      if (claim(index)) return index;
    }
    return std::nullopt;
  }

  std::optional<std::uint64_t> by_model() {
    update();
    if (candidates_.size() == 0) gather();
    Eigen::RowVectorXd means;
    Eigen::RowVectorXd deviations;
    process_.predict(candidates_, means, deviations);
    double most = -1;
    Eigen::Index chosen = -1;
    for (Eigen::Index c = 0; c < means.size(); ++c) {
      if (numbers_.count(pool_[static_cast<std::size_t>(c)]) != 0) continue;
      const double gain = expected_improvement(best_, means[c], deviations[c]);
      if (gain > most) {
        most = gain;
        chosen = c;
      }
    }
    if (chosen < 0) {
      candidates_.reset();
      return at_random();
    }
    const std::uint64_t index = pool_[static_cast<std::size_t>(chosen)];
    claim(index);
    // Until its result is there it is taken for what the model believes, so that the next proposal
    // goes elsewhere.
    trials_.back().value = means[chosen];
    return index;
  }

  // What is left of the neighbours of the best, then at random.
  std::optional<std::uint64_t> near_best() {
    for (const std::uint64_t leader : best_trials()) {
      for (const std::uint64_t index : neighbours(leader)) {
        if (claim(index)) return index;
      }
    }
    return at_random();
  }

  [[nodiscard]] std::vector<std::uint64_t> neighbours(std::uint64_t index) const {
    return space_->neighbours(index, SearchSpace::Neighbourhood::any_value, most_changes);
  }

  // Brings the trials into the model, which learns anew as they grow in number.
  void update() {
    if (static_cast<double>(trials_.size()) >= next_learning_) {
      std::vector<GaussianProcess::Point> points;
      std::vector<double> targets;
      for (const Trial& trial : trials_) {
        points.push_back(trial.point);
        targets.push_back(target(trial));
      }
      process_.fit(std::move(points), targets, true);
      next_learning_ = learning_interval * static_cast<double>(trials_.size());
      candidates_.reset();
    }
    while (process_.size() < trials_.size()) {
      const Trial& trial = trials_[process_.size()];
      process_.add(trial.point, target(trial));
    }
  }

  // The candidates: all that is left of a small space; of a large one a random choice and the
  // neighbours of the best.
  void gather() {
    pool_.clear();
    if (whole()) {
      for (std::uint64_t index = 0; index < space_->size(); ++index) pool_.push_back(index);
    } else {
      for (std::size_t k = 0; k < most_candidates && drawn_ < space_->size(); ++k) {
        pool_.push_back(order_(space_->size() - 1 - drawn_++));
      }
      if (drawn_ + most_candidates > space_->size()) drawn_ = 0;
      for (const std::uint64_t leader : best_trials()) {
        const auto near = neighbours(leader);
        pool_.insert(pool_.end(), near.begin(), near.end());
      }
    }
    std::erase_if(pool_, [&](std::uint64_t index) { return numbers_.count(index) != 0; });
    std::vector<GaussianProcess::Point> points;
    points.reserve(pool_.size());
    for (const std::uint64_t index : pool_) points.push_back(space_->assignment(index));
    process_.watch(candidates_, std::move(points));
  }

  [[nodiscard]] std::vector<std::uint64_t> best_trials() const {
    std::vector<const Trial*> sorted;
    for (const Trial& trial : trials_) {
      if (trial.state == State::succeeded) sorted.push_back(&trial);
    }
    const auto count = std::min(leaders, sorted.size());
    std::partial_sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count),
                      sorted.end(),
                      [](const Trial* a, const Trial* b) { return a->value < b->value; });
    std::vector<std::uint64_t> best;
    for (std::size_t k = 0; k < count; ++k) best.push_back(sorted[k]->index);
    return best;
  }

  [[nodiscard]] double quantile(double share) const {
    std::vector<double> values;
    for (const Trial& trial : trials_) {
      if (trial.state == State::succeeded) values.push_back(*trial.value);
    }
    if (values.empty()) return 0;
    const auto at = values.begin() +
                    static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
  }
  // What a trial counts as in the model: a failed one as bad, one of which nothing is known yet as
  // any.
  [[nodiscard]] double target(const Trial& trial) const {
    return trial.value ? *trial.value : quantile(trial.state == State::failed ? 0.9 : 0.5);
  }

  const SearchSpace* space_;
  Opening opening_;
  Permutation order_;
  std::uint64_t position_ = 0;  // in the order, of random proposals
  std::uint64_t drawn_ = 0;     // from its end, of candidates
  std::vector<Trial> trials_;
  std::unordered_map<std::uint64_t, std::size_t> numbers_;  // of the trials
  std::size_t successes_ = 0;
  double best_ = std::numeric_limits<double>::infinity();
  GaussianProcess process_;  // its observations are the first trials, in their order
  double next_learning_ = 0;
  std::vector<std::uint64_t> pool_;
  GaussianProcess::Candidates candidates_;  // the pool's
};

}  // namespace

std::unique_ptr<Strategy> make_bayesian(const SearchSpace& space, std::uint64_t seed) {
  return std::make_unique<Bayesian>(space, seed);
}

}  // namespace assay
