#include "framework/tune/strategy/model_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace assay {
namespace {

constexpr std::size_t least_successes = 3;  // that a model can learn from
constexpr std::size_t leaders = 4;          // configurations whose neighbours are always candidates
// A trial that sources recommended counts as no worse than this share of the successes: a source
// that misleads picks extremes that no search would meet by itself, and a model that has to explain
// them overlooks what is smaller.
constexpr double recommended_worst = 0.75;
// With so many trials pending the model's deviations count twice. Pending trials count as if what
// is believed of them were known, which makes the model surer than it may be, and proposals too
// alike.
constexpr double many_pending = 16;

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
      prospects_(axes_of(inputs.space)) {}

std::vector<ModelSearch::Point> ModelSearch::points_of(
    const std::vector<std::uint64_t>& indices) const {
  std::vector<Point> points;
  points.reserve(indices.size());
  for (const std::uint64_t index : indices) points.push_back(space().assignment(index));
  return points;
}

std::vector<double> ModelSearch::surprises() {
  auto surprises = trials_.targets();
  const auto expected = sources().expected(trials_.indices());
  const double bad = trials_.quantile(recommended_worst);
  for (std::size_t t = 0; t < surprises.size(); ++t) {
    if (sources().recommended(trials_.index(t))) surprises[t] = std::min(surprises[t], bad);
    surprises[t] -= expected[t];
  }
  return surprises;
}

void ModelSearch::believe(std::size_t trial, double surprise) {
  trials_.believe(trial, surprise + sources().expected({trials_.index(trial)}).front());
}

std::optional<std::uint64_t> ModelSearch::do_propose() {
  if (!knows_enough()) return at_random();
  return trials_.size() < most_modelled_ ? by_model() : near_best();
}

bool ModelSearch::knows_enough() {
  const double agreement = sources().agreement();
  double needed = static_cast<double>(first_trials_) * (1 - agreement);
  // What sources that count for nothing recommended is no sample of the space.
  if (agreement <= 0) needed += static_cast<double>(sources().recommendations());
  return static_cast<double>(trials_.size()) >= needed && trials_.successes() >= least_successes;
}

void ModelSearch::do_take(std::uint64_t index) { trials_.take(index, space().assignment(index)); }

void ModelSearch::do_observe(std::uint64_t index, std::optional<double> objective) {
  const double before = trials_.best();
  const std::size_t number = trials_.end(index, objective);
  const auto took = seconds_.extract(index);
  forecasts_.erase(index);
  unfinished_.erase(index);
  prospects_.add(trials_.point(number), objective.has_value(),
                 took.empty() ? std::nullopt : std::optional(took.mapped()));
  if (trials_.best() < before && !whole()) forget_candidates();  // the new best has new neighbours
}

std::optional<std::uint64_t> ModelSearch::by_model() {
  do_update();
  if (pool_.empty()) gather();
  Eigen::RowVectorXd means;
  Eigen::RowVectorXd deviations;
  do_predict(means, deviations);
  const auto expected = sources().expected(pool_);
  const Eigen::RowVectorXd probabilities = prospects_.probabilities(pool_points_);
  const Eigen::RowVectorXd seconds = prospects_.seconds(pool_points_);
  const double doubt = 1 + std::min(1.0, static_cast<double>(trials_.pending()) / many_pending);
  double most = -1;
  std::optional<std::uint64_t> chosen;
  Forecast of_chosen{};
  for (std::size_t c = 0; c < pool_.size(); ++c) {
    if (known(pool_[c])) continue;
    const auto at = static_cast<Eigen::Index>(c);
    const Forecast forecast{means[at] + expected[c], doubt * deviations[at], probabilities[at]};
    const double gain = improvement(forecast) / seconds[at];
    if (gain > most) {
      most = gain;
      chosen = pool_[c];
      of_chosen = forecast;
    }
  }
  if (const auto again = unfinished_above(most)) return again;
  if (chosen) {
    forecasts_.emplace(*chosen, of_chosen);
  } else {
    forget_candidates();
  }
  return chosen;
}

double ModelSearch::improvement(const Forecast& forecast) const {
  return forecast.probability *
         expected_improvement(trials_.best(), forecast.mean, forecast.deviation);
}

std::optional<double> ModelSearch::expected_seconds(std::uint64_t index) {
  return prospects_.seconds(space().assignment(index));
}

void ModelSearch::set_aside(std::uint64_t index, double seconds) {
  prospects_.add_unfinished(space().assignment(index), seconds);
  if (const auto forecast = forecasts_.find(index); forecast != forecasts_.end()) {
    unfinished_.insert_or_assign(index, Unfinished{forecast->second, seconds});
  }
}

// The trial that was set aside from which most is to be gained per second, if that is more than
// `gain`. It is judged as it was when it was proposed, by what has become the best since.
std::optional<std::uint64_t> ModelSearch::unfinished_above(double gain) {
  std::optional<std::uint64_t> chosen;
  for (const auto& [index, unfinished] : unfinished_) {
    const double own = improvement(unfinished.forecast) / unfinished.seconds;
    if (own <= gain) continue;
    gain = own;
    chosen = index;
  }
  if (chosen) unfinished_.erase(*chosen);
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
  pool_points_ = points_of(pool_);
  prospects_.forget_points();
  do_watch(pool_points_);
}

}  // namespace assay
