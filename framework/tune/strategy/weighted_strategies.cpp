#include "framework/tune/strategy/weighted_strategies.hpp"

#include <algorithm>
#include <cmath>

#include "framework/tune/strategy/strategies.hpp"

namespace assay {
namespace {

constexpr std::size_t most_weights = 10;
constexpr std::size_t most_steps = 4;
// The number of proposals that an aim is kept for. On two bowls in 3375 configurations, 400 trials
// missed 0.2, 0.3, 0.4 % of the area that their front dominates when a forest kept an aim for 1, 2,
// 4 proposals, and 1.2 % when it kept it for ever; 100 trials missed 6.0, 4.0, 6.4, 9.4 %. With
// local search these are 1.0, 1.2, 1.0, 1.5 %; with chance 2.3 %.
constexpr std::size_t proposals_of_an_aim = 2;

using Weights = std::vector<double>;

// Adds all vectors of `quantities` multiples of 1 / steps that sum to 1, those with much of the
// first quantity before those with little.
void add_lattice(std::size_t quantities, std::size_t steps, std::size_t left, Weights& begun,
                 std::vector<Weights>& lattice) {
  if (begun.size() + 1 == quantities) {
    begun.push_back(static_cast<double>(left) / static_cast<double>(steps));
    lattice.push_back(begun);
    begun.pop_back();
    return;
  }
  for (std::size_t share = left + 1; share-- > 0;) {
    begun.push_back(static_cast<double>(share) / static_cast<double>(steps));
    add_lattice(quantities, steps, left - share, begun, lattice);
    begun.pop_back();
  }
}

// Weights drawn uniformly among those that sum to 1 (Devroye 1986, chapter V, theorem 2.1).
Weights drawn_weights(std::size_t quantities, std::mt19937_64& random) {
  Weights weights;
  double sum = 0;
  for (std::size_t k = 0; k < quantities; ++k) {
    weights.push_back(-std::log((static_cast<double>(random() >> 11) + 0.5) * 0x1p-53));
    sum += weights.back();
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace

std::vector<Weights> spread_weights(std::size_t quantities) {
  if (quantities == 1) return {{1}};
  std::vector<Weights> weights;
  for (std::size_t steps = most_steps; steps > 0; --steps) {
    weights.clear();
    Weights begun;
    add_lattice(quantities, steps, steps, begun, weights);
    if (weights.size() <= most_weights) break;
  }
  const Weights centre(quantities, 1 / static_cast<double>(quantities));
  const bool there = std::any_of(weights.begin(), weights.end(), [](const Weights& one) {
    return std::equal(one.begin() + 1, one.end(), one.begin());
  });
  if (!there && weights.size() < most_weights) weights.push_back(centre);
  return weights;
}

WeightedStrategies::WeightedStrategies(const StrategySpec& spec, const SearchSpace& space,
                                       std::uint64_t seed, const Experience& experience,
                                       std::size_t further)
    : spec_(spec), space_(&space), seed_(seed), experience_(experience), random_(seed) {
  for (auto& weights : spread_weights(1 + further)) {
    aims_.push_back({std::move(weights), nullptr});
    begin_anew(aims_.size() - 1);
  }
}

std::optional<std::uint64_t> WeightedStrategies::propose() {
  for (std::size_t asked = 0; asked < aims_.size(); ++asked) {
    const std::size_t turn = turn_++ % aims_.size();
    Aim& aim = aims_[turn];
    if (turn > 0 && aim.proposals == proposals_of_an_aim) {
      aim.weights = drawn_weights(aim.weights.size(), random_);
      aim.proposals = 0;
      begin_anew(turn);
    }
    const auto index = aim.strategy->propose();
    if (!index) continue;
    ++aim.proposals;
    taken_.push_back(*index);
    for (std::size_t k = 0; k < aims_.size(); ++k) {
      if (k != turn) aims_[k].strategy->exclude(*index);
    }
    return index;
  }
  return std::nullopt;
}

void WeightedStrategies::exclude(std::uint64_t index) {
  taken_.push_back(index);
  for (const Aim& aim : aims_) aim.strategy->exclude(index);
}

void WeightedStrategies::took(std::uint64_t index, double seconds) {
  for (const Aim& aim : aims_) aim.strategy->took(index, seconds);
}

std::optional<double> WeightedStrategies::expected_seconds(std::uint64_t index) {
  return aims_.front().strategy->expected_seconds(index);
}

void WeightedStrategies::set_aside(std::uint64_t index, double seconds) {
  for (const Aim& aim : aims_) aim.strategy->set_aside(index, seconds);
}

void WeightedStrategies::observe(std::uint64_t index, const std::optional<Outcome>& outcome) {
  observed_.push_back({index, outcome});
  if (outcome) ranges_.take(*outcome);
  if (scale_.fits(ranges_)) {
    for (const Aim& aim : aims_) tell(aim, observed_.back());
    return;
  }
  scale_ = OutcomeScale(ranges_);
  for (std::size_t k = 0; k < aims_.size(); ++k) begin_anew(k);
}

// Restarts a strategy, each time with another seed; otherwise it would repeat its first moves.
void WeightedStrategies::begin_anew(std::size_t number) {
  Aim& aim = aims_[number];
  const std::uint64_t seed = seed_ + 1'000'003 * beginnings_++;
  aim.strategy = make_strategy(spec_, *space_, seed, number == 0 ? experience_ : Experience());
  for (const std::uint64_t index : taken_) aim.strategy->exclude(index);
  for (const Observed& observed : observed_) tell(aim, observed);
}

void WeightedStrategies::tell(const Aim& aim, const Observed& observed) const {
  std::optional<double> told;
  if (observed.outcome) told = scale_.told(*observed.outcome, aim.weights);
  aim.strategy->observe(observed.index, told);
}

}  // namespace assay
