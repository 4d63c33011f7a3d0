#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <unordered_map>

#include "framework/tune/strategy/basic_strategy.hpp"
#include "framework/tune/strategy/gaussian_process.hpp"
#include "framework/tune/strategy/make.hpp"
#include "framework/tune/strategy/permutation.hpp"

namespace assay {
namespace {

constexpr std::size_t least_successes = 3;  // that a model can learn from
constexpr std::size_t leaders = 4;          // whose neighbours are always candidates
constexpr std::size_t most_changes = 2;     // that make a neighbour
constexpr double learning_interval = 1.5;   // growth of the trials until the model learns anew

double expected_improvement(double best, double mean, double deviation) {
  const double z = (best - mean) / deviation;
  const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
  const double probability = std::erfc(-z / std::numbers::sqrt2) / 2;
  return deviation * (z * probability + density);
}

// Bayesian optimisation: a Gaussian process over the logarithms of the objective proposes what it
// expects to improve most on the best so far (expected improvement; Jones, Schonlau, Welch 1998).
// Failed trials count as worse than nine tenths of what succeeded, so that their neighbourhoods are
// left alone without breaking the model. After some hundreds of trials, when the model would cost
// more than it gives, come the neighbours of the best.
class Bayesian final : public BasicStrategy {
 public:
  Bayesian(const SearchSpace& space, std::uint64_t seed, const StrategySettings& settings)
      : BasicStrategy(space, seed),
        first_trials_(settings.count("first_trials")),
        most_candidates_(settings.count("candidates")),
        most_modelled_(settings.count("modelled")),
        order_(space.size(), random()()),
        process_(axes_of(space)) {}

 private:
  enum class State { pending, succeeded, failed };
  struct Trial {
    std::uint64_t index;
    GaussianProcess::Point point;
    State state = State::pending;
    std::optional<double> value;  // logarithm of the objective, or what the model believes of it
  };

  std::optional<std::uint64_t> do_propose() override {
    if (trials_.size() < first_trials_ || successes_ < least_successes) return at_random();
    return trials_.size() < most_modelled_ ? by_model() : near_best();
  }

  void do_take(std::uint64_t index) override {
    numbers_.emplace(index, trials_.size());
    trials_.push_back({index, space().assignment(index), State::pending, {}});
  }

  void do_observe(std::uint64_t index, std::optional<double> objective) override {
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

  [[nodiscard]] bool whole() const { return space().size() <= most_candidates_; }

  std::optional<std::uint64_t> by_model() {
    update();
    if (candidates_.size() == 0) gather();
    Eigen::RowVectorXd means;
    Eigen::RowVectorXd deviations;
    process_.predict(candidates_, means, deviations);
    double most = -1;
    Eigen::Index chosen = -1;
    for (Eigen::Index c = 0; c < means.size(); ++c) {
      if (known(pool_[static_cast<std::size_t>(c)])) continue;
      const double gain = expected_improvement(best_, means[c], deviations[c]);
      if (gain > most) {
        most = gain;
        chosen = c;
      }
    }
    if (chosen < 0) {
      candidates_.reset();
      return std::nullopt;
    }
    return pool_[static_cast<std::size_t>(chosen)];
  }

  // What is left of the neighbours of the best.
  std::optional<std::uint64_t> near_best() {
    for (const std::uint64_t leader : best_trials()) {
      for (const std::uint64_t index : neighbours(leader)) {
        if (!known(index)) return index;
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] std::vector<std::uint64_t> neighbours(std::uint64_t index) const {
    return space().neighbours(index, SearchSpace::Neighbourhood::any_value, most_changes);
  }

  // Brings the trials into the model, which learns anew as they grow in number. One whose result is
  // not there yet is taken for what the model expects of it, so that proposals go elsewhere.
  void update() {
    while (process_.size() < trials_.size()) {
      Trial& trial = trials_[process_.size()];
      if (trial.state == State::pending && process_.size() > 0) {
        trial.value = process_.predict(trial.point).mean;
      }
      process_.add(trial.point, target(trial));
    }
    if (static_cast<double>(trials_.size()) < next_learning_) return;
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

  // The candidates: all that is left of a small space; of a large one a random choice and the
  // neighbours of the best.
  void gather() {
    pool_.clear();
    if (whole()) {
      for (std::uint64_t index = 0; index < space().size(); ++index) pool_.push_back(index);
    } else {
      if (drawn_ + most_candidates_ > space().size()) drawn_ = 0;
      for (std::size_t k = 0; k < most_candidates_; ++k) pool_.push_back(order_(drawn_++));
      for (const std::uint64_t leader : best_trials()) {
        const auto near = neighbours(leader);
        pool_.insert(pool_.end(), near.begin(), near.end());
      }
    }
    std::erase_if(pool_, [&](std::uint64_t index) { return known(index); });
    std::vector<GaussianProcess::Point> points;
    points.reserve(pool_.size());
    for (const std::uint64_t index : pool_) points.push_back(space().assignment(index));
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

  std::size_t first_trials_;
  std::size_t most_candidates_;
  std::size_t most_modelled_;
  Permutation order_;        // of candidates
  std::uint64_t drawn_ = 0;  // of them
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

std::unique_ptr<Strategy> make_bayesian(const SearchSpace& space, std::uint64_t seed,
                                        const StrategySettings& settings) {
  return std::make_unique<Bayesian>(space, seed, settings);
}

}  // namespace assay
