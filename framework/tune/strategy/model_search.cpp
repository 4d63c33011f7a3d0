#include "framework/tune/strategy/model_search.hpp"

#include <cmath>
#include <numbers>

namespace assay {
namespace {

constexpr std::size_t least_successes = 3;  // that a model can learn from
constexpr std::size_t leaders = 4;          // configurations whose neighbours are always candidates

double expected_improvement(double best, double mean, double deviation) {
  const double z = (best - mean) / deviation;
  const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
  const double probability = std::erfc(-z / std::numbers::sqrt2) / 2;
  return deviation * (z * probability + density);
}

}  // namespace

std::vector<StrategySetting> ModelSearch::settings(double modelled) {
  return {{"first_trials", 8, 1, 1000, "opening and random trials before the first model"},
          {"candidates", 2048, 16, 1e6, "configurations considered for each proposal"},
          {"modelled", modelled, 16, 4096,
           "trials that the model may grow to; after that, neighbours of the best are proposed"}};
}

ModelSearch::ModelSearch(const StrategyInputs& inputs)
    : BasicStrategy(inputs),
      first_trials_(inputs.settings.count("first_trials")),
      most_candidates_(inputs.settings.count("candidates")),
      most_modelled_(inputs.settings.count("modelled")),
      order_(inputs.space.size(), random()()),
      expectation_(inputs.space, inputs.experience) {
  prospects_.emplace(axes());
}

std::vector<Parameter> ModelSearch::parameters() const {
  auto parameters = space().parameters();
  if (expectation_.empty()) return parameters;
  Parameter& expected = parameters.emplace_back();
  for (std::int64_t level = 0; level < Expectation::levels; ++level) {
    expected.values.emplace_back(level);
  }
  return parameters;
}

std::vector<Axis> ModelSearch::axes() const {
  auto axes = axes_of(space());
  if (expectation_.empty()) return axes;
  Axis& expected = axes.emplace_back();
  for (std::uint32_t level = 0; level < Expectation::levels; ++level) {
    expected.places.push_back(static_cast<double>(level) / (Expectation::levels - 1));
  }
  return axes;
}

std::vector<ModelSearch::Point> ModelSearch::seen_by_model(
    const std::vector<std::uint64_t>& indices) const {
  std::vector<Point> points;
  points.reserve(indices.size());
  for (const std::uint64_t index : indices) points.push_back(space().assignment(index));
  if (expectation_.empty()) return points;
  const auto levels = expectation_.levels_of(points);
  for (std::size_t p = 0; p < points.size(); ++p) points[p].push_back(levels[p]);
  return points;
}

std::optional<std::uint64_t> ModelSearch::do_propose() {
  if (!knows_enough()) return at_random();
  return trials_.size() < most_modelled_ ? by_model() : near_best();
}

bool ModelSearch::knows_enough() const {
  // Experience replaces half of the first trials.
  const std::size_t first = expectation_.empty() ? first_trials_ : first_trials_ / 2;
  return trials_.size() >= first && trials_.successes() >= least_successes;
}

void ModelSearch::do_take(std::uint64_t index) {
  trials_.take(index, seen_by_model({index}).front());
}

void ModelSearch::do_observe(std::uint64_t index, std::optional<double> objective) {
  const double before = trials_.best();
  const std::size_t number = trials_.end(index, objective);
  const auto took = seconds_.extract(index);
  prospects_->add(trials_.point(number), objective.has_value(),
                  took.empty() ? std::nullopt : std::optional(took.mapped()));
  if (trials_.best() < before && !whole()) forget_candidates();  // the new best has new neighbours
  do_end(number);
}

std::optional<std::uint64_t> ModelSearch::by_model() {
  do_update();
  if (pool_.empty()) gather();
  Eigen::RowVectorXd means;
  Eigen::RowVectorXd deviations;
  do_predict(means, deviations);
  const Eigen::RowVectorXd worth = prospects_->worth(pool_points_);
  double most = -1;
  std::optional<std::uint64_t> chosen;
  for (std::size_t c = 0; c < pool_.size(); ++c) {
    if (known(pool_[c])) continue;
    const auto at = static_cast<Eigen::Index>(c);
    const double gain = worth[at] * expected_improvement(trials_.best(), means[at], deviations[at]);
    if (gain > most) {
      most = gain;
      chosen = pool_[c];
    }
  }
  if (!chosen) forget_candidates();
  return chosen;
}

std::vector<std::uint64_t> ModelSearch::near_leaders() const {
  std::vector<std::uint64_t> all;
  for (const std::uint64_t leader : trials_.leaders(leaders)) {
    const auto near =
        space().neighbours(leader, SearchSpace::Neighbourhood::any_value, most_changes);
    all.insert(all.end(), near.begin(), near.end());
  }
  return all;
}

// An unknown neighbour of the best configurations; nothing if there is none.
std::optional<std::uint64_t> ModelSearch::near_best() {
  for (const std::uint64_t index : near_leaders()) {
    if (!known(index)) return index;
  }
  return std::nullopt;
}

// Gathers the candidates: all unknown configurations of a small space; of a large one a random
// choice and the neighbours of the best.
void ModelSearch::gather() {
  pool_.clear();
  if (whole()) {
    for (std::uint64_t index = 0; index < space().size(); ++index) pool_.push_back(index);
  } else {
    if (drawn_ + most_candidates_ > space().size()) drawn_ = 0;
    for (std::size_t k = 0; k < most_candidates_; ++k) pool_.push_back(order_(drawn_++));
    const auto near = near_leaders();
    pool_.insert(pool_.end(), near.begin(), near.end());
  }
  std::erase_if(pool_, [&](std::uint64_t index) { return known(index); });
  pool_points_ = seen_by_model(pool_);
  prospects_->forget_points();
  do_watch(pool_points_);
}

}  // namespace assay
