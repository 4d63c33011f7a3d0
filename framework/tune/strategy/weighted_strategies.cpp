#include "framework/tune/strategy/weighted_strategies.hpp"

#include <algorithm>

#include "framework/tune/strategy/strategies.hpp"

namespace assay {
namespace {

constexpr std::size_t most_weights = 10;
constexpr std::size_t most_steps = 4;

using Weights = std::vector<double>;

// All vectors of `quantities` multiples of 1 / steps that sum to 1, those with much of the first
// before those with little.
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
    : spec_(spec),
      space_(&space),
      seed_(seed),
      experience_(experience),
      weights_(spread_weights(1 + further)) {
  begin_anew();
}

std::optional<std::uint64_t> WeightedStrategies::propose() {
  for (std::size_t asked = 0; asked < strategies_.size(); ++asked) {
    const std::size_t turn = turn_++ % strategies_.size();
    const auto index = strategies_[turn]->propose();
    if (!index) continue;
    taken_.push_back(*index);
    for (std::size_t k = 0; k < strategies_.size(); ++k) {
      if (k != turn) strategies_[k]->exclude(*index);
    }
    return index;
  }
  return std::nullopt;
}

void WeightedStrategies::exclude(std::uint64_t index) {
  taken_.push_back(index);
  for (const auto& strategy : strategies_) strategy->exclude(index);
}

void WeightedStrategies::observe(std::uint64_t index, const std::optional<Outcome>& outcome) {
  observed_.push_back({index, outcome});
  if (outcome) ranges_.take(*outcome);
  if (scale_.fits(ranges_)) {
    tell(observed_.back());
  } else {
    begin_anew();
  }
}

// Each time by other draws, or a strategy would make its first moves again from where they led.
void WeightedStrategies::begin_anew() {
  scale_ = OutcomeScale(ranges_);
  strategies_.clear();
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    const std::uint64_t seed = seed_ + 7919 * k + 1'000'003 * beginnings_;
    strategies_.push_back(make_strategy(spec_, *space_, seed, k == 0 ? experience_ : Experience()));
    for (const std::uint64_t index : taken_) strategies_.back()->exclude(index);
  }
  for (const Observed& observed : observed_) tell(observed);
  ++beginnings_;
}

void WeightedStrategies::tell(const Observed& observed) {
  for (std::size_t k = 0; k < strategies_.size(); ++k) {
    strategies_[k]->observe(observed.index, observed.outcome ? std::optional(scale_.told(
                                                                   *observed.outcome, weights_[k]))
                                                             : std::nullopt);
  }
}

}  // namespace assay
